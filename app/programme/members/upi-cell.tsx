import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { UpiAddress } from '#shop/programme/upi.ts'

/** The current UPI ID and a pending change. */
export function UpiCell({ upiId, isUpiCorrupt, upiChange }: UpiAddress) {
  return (
    <>
      {upiId ?? (isUpiCorrupt ? 'Can’t be read. Enter it again.' : 'Not given')}
      {upiChange && (
        <span className="data-sub">
          From {formatDayAndTime(upiChange.countsFrom)}: {upiChange.newUpiId ?? 'none'}
        </span>
      )}
    </>
  )
}
