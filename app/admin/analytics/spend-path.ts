import type { Period } from '#shop/analytics/period.ts'
import { type SpendKey, spendId } from '#shop/analytics/spend.ts'
import { ANALYTICS } from './report-section.tsx'

/** Where the record can be changed. */
export function spendPath(period: Period, key: SpendKey): string {
  return `${ANALYTICS}?${new URLSearchParams({ period, spend: spendId(key) })}#spend`
}
