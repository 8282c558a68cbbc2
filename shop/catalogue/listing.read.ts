import { type RawBuilder, sql } from 'kysely'
import { DECLARATIONS, type Label, missingDeclarations } from '#shop/catalogue/declarations.ts'
import {
  type ListedProduct,
  type ListingSearch,
  type ListingSort,
  productStatus,
} from '#shop/catalogue/listing.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'
import { toContent } from '#shop/catalogue/products.sql.ts'
import { productRate } from '#shop/catalogue/tax-rates.read.ts'
import type { Db } from '#shop/ctx.ts'
import type { Day } from '#shop/kernel/day.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import { hasText } from '#shop/name-words.sql.ts'

const ORDER: Record<ListingSort, ReturnType<typeof sql>> = {
  newest: sql`products.created_at desc`,
  name: sql`lower(products.name)`,
  price: sql`coalesce(products.discount_price, products.price)`,
  stock: sql`products.stock_quantity`,
}

/** `today`: the day whose rates apply. */
type DayTaxes = TaxPolicy & { today: Day }

/** Returns one page of products, and the number of matches. Lists archived products only for the status 'archived'. */
export async function readListing(db: Db, search: ListingSearch, perPage: number, taxes: DayTaxes) {
  const { text, category, status, stock, sort, page } = search
  let query = db
    .selectFrom('products')
    .leftJoin('categories', 'categories.id', 'products.categoryId')
    .where('archivedAt', status === 'archived' ? 'is not' : 'is', null)
  if (category) query = query.where('categories.slug', '=', category)
  if (status === 'active' || status === 'inactive') query = query.where('isActive', '=', status === 'active')
  if (stock) query = query.where('isActive', '=', true)
  if (stock === 'out') query = query.where('stockQuantity', '=', 0)
  if (stock === 'low')
    query = query.where('stockQuantity', '>', 0).where('stockQuantity', '<', LOW_STOCK_ALERT)
  if (stock === 'above-mrp') query = query.where(aboveMrp(taxes))
  if (stock === 'no-hsn') query = query.where('hsnCode', '=', '')
  if (text) query = query.where(hasText(['products.name', 'short_description', 'description'], text))
  const [rows, { total }] = await Promise.all([
    query
      .select(['products.id', 'products.name', 'shortDescription', 'categories.name as categoryName'])
      .select(['price', 'discountPrice', 'stockQuantity', 'version', 'isActive', 'archivedAt'])
      .select('categories.slug as category')
      .select(DECLARATIONS)
      .select(aboveMrp(taxes).as('isAboveMrp'))
      .select(sql<string | null>`image_urls[1]`.as('imageUrl'))
      .orderBy(ORDER[sort])
      .orderBy('products.number')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const products = rows.map((row): ListedProduct => {
    const { id, name, shortDescription, categoryName, stockQuantity, version, imageUrl } = row
    const { price, discountPrice } = row
    const columns = { id, name, shortDescription, categoryName, stockQuantity, version, imageUrl }
    const problem = row.isActive ? labelProblem(toContent(row), row.isAboveMrp) : ''
    return { ...columns, price, discountPrice, status: productStatus(row), labelProblem: problem }
  })
  return { products, total }
}

/** Counts products on sale above their MRP or without HSN code. */
export async function countLabelProblems(db: Db, taxes: DayTaxes) {
  return db
    .selectFrom('products')
    .where('isActive', '=', true)
    .where('archivedAt', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(aboveMrp(taxes)).as('aboveMrp'),
      fn.countAll<number>().filterWhere('hsnCode', '=', '').as('withoutHsn'),
    ])
    .executeTakeFirstOrThrow()
}

/** Returns the SQL of `isAboveMrp` (declarations.ts). Tax is rounded half up. */
function aboveMrp({ prices, defaultRate, today }: DayTaxes): RawBuilder<boolean> {
  if (prices === 'inclusive') return sql`price > mrp`
  const ownRate = prices === 'exclusive' ? productRate(today) : sql`null`
  return sql`price + (price * coalesce(${ownRate}, ${defaultRate}::bigint) + 5000) / 10000 > mrp`
}

function labelProblem(product: Label, isAboveMrp: boolean | null): string {
  if (isAboveMrp) return 'Above MRP'
  const missing = missingDeclarations(product)
  if (missing.includes('allergens')) return 'Allergens not declared'
  return missing.length > 0 ? 'Label incomplete' : ''
}
