import { durationWords, percentWords } from '#app/desk/figures-strip.tsx'
import type { Change } from '#shop/analytics/change.ts'
import { formatPrice, paise, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'

/** How a figure is written, and how a difference of two. */
export type ChangeWords = { format: (value: number) => string; difference: (by: number) => string }

const money = (value: number) => formatPrice(wholeRupees(paise(Math.round(value))))
const hours = (value: number) => durationWords(value, '')

export const MONEY: ChangeWords = { format: money, difference: money }
export const NUMBER: ChangeWords = { format: formatNumber, difference: formatNumber }
export const HOURS: ChangeWords = { format: hours, difference: hours }
export const RATE: ChangeWords = {
  format: (share) => percentWords(share, ''),
  difference: (by) => `${formatNumber(by * 100, 2)} points`,
}

type ChangeNoteProps = {
  change: Change
  before: number | null
  unit: ChangeWords
  /** Said where there is nothing to compare with. */
  none: string
}

/** '₹1,200 (12.5%) more than ₹9,600'. */
export function ChangeNote({ change, before, unit, none }: ChangeNoteProps) {
  switch (change.kind) {
    case 'up':
    case 'down':
      return (
        <>
          <b>
            {unit.difference(change.by)} ({formatNumber(change.percent, 1)}%){' '}
            {change.kind === 'up' ? 'more' : 'less'}
          </b>{' '}
          than {unit.format(before ?? 0)}
        </>
      )
    case 'same':
      return 'The same as in the days before'
    case 'none_before':
      return none
    case 'none_now':
      return `${unit.format(before ?? 0)} in the days before`
  }
}
