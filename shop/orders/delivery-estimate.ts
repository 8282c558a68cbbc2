import { addDays, type Day, dayOf, startOf } from '#shop/kernel/day.ts'

/** From so many to so many business days: Monday to Saturday, in India. Public holidays are not known here. */
export type BusinessDays = { least: number; most: number }

/** What the shop promises: until a parcel leaves, and from then until it is there in a metro city. */
export type DeliveryTimes = { ships: BusinessDays; metro: BusinessDays }

/** '2-3 business days', '1 business day'. */
export function businessDays({ least, most }: BusinessDays): string {
  const days = least === most ? String(most) : `${least}-${most}`
  return `${days} business ${most === 1 ? 'day' : 'days'}`
}

/**
 * An order placed before this moment should have left by yesterday. The day on which it was placed does not count: of
 * three business days, what was ordered on a Monday leaves on Thursday at the latest, and is late on Friday.
 */
export function dispatchCutoff(now: Date, { most }: BusinessDays): Date {
  let day = dayOf(now)
  for (let counted = 0; counted < most; ) {
    day = addDays(day, -1)
    if (!isSunday(day)) counted += 1
  }
  return startOf(day)
}

function isSunday(day: Day): boolean {
  return new Date(day).getUTCDay() === 0
}
