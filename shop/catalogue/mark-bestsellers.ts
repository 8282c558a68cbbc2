import { updateBestsellers } from '#shop/catalogue/products.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'

/** The days whose sales count, and the least units in them. */
const DAYS = 90
const LEAST_UNITS = 20

/** Marks each category's bestseller by paid units, less returns. Returns the number of changed products. */
export async function markBestsellers({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return updateBestsellers(db, addDays(dayOf(now), -DAYS), LEAST_UNITS)
}
