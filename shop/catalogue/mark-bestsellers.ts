import { updateBestsellers } from '#shop/catalogue/products.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'

/** The days whose sales count, and the least units in them. */
const DAYS = 90
const LEAST_UNITS = 20

/**
 * Marks each category's bestseller from the counted sales: units that were paid (cash: delivered), neither cancelled nor
 * returned. Returns the number of products whose mark changed.
 */
export async function markBestsellers({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return updateBestsellers(db, addDays(dayOf(now), -DAYS), LEAST_UNITS)
}
