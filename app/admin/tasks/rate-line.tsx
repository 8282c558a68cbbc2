import { formatPrice, type Money, rupees, wholeRupees } from '#shop/kernel/money.ts'
import { hourlyRate, paysTooLittle } from '#shop/programme/rate.ts'

/** The task's hourly pay, computed while typing, with a warning below the shop's minimum. */
export function RateLine({
  payment,
  minutes,
  minimum,
}: {
  payment: string
  minutes: string
  minimum: Money
}) {
  const amount = moneyIn(payment)
  const expected = Number(minutes)
  if (amount === null || !Number.isInteger(expected) || expected < 1) {
    return <p className="rate-line">With payment and expected minutes the rate per hour shows here.</p>
  }
  const isLow = paysTooLittle(amount, expected, minimum)
  return (
    <p className="rate-line" data-low={isLow || undefined} role="status">
      That is {formatPrice(wholeRupees(hourlyRate(amount, expected)))} an hour
      {isLow && `: below the least of ${formatPrice(minimum)} an hour. Pay more, or check the time.`}
    </p>
  )
}

function moneyIn(text: string): Money | null {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text.trim())) return null
  const amount = rupees(Number(text))
  return amount > 0 ? amount : null
}
