import { ConfirmDialog } from '#app/admin/kit/confirm-dialog.tsx'
import { TextField } from '#app/kit/text-field.tsx'
import { formatPrice } from '#shop/kernel/money.ts'
import type { PayoutLine } from '#shop/programme/pay.ts'

/** Asks why a payment is taken out of its payout, or why it was returned. */
export function ReleaseDialog({
  line: { id, state, workerName, amount },
  closeTo,
}: {
  line: PayoutLine
  closeTo: string
}) {
  const wasPaid = state === 'paid'
  return (
    <ConfirmDialog
      title={
        wasPaid
          ? `${formatPrice(amount)} for ${workerName} was returned?`
          : `Take ${workerName} out of this payout?`
      }
      confirm={wasPaid ? 'Mark as returned' : 'Take out'}
      closeTo={closeTo}
      action={closeTo}
      fields={{ intent: 'release', id }}
    >
      <p>
        {wasPaid
          ? 'The ledger notes that the payment was reversed. The work is owed again and goes into the next payout.'
          : 'The work stays owed and goes into the next payout.'}
      </p>
      <TextField label="Reason" name="note" required maxLength={300} />
    </ConfirmDialog>
  )
}
