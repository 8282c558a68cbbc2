import { type RawBuilder, sql } from 'kysely'
import { type Goods, type GstRate, type PricedGoods, rateOn } from '#shop/catalogue/gst-rate.ts'
import { toContent } from '#shop/catalogue/products.sql.ts'
import type { Db } from '#shop/ctx.ts'
import type { Day } from '#shop/kernel/day.ts'
import { policyAt, type TaxPolicy } from '#shop/kernel/tax.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

/** Returns the SQL of `rateOn` (gst-rate.ts) for the row of `products`: basis points, or null for the default rate. */
export function productRate(day: Day): RawBuilder<number | null> {
  return sql`coalesce(round(gst_percent * 100)::int, (
    select rate from gst_rates where starts_with(products.hsn_code, hsn) and valid_from <= ${day}::date
    order by length(hsn) desc, valid_from desc limit 1
  ))`
}

/** Returns the rates of products on that day. Flat prices have one rate, without a query. */
export async function readTaxTerms(db: Db, policy: TaxPolicy, numbers: Iterable<number>, day: Day) {
  const productNumbers = [...numbers]
  if (policy.prices === 'flat' || productNumbers.length === 0) return { ...policy, rates: {} }
  const { rows } = await sql<{ number: number; rate: number | null }>`${PREPARED}
    select number, ${productRate(day)} as rate from products where number = any(${productNumbers}::int[])`.execute(
    db,
  )
  const rates = rows.flatMap(({ number, rate }) => (rate === null ? [] : [[number, rate]]))
  return { ...policy, rates: Object.fromEntries(rates) }
}

/** Returns the policy with the rate of these goods on that day. */
export async function readRateOf(db: Db, policy: TaxPolicy, goods: Goods, day: Day): Promise<TaxPolicy> {
  if (policy.prices !== 'exclusive') return policy
  return policyAt(policy, rateOn(goods, await listGstRates(db), day)?.rate ?? null)
}

/** Lists rates sorted by HSN code, the newest of each code first. */
export async function listGstRates(db: Db): Promise<GstRate[]> {
  return db
    .selectFrom('gstRates')
    .select(['id', 'hsn', 'rate', 'source'])
    .select(sql<Day>`to_char(valid_from, 'YYYY-MM-DD')`.as('validFrom'))
    .orderBy('hsn')
    .orderBy('gstRates.validFrom', 'desc')
    .execute()
}

export async function listTaxedProducts(db: Db): Promise<(PricedGoods & { id: string })[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'price', 'discountPrice', 'mrp', 'hsnCode', 'gstPercent'])
    .where('archivedAt', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...toContent(row), id: row.id }))
}
