import { Form, useNavigation } from 'react-router'
import { AdminPage, AdminSection } from '#app/admin/kit/admin-page.tsx'
import { FiguresStrip } from '#app/admin/kit/figures-strip.tsx'
import { type AdminAnswer, StatusNotice } from '#app/admin/kit/status-notice.tsx'
import { PayoutLines } from '#app/admin/payouts/payout-lines.tsx'
import { PAYOUTS } from '#app/admin/payouts/payouts-path.ts'
import { ReleaseDialog } from '#app/admin/payouts/release-dialog.tsx'
import { Button } from '#app/kit/button.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { add, formatPrice, NO_MONEY } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { Payout, PayoutLine, PayoutLineState } from '#shop/programme/pay.ts'

export type PayoutPageProps = {
  payout: Payout
  /** The payment that is about to be taken out. */
  releasing: PayoutLine | null
  /** References as they were typed, by line, when one was refused. */
  references: Record<string, string>
  answer: AdminAnswer | undefined
}

/** One payout: the file for the bank, and the references that come back. */
export function PayoutPage({ payout, releasing, references, answer }: PayoutPageProps) {
  const { id, number, createdAt, lines } = payout
  const isBusy = useNavigation().formData?.get('intent') === 'pay'
  const here = `${PAYOUTS}/${id}`
  const isWaiting = lines.some(({ state }) => state === 'waiting')
  return (
    <AdminPage
      title={`Payout ${number}`}
      actions={
        <>
          <ButtonLink to={PAYOUTS} look="line" icon="arrow-left">
            All payouts
          </ButtonLink>
          <ButtonLink to={`${here}/csv`} look="line" icon="download" reloadDocument>
            CSV for the bank
          </ButtonLink>
        </>
      }
    >
      <StatusNotice answer={answer} />
      <FiguresStrip figures={figuresOf(payout)} />
      <AdminSection title={`Made on ${formatDay(createdAt)}`}>
        <Form method="post">
          <input type="hidden" name="intent" value="pay" />
          <PayoutLines
            lines={lines}
            references={references}
            releasePath={(lineId) => `${here}?release=${lineId}`}
          />
          {isWaiting && (
            <div className="pt-4">
              <p className="mb-3">
                Enter the reference of each transfer that was made; the others stay to be paid.
              </p>
              <Button busy={isBusy}>Mark as paid</Button>
            </div>
          )}
        </Form>
      </AdminSection>
      {releasing && <ReleaseDialog line={releasing} closeTo={here} />}
    </AdminPage>
  )
}

function figuresOf({ lines }: Payout) {
  const sum = (...states: PayoutLineState[]) =>
    formatPrice(
      add(NO_MONEY, ...lines.filter(({ state }) => states.includes(state)).map(({ amount }) => amount)),
    )
  const confirmed = lines.filter(({ confirmedAt }) => confirmedAt !== null).length
  return [
    { label: 'To be paid', value: sum('waiting') },
    { label: 'Paid', value: sum('paid') },
    { label: 'Returned', value: sum('returned') },
    { label: 'Confirmed by workers', value: confirmed.toLocaleString('en-IN') },
  ]
}
