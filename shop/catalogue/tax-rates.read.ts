import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { Day } from '#shop/kernel/day.ts'
import type { TaxPolicy, TaxTerms } from '#shop/kernel/tax.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

/**
 * The policy with the rates of these products, by catalogue number, on that day: a product's own rate, else that of the
 * longest part of its HSN code with an entry, the latest of that code. Exclusive prices have one rate, without a query.
 */
export async function readTaxTerms(
  db: Db,
  policy: TaxPolicy,
  numbers: Iterable<number>,
  day: Day,
): Promise<TaxTerms> {
  const asked = [...numbers]
  if (policy.prices === 'exclusive' || asked.length === 0) return { ...policy, rates: {} }
  const { rows } = await sql<{ number: number; rate: number | null }>`${PREPARED}
    select number, coalesce(round(gst_percent * 100)::int, (
      select rate from gst_rates
      where hsn_code like hsn || '%' and valid_from <= ${day}::date
      order by length(hsn) desc, valid_from desc limit 1
    )) as rate
    from products where number = any(${asked}::int[])`.execute(db)
  const known = rows.flatMap(({ number, rate }) => (rate === null ? [] : [[number, rate]]))
  return { ...policy, rates: Object.fromEntries(known) }
}
