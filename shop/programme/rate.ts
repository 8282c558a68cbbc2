import { type Money, partOf, times } from '#shop/kernel/money.ts'

/** The payment per hour of the expected time, rounded half up to the paisa. */
export function hourlyRate(payment: Money, expectedMinutes: number): Money {
  return partOf(payment, expectedMinutes / 60)
}

/** True when the task pays less per hour than the shop's minimum. */
export function paysTooLittle(payment: Money, expectedMinutes: number, minimum: Money): boolean {
  return times(payment, 60) < times(minimum, expectedMinutes)
}
