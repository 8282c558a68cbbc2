import { addMonths, type Day } from '#shop/kernel/day.ts'

/** Customers by the month of their first purchase, with the share who bought again in each later month. */
export type Cohort = {
  month: Day
  customers: number
  /** One share (0 to 1) per month after the first, up to the current month. */
  back: number[]
}

/** The cohort table: one row per month, oldest first. `months` are counts per cohort and month. */
export function cohortTable(
  counts: readonly { cohort: Day; month: Day; customers: number }[],
  present: Day,
): Cohort[] {
  const cohorts = [...new Set(counts.map(({ cohort }) => cohort))].toSorted()
  const count = new Map(counts.map((row) => [`${row.cohort} ${row.month}`, row.customers]))
  return cohorts.map((month) => {
    const customers = count.get(`${month} ${month}`) ?? 0
    const back: number[] = []
    for (let later = addMonths(month, 1); later <= present; later = addMonths(later, 1)) {
      back.push((count.get(`${month} ${later}`) ?? 0) / customers)
    }
    return { month, customers, back }
  })
}
