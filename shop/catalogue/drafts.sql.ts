/** The only place that writes drafts of products. */
import { sql } from 'kysely'
import type { DraftBase, DraftConflict, DraftContent, DraftGone, DraftRef } from '#shop/catalogue/draft.ts'
import type { Db } from '#shop/ctx.ts'
import { err } from '#shop/kernel/result.ts'

type Written = DraftBase & { content: DraftContent; savedBy: string; now: Date }

/** The number of drafts that this person has begun, read with the person's row locked, so that none is added meanwhile. */
export async function countDraftsOf(db: Db, personId: string): Promise<number> {
  await sql`select id from users where id = ${personId}::uuid for no key update`.execute(db)
  const row = await db
    .selectFrom('productDrafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdBy', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** False when the product does not exist; otherwise it is not deleted until the transaction ends. */
export async function holdProduct(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select id from products where id = ${id}::uuid for key share`.execute(db)
  return rows.length > 0
}

/** Null when the product has a draft already. */
export async function insertDraft(
  db: Db,
  { productId, productVersion, stockShown, content, savedBy, now }: Written & { productId: string | null },
): Promise<DraftRef | null> {
  const row = await db
    .insertInto('productDrafts')
    .values({
      ...{ productId, productVersion, stockShown, content: JSON.stringify(content) },
      ...{ createdBy: savedBy, createdAt: now, savedBy, savedAt: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst()
  return row ?? null
}

/** Null when this product has no such draft, or not at this version any more. */
export async function updateDraft(
  db: Db,
  { id, version }: DraftRef,
  { productId, productVersion, stockShown, content, savedBy, now }: Written & { productId: string | null },
): Promise<DraftRef | null> {
  const row = await db
    .updateTable('productDrafts')
    .set({ productVersion, stockShown, content: JSON.stringify(content), savedBy, savedAt: now })
    .set('version', sql`version + 1`)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('productId', 'is not distinct from', productId)
    .returning(['id', 'version'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Removes a draft that is published or given up, at the version that was seen; with `of` only one of this product (null: of a
 * new one). Returns what was removed, or why it can't be: it was saved since, or is gone.
 */
export async function takeDraft(
  db: Db,
  { id, version }: DraftRef,
  of?: { productId: string | null },
): Promise<{ ok: true; productId: string | null; name: string } | DraftConflict | DraftGone> {
  let query = db.deleteFrom('productDrafts').where('id', '=', id).where('version', '=', version)
  if (of) query = query.where('productId', 'is not distinct from', of.productId)
  const row = await query
    .returning('productId')
    .returning(sql<string>`coalesce(content->'texts'->>'name', '')`.as('name'))
    .executeTakeFirst()
  return row ? { ok: true, ...row } : whyNot(db, 'id', id)
}

/** Who saved the draft last, and when; or that it is gone. */
export async function whyNot(db: Db, by: 'id' | 'productId', id: string): Promise<DraftConflict | DraftGone> {
  const row = await db
    .selectFrom('productDrafts')
    .leftJoin('users', 'users.id', 'productDrafts.savedBy')
    .select(['fullName', 'savedAt'])
    .where(`productDrafts.${by}`, '=', id)
    .executeTakeFirst()
  if (!row) return err('draft_not_found')
  return { ...err('draft_conflict'), by: row.fullName, at: row.savedAt }
}
