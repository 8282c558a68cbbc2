import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { UpiAddress } from '#shop/programme/upi.ts'

/** The address that counts now, and the one that will count later. */
export function UpiCell({ upiId, upiChange }: UpiAddress) {
  return (
    <>
      {upiId ?? 'Not given'}
      {upiChange && (
        <span className="data-sub">
          From {formatDayAndTime(upiChange.countsFrom)}: {upiChange.newUpiId ?? 'none'}
        </span>
      )}
    </>
  )
}
