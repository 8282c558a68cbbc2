/** The only place that writes the table of uploaded pictures; the file store has the files. */
import { sql } from 'kysely'
import type { Picture } from '#shop/catalogue/picture.ts'
import type { Db } from '#shop/ctx.ts'

export async function insertPicture(
  db: Db,
  picture: Picture & { actorId: string | null; createdAt: Date },
): Promise<void> {
  await db.insertInto('pictures').values(picture).execute()
}

/** Deletes up to `limit` pictures that no product has used since `before`, and returns them. */
export async function deleteUnusedPictures(db: Db, before: Date, limit: number): Promise<Picture[]> {
  const gone = await sql<Picture>`
    delete from pictures where id in (
      select id from pictures where created_at < ${before}::timestamptz and not exists (
        select from products, unnest(image_urls) as url where url like '/pictures/' || pictures.id || '-%'
      ) order by created_at limit ${limit}
    ) returning id, width, height`.execute(db)
  return gone.rows
}
