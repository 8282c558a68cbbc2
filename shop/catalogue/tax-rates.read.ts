import { sql } from 'kysely'
import { type Goods, type GstRate, type PricedGoods, rateOn } from '#shop/catalogue/gst-rate.ts'
import { toContent } from '#shop/catalogue/products.sql.ts'
import type { Db } from '#shop/ctx.ts'
import type { Day } from '#shop/kernel/day.ts'
import { policyAt, type TaxPolicy } from '#shop/kernel/tax.ts'

/** Returns the rates of products on that day. Flat prices have one rate, without a query. */
export async function readTaxTerms(db: Db, policy: TaxPolicy, numbers: Iterable<number>, day: Day) {
  const productNumbers = [...numbers]
  if (policy.prices === 'flat' || productNumbers.length === 0) return { ...policy, rates: {} }
  const fields = ['number', 'hsnCode', 'gstPercent'] as const
  const goods = await db.selectFrom('products').select(fields).where('number', 'in', productNumbers).execute()
  const rates = await listGstRates(db)
  const rateByNumber = goods.flatMap((product) => {
    const applied = rateOn(product, rates, day)
    return applied ? [[product.number, applied.rate]] : []
  })
  return { ...policy, rates: Object.fromEntries(rateByNumber) }
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
