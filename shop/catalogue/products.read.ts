/** Reads products that are active and not archived, unless documented otherwise. */

import { sql } from 'kysely'
import { type BulkProduct, SHEET_FIELDS } from '#shop/catalogue/bulk.ts'
import { DECLARATIONS } from '#shop/catalogue/declarations.ts'
import { rateOn } from '#shop/catalogue/gst-rate.ts'
import type { Product, Sellable } from '#shop/catalogue/product.ts'
import { toContent } from '#shop/catalogue/products.sql.ts'
import { listGstRates } from '#shop/catalogue/tax-rates.read.ts'
import type { Db } from '#shop/ctx.ts'
import { unitsSetAside } from '#shop/inventory/set-aside.read.ts'
import type { Day } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { olderThan } from '#shop/lists.read.ts'
import { hasText } from '#shop/name-words.sql.ts'
import { PREPARED } from '#shop/prepared-statement.ts'
import type { ShownReview } from '#shop/reviews/review.ts'

function selectProducts(db: Db) {
  return db
    .selectFrom('products')
    .leftJoin('categories', 'categories.id', 'products.categoryId')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('reviews')
          .select(({ fn }) => ['productId as ofProduct', fn.countAll<number>().as('reviewCount')])
          .select(sql<number>`round(avg(rating), 1)::float8`.as('rating'))
          .select(sql<boolean>`bool_or(is_seed)`.as('isSampleRating'))
          .where('hiddenAt', 'is', null)
          .groupBy('productId')
          .as('reviewed'),
      (join) => join.onRef('reviewed.ofProduct', '=', 'products.id'),
    )
    .selectAll('products')
    .select(['categories.slug as category', 'categories.name as categoryName'])
    .select(['reviewed.rating', 'reviewed.reviewCount', 'reviewed.isSampleRating'])
}

type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>['execute']>>[number]

function toProduct(row: ProductRow): Product {
  const { id, number, stockQuantity, isActive, isBestseller, version, createdAt, rating } = row
  const own = { id, number, stockQuantity, isActive, isBestseller, version, createdAt, rating }
  const reviews = { reviewCount: row.reviewCount ?? 0, isSampleRating: row.isSampleRating ?? false }
  return { ...toContent(row), ...own, ...reviews }
}

/** Includes archived and inactive products; only for a person whose cart has them. */
export async function namesOfProducts(db: Db, numbers: readonly number[]): Promise<Record<number, string>> {
  const query = db.selectFrom('products').select(['number', 'name']).where('number', 'in', numbers)
  const rows = await query.execute()
  return Object.fromEntries(rows.map(({ number, name }) => [number, name]))
}

/** Lists all products on sale; they are few, so nothing is paginated. */
export async function listProducts(db: Db): Promise<Product[]> {
  const rows = await inScope(selectProducts(db), 'on-sale').orderBy('products.number').execute()
  return rows.map(toProduct)
}

/** Returns the products on sale, or the withdrawn ones. */
export async function findSellables(db: Db, numbers: Iterable<number>, isOnSale = true): Promise<Sellable[]> {
  const { rows } = await sql<Sellable>`${PREPARED}
    select products.id, number, products.slug, products.name, price, discount_price, stock_quantity, tastemaker_picks,
      is_pick, image_urls, short_description, allergens, mrp, coalesce(categories.slug, 'meal-mix') as category
    from products left join categories on categories.id = products.category_id
    where products.number = any(${[...numbers]}::int[]) and (is_active and archived_at is null) = ${isOnSale}`.execute(
    db,
  )
  return rows
}

export async function listProductChanges(db: Db): Promise<{ id: string; updatedAt: Date }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'updatedAt'])
    .where('isActive', '=', true)
    .where('archivedAt', 'is', null)
    .orderBy('number')
    .execute()
}

export type ProductRecord = Product & { categoryId: string | null; archivedAt: Date | null }

/** 'all' is for staff. */
export type ProductScope = 'on-sale' | 'all'

function toRecord(row: ProductRow): ProductRecord {
  return { ...toProduct(row), categoryId: row.categoryId, archivedAt: row.archivedAt }
}

function inScope(query: ReturnType<typeof selectProducts>, scope: ProductScope) {
  if (scope === 'all') return query
  return query.where('products.isActive', '=', true).where('products.archivedAt', 'is', null)
}

export async function findRecord(db: Db, idOrSlug: string, scope: ProductScope) {
  const row = await inScope(selectProducts(db), scope)
    .where(isUuid(idOrSlug) ? 'products.id' : 'products.slug', '=', idOrSlug)
    .executeTakeFirst()
  return row ? toRecord(row) : null
}

export type ProductSearch = {
  scope: ProductScope
  /** A category's slug or a cuisine. */
  category?: string | undefined
  /** Part of a name, description or region. */
  text?: string | undefined
  ids?: readonly string[]
  limit: number
  /** Only higher catalogue numbers. */
  after?: number | undefined
}

export async function searchProducts(db: Db, search: ProductSearch): Promise<ProductRecord[]> {
  const { category, text, ids, after } = search
  let query = inScope(selectProducts(db), search.scope)
  if (ids) query = query.where('products.id', '=', sql<string>`any(${ids}::uuid[])`)
  if (after !== undefined) query = query.where('products.number', '>', after)
  if (category) {
    query = query.where((eb) =>
      eb.or([eb('categories.slug', '=', category), eb(sql<string>`products.cuisine`, '=', category)]),
    )
  }
  const columns = ['products.name', 'short_description', 'description', 'region']
  if (text) query = query.where(hasText(columns, text))
  const rows = await query.orderBy('products.number').limit(search.limit).execute()
  return rows.map(toRecord)
}

/** Returns the reviews that are not hidden, newest first. `after`: the last one of the previous page. */
export async function listReviews(
  db: Db,
  productId: string,
  { limit = 50, after }: { limit?: number; after?: string | undefined } = {},
): Promise<ShownReview[]> {
  let query = db
    .selectFrom('reviews')
    .select(['id', 'authorName', 'rating', 'summary', 'verified', 'isSeed'])
    .select(['createdAt', 'answer', 'answeredAt'])
    .where('productId', '=', productId)
    .where('hiddenAt', 'is', null)
  if (after) query = query.where(olderThan('reviews', after))
  return query.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function listCategories(db: Db): Promise<{ id: string; slug: string; name: string }[]> {
  return db.selectFrom('categories').select(['id', 'slug', 'name']).orderBy('position').execute()
}

/** Returns products that are not archived, by name. */
export async function namedProducts(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Returns products that are not archived, for the sheet. */
export async function listBulkProducts(db: Db, today: Day): Promise<BulkProduct[]> {
  const rows = await db
    .selectFrom('products')
    .leftJoin('categories', 'categories.id', 'products.categoryId')
    .select(['products.id', 'products.slug', 'products.name', ...SHEET_FIELDS, ...DECLARATIONS])
    .select(['categories.slug as category', 'stockQuantity', 'isActive', 'hsnCode', 'gstPercent'])
    .where('archivedAt', 'is', null)
    .orderBy('number')
    .execute()
  const [setAside, rates] = [await unitsSetAside(db), await listGstRates(db)]
  return rows.map(({ hsnCode, gstPercent, ...row }) => {
    const rate = rateOn({ hsnCode, gstPercent }, rates, today)?.rate ?? null
    return { ...row, ...toContent(row), rate, setAside: setAside.get(row.id) ?? 0 }
  })
}

/** Returns the width of an uploaded picture's widest copy; null for an unknown one. */
export async function widthOfPicture(db: Db, id: string): Promise<number | null> {
  const row = await db.selectFrom('pictures').select('width').where('id', '=', id).executeTakeFirst()
  return row?.width ?? null
}

/** Returns why pictures could not be fetched, by URL. The caller has checked the actor. */
export async function pictureProblems(db: Db, productId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('pictureAddresses')
    .select(['url', 'problem'])
    .where('productId', '=', productId)
    .where('problem', 'is not', null)
    .execute()
  return new Map(rows.map(({ url, problem }) => [url, problem ?? '']))
}
