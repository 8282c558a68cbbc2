/** The only place that writes the shop's edited texts. */
import { type Insertable, sql } from 'kysely'
import type { SiteTexts } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'

/** `seen`: the version shown in the form, 0 if there was none. */
type SavedText = Omit<Insertable<SiteTexts>, 'version'> & { seen: number }

/** Returns the newest version's number, 0 if the document was never edited. */
export async function newestVersion(db: Db, document: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) as version from site_texts where document = ${document}`.execute(db)
  return rows[0]?.version ?? 0
}

/** Inserts the version after `seen` and returns its number. Null if another version was saved in the meantime. */
export async function insertVersion(db: Db, { seen, fields, ...text }: SavedText): Promise<number | null> {
  const row = await db
    .insertInto('siteTexts')
    .values({ ...text, version: seen + 1, fields: JSON.stringify(fields) })
    .onConflict((conflict) => conflict.columns(['document', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}
