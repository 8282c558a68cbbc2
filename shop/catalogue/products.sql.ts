import { type Insertable, type Selectable, sql } from 'kysely'
import type { Products } from '#db/types.ts'
import { recorderOf } from '#shop/audit/audit.sql.ts'
import type { Picture } from '#shop/catalogue/picture.ts'
import { PRODUCT_FIELDS, type ProductContent } from '#shop/catalogue/product-fields.ts'
import type { CategorySlug } from '#shop/catalogue/taxonomy.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { Field } from '#shop/field.ts'
import { addDays, type Day, dayOf } from '#shop/kernel/day.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import type { FetchRefusal } from '#shop/pictures.ts'

type ContentChange = Partial<ProductContent> & { isActive?: boolean; archivedAt?: Date | null }

type OwnTime = 'createdAt' | 'updatedAt' | 'archivedAt'
type OwnColumn = OwnTime | 'id' | 'number' | 'version' | 'categoryId' | 'isBestseller'
type FieldColumn = Exclude<keyof Products, OwnColumn> | 'category'
/** Does not compile if a field has no column, or a column no field. */
const FIELDS: Record<FieldColumn, Field> & {
  [Key in keyof typeof PRODUCT_FIELDS as Exclude<Key, FieldColumn>]: never
} = PRODUCT_FIELDS

export const recordProduct = recorderOf('product', FIELDS)

/** Converts content to columns. Nutrition becomes JSON, lists become arrays. */
function toColumns({ category, nutrition, ...rest }: ContentChange, categoryId: string | undefined) {
  return {
    ...rest,
    ...(categoryId !== undefined && { categoryId }),
    ...(nutrition !== undefined && { nutrition: nutrition === null ? null : JSON.stringify(nutrition) }),
  }
}

type ContentRow = Partial<Omit<Selectable<Products>, 'nutrition'>> & {
  category?: string | null
  nutrition?: unknown
}
type ContentOf<Row> = Pick<ProductContent, Extract<keyof Row, keyof ProductContent>>

/** Converts a row to content. A product without a category counts as a meal mix. */
export function toContent<Row extends ContentRow>(row: Row): ContentOf<Row> {
  const content = Object.entries(row)
    .filter(([key]) => key in FIELDS && key !== 'stockQuantity' && key !== 'isActive')
    .map(([key, value]) => [key, key === 'category' ? (value ?? 'meal-mix') : value])
  return Object.fromEntries(content) as ContentOf<Row>
}

export async function categoryId(db: Db, slug: CategorySlug): Promise<string> {
  const query = db.selectFrom('categories').select('id').where('slug', '=', slug)
  return (await query.executeTakeFirstOrThrow()).id
}

export type NewProduct = ProductContent & {
  id?: string
  number?: number
  isActive?: boolean
  createdAt: Date
}

/** Inserts a product with stock 0; null when its id, number or slug is taken. */
export async function insertProduct(db: Db, { id, number, createdAt, ...content }: NewProduct) {
  const values: Insertable<Products> = {
    ...toColumns(content, await categoryId(db, content.category)),
    ...{ name: content.name, slug: content.slug, price: content.price },
    ...(id && { id }),
    ...(number && { number }),
    createdAt,
    updatedAt: createdAt,
  }
  const row = await db
    .insertInto('products')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Moves the sequence beyond explicitly given numbers.
  if (row && number)
    await sql`select setval(pg_get_serial_sequence('products', 'number'), max(number)) from products`.execute(
      db,
    )
  return row?.id ?? null
}

/** Updates the given fields. Throws for a slug of another product. */
export async function updateContent(db: Db, id: string, content: ContentChange, now: Date): Promise<boolean> {
  const category = content.category ? await categoryId(db, content.category) : undefined
  const changed = await db
    .updateTable('products')
    .set({ ...toColumns(content, category), updatedAt: now })
    .set('version', sql`version + 1`)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export function isTakenSlug(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'products_slug_key'
}

export type LockedProduct = ProductContent & {
  stockQuantity: number
  isActive: boolean
  archivedAt: Date | null
  version: number
}

/** Null when the product does not exist. 'remove' also waits for orders that are being placed with it. */
export async function lockProduct(db: Db, id: string, purpose: 'change' | 'remove' = 'change') {
  const query = db
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.categoryId')
    .selectAll('products')
    .select('categories.slug as category')
    .where('products.id', '=', id)
  // Orders of the product hold a key lock on its row.
  const locked = purpose === 'remove' ? query.forUpdate('products') : query.forNoKeyUpdate('products')
  const row = await locked.executeTakeFirst()
  if (!row) return null
  const { stockQuantity, isActive, archivedAt, version } = row
  return { ...toContent(row), stockQuantity, isActive, archivedAt, version }
}

/** Deletes a product that was never ordered. */
export async function deleteProduct(db: Db, id: string): Promise<void> {
  await db.deleteFrom('products').where('id', '=', id).execute()
}

export async function productExists(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** True if an order has the product as a line or a pick. */
export async function wasOrdered(db: Db, productId: string): Promise<boolean> {
  const item = db.selectFrom('orderItems').select('productId').where('productId', '=', productId)
  const pick = db.selectFrom('orderItemTastemakers').select('productId').where('productId', '=', productId)
  const row = await item.unionAll(pick).limit(1).executeTakeFirst()
  return row !== undefined
}

export async function insertPicture(db: Db, picture: Picture & { actorId: string | null; createdAt: Date }) {
  await db.insertInto('pictures').values(picture).execute()
}

/** Deletes and returns up to `limit` old pictures that no product uses. */
export async function deleteUnusedPictures(db: Db, until: Date, limit: number): Promise<Picture[]> {
  const deleted = await sql<Picture>`
    delete from pictures where id in (
      select id from pictures where created_at < ${until}::timestamptz and not exists (
        select from products, unnest(image_urls) as url where url like '/pictures/' || pictures.id || '-%'
      ) order by created_at limit ${limit}
    ) returning id, width, height`.execute(db)
  return deleted.rows
}

/**
 * In each category, marks the product on sale with the most units sold since `from`; in a tie, the lowest number.
 * Updates only rows that differ, because each update is announced. Returns their number.
 */
export async function updateBestsellers(db: Db, from: Day, minUnits: number): Promise<number> {
  const { rows } = await sql`
    with sold as (
      select product_id, sum(units) as units from daily_products where day >= ${from}::date group by product_id
    ), best as (
      select distinct on (category_id) id from products join sold on sold.product_id = products.id
      where is_active and archived_at is null and category_id is not null and units >= ${minUnits}
      order by category_id, units desc, number
    ), changed as (
      select id from products where is_bestseller is distinct from (id in (select id from best))
      order by id for no key update
    )
    update products set is_bestseller = not is_bestseller from changed where changed.id = products.id
    returning products.id`.execute(db)
  return rows.length
}

/** The period for bestsellers, and their minimum units in it. */
const BESTSELLER_DAYS = 90
const MIN_BESTSELLER_UNITS = 20

/**
 * Counts units that are paid (for cash orders: delivered) and neither cancelled nor returned. Returns the number of
 * products whose mark changed.
 */
export async function markBestsellers({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return updateBestsellers(db, addDays(dayOf(now), -BESTSELLER_DAYS), MIN_BESTSELLER_UNITS)
}

/** `storedUrl`: the shop's copy, if the picture was fetched before and is still stored. */
export type RemotePicture = { productId: string; url: string; storedUrl: string | null }

/** Maximum of tries to fetch a picture, at most one per hour. */
const MAX_TRIES = 5

/** Deletes failed URLs that their product no longer has, so that a URL that is added again is retried. */
export async function deleteUnusedPictureUrls(db: Db): Promise<void> {
  await sql`delete from picture_addresses as gone where picture_url is null and not exists (
    select from products where products.id = gone.product_id and gone.url = any(image_urls))`.execute(db)
}

export async function listDuePictureUrls(db: Db, now: Date, limit: number): Promise<RemotePicture[]> {
  const { rows } = await sql<RemotePicture>`
    select products.id as product_id, wanted.url, stored.picture_url as stored_url
    from products cross join lateral unnest(image_urls) as wanted (url)
      left join picture_addresses as tried on tried.product_id = products.id and tried.url = wanted.url
      left join lateral (
        select tried.picture_url from pictures where tried.picture_url like '/pictures/' || pictures.id || '-%'
      ) as stored on true
    where wanted.url like 'https:%'
      and (tried.problem is null or (tries < ${MAX_TRIES} and tried_at <= ${new Date(now.getTime() - HOUR_MS)}::timestamptz))
    order by products.id, wanted.url limit ${limit}`.execute(db)
  return rows
}

/** False if the product no longer has the URL. */
export async function replacePictureUrl(
  db: Db,
  { productId, url, pictureUrl }: { productId: string; url: string; pictureUrl: string },
): Promise<boolean> {
  // The version stays, so that an open form can still be saved.
  const { rows } = await sql`
    update products set image_urls = array_replace(image_urls, ${url}, ${pictureUrl})
    where id = ${productId} and ${url} = any(image_urls) returning id`.execute(db)
  return rows.length > 0
}

export async function saveFetchedPicture(
  db: Db,
  { productId, url, pictureUrl, now }: { productId: string; url: string; pictureUrl: string; now: Date },
): Promise<void> {
  const row = { pictureUrl, problem: null, triedAt: now }
  await db
    .insertInto('pictureAddresses')
    .values({ productId, url, ...row })
    .onConflict((conflict) => conflict.columns(['productId', 'url']).doUpdateSet(row))
    .execute()
}

type FetchProblem = { productId: string; url: string; problem: FetchRefusal['reason']; now: Date }

export async function saveFailure(db: Db, { productId, url, problem, now }: FetchProblem): Promise<void> {
  const row = { pictureUrl: null, problem, triedAt: now }
  await db
    .insertInto('pictureAddresses')
    .values({ productId, url, ...row, tries: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['productId', 'url'])
        .doUpdateSet((eb) => ({ ...row, tries: eb('pictureAddresses.tries', '+', 1) })),
    )
    .execute()
}
