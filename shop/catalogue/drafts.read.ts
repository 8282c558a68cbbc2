import { sql } from 'kysely'
import { draftContent, type ListedDraft, type SavedDraft } from '#shop/catalogue/draft.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'

function selectDrafts(db: Db) {
  return db
    .selectFrom('productDrafts')
    .leftJoin('users', 'users.id', 'productDrafts.savedBy')
    .select(['productDrafts.id', 'productDrafts.version', 'productId', 'savedAt', 'fullName as savedBy'])
}

/** A draft by its own id or, with `of`, the one of a product; null when there is none. The caller has checked the admin. */
export async function findDraft(
  db: Db,
  id: string,
  of: 'draft' | 'product' = 'draft',
): Promise<SavedDraft | null> {
  if (!isUuid(id)) return null
  const row = await selectDrafts(db)
    .select(['productVersion', 'stockShown'])
    // As text: names of fields in the JSON stay as they are.
    .select(sql<string>`content::text`.as('content'))
    .where(of === 'draft' ? 'productDrafts.id' : 'productId', '=', id)
    .executeTakeFirst()
  return row ? { ...row, content: draftContent.parse(JSON.parse(row.content)) } : null
}

/** All drafts, the last saved first. The caller has checked that the actor is an admin. */
export async function listDrafts(db: Db): Promise<ListedDraft[]> {
  return selectDrafts(db)
    .leftJoin('products', 'products.id', 'productId')
    .select('products.name as productName')
    .select(sql<string>`coalesce(content->'texts'->>'name', '')`.as('name'))
    .orderBy('savedAt', 'desc')
    .orderBy('productDrafts.id')
    .execute()
}
