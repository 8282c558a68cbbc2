import type { BusinessDays } from '#shop/ctx.ts'
import { addDays, type Day, dayOf, startOf } from '#shop/kernel/day.ts'

/** '2-3 business days', '1 business day'. */
export function businessDays({ min, max }: BusinessDays): string {
  const days = min === max ? String(max) : `${min}-${max}`
  return `${days} business ${max === 1 ? 'day' : 'days'}`
}

/**
 * An order placed before this moment should have left by yesterday. The day on which it was placed does not count: of
 * three business days, what was ordered on a Monday leaves on Thursday at the latest, and is late on Friday.
 */
export function dispatchCutoff(now: Date, { max }: BusinessDays): Date {
  let day = dayOf(now)
  for (let counted = 0; counted < max; ) {
    day = addDays(day, -1)
    if (!isSunday(day)) counted += 1
  }
  return startOf(day)
}

function isSunday(day: Day): boolean {
  return new Date(day).getUTCDay() === 0
}
