import { Form } from 'react-router'
import type { RecordConflict } from '#app/desk/conflict-panel.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { ORDER_STATUSES, type Order } from '#shop/orders/order.ts'
import { lastChange, type OrderChangeEntry } from '#shop/orders/order-history.ts'
import { PRINT_AGAIN } from '#shop/orders/packing.ts'
import { statusName } from '#shop/orders/tracker.ts'
import type { RefundAgreement } from '#shop/payments/refund.ts'

/** A refund above the limit to which one person has agreed. `isOwn`: true if that is the signed-in person. */
export type PendingAgreement = RefundAgreement & { isOwn: boolean }

type OrderNoticesProps = {
  order: Order
  changes: OrderChangeEntry[]
  /** The sum of received payments less their refunds. */
  refundable: Money
  isHeld: boolean
  /** 'Unpaid, held until …', or null. */
  unpaid: string | null
  /** A printed label with an earlier address. Null if there is none, or if the parcel has been shipped. */
  outdatedLabel: { isPacked: boolean } | null
  agreement: PendingAgreement | null
}

const LOOK = { tone: 'warning', live: false, className: 'mb-4' } as const

export function OrderNotices(props: OrderNoticesProps & { mayDecide: boolean }) {
  const { order, refundable, isHeld, unpaid, outdatedLabel, agreement, mayDecide } = props
  return (
    <>
      {isHeld && <HeldPayment paid={refundable} total={order.total} mayDecide={mayDecide} />}
      {unpaid && (
        <Banner {...LOOK} title={unpaid}>
          Do not pack or ship this order.{' '}
          {order.paymentStatus === 'refunded' ? 'Cancel it.' : 'Wait for the payment, or cancel it.'}
        </Banner>
      )}
      {outdatedLabel && (
        <Banner {...LOOK} title={`${PRINT_AGAIN}.`}>
          {outdatedLabel.isPacked && 'The parcel is packed: swap its label for the new one before it leaves.'}
        </Banner>
      )}
      {agreement && <Agreement {...agreement} />}
    </>
  )
}

/**
 * A payment whose amount is wrong, perhaps because of an offer or a fee of the provider. `paid`: the sum of the
 * order's payments.
 */
function HeldPayment({ paid, total, mayDecide }: { paid: Money; total: Money; mayDecide: boolean }) {
  const title = `${formatAmount(paid)} arrived for this order of ${formatAmount(total)}.`
  return (
    <Banner {...LOOK} title={title}>
      An offer of the payment provider may be the reason.
      {mayDecide && (
        <Form method="post" className="mt-3 flex flex-wrap gap-3">
          <input type="hidden" name="intent" value="held-payment" />
          <Button name="decision" value="accept">
            Accept as full payment
          </Button>
          <Button name="decision" value="return" look="line">
            Send it back
          </Button>
        </Form>
      )}
    </Banner>
  )
}

const AGREED = {
  cancel: 'cancelled the order with a refund',
  refund: 'approved a refund',
  edit: 'edited the items with a refund',
  write_off: 'wrote off the cash',
}

/** Says that a refund above the limit needs a second person. The form is filled in with the first person's values. */
function Agreement({ byName, agreedAt, terms, isOwn }: PendingAgreement) {
  const agreed = `${AGREED[terms.kind]} of ${formatAmount(terms.amount)} on ${formatDayAndTime(agreedAt)}`
  return (
    <Banner {...LOOK} title={`${byName ?? 'A closed account'} ${agreed}.`}>
      {isOwn
        ? 'This refund needs two persons. Somebody else has to make the same decision.'
        : 'This refund needs two persons. If you make the same decision, it is paid. If not, talk to each other first.'}
    </Banner>
  )
}

export function conflictOf(
  { order, changes }: Pick<OrderNoticesProps, 'order' | 'changes'>,
  typed: FormValues,
): RecordConflict {
  const last = lastChange(changes)
  const status = ORDER_STATUSES.find((name) => name === typed.status)
  const rows = [
    { label: 'Status', theirs: statusName(order.status), yours: status && statusName(status) },
    { label: 'Tracking number', theirs: order.trackingNumber, yours: typed.trackingNumber },
    { label: 'Carrier', theirs: order.carrier, yours: typed.carrier },
  ].flatMap(({ label, theirs, yours }) =>
    yours === undefined ? [] : [{ label, theirs: theirs ?? '', yours }],
  )
  return {
    recordKind: 'order',
    by: last?.actorName ?? 'Another admin',
    at: last?.createdAt ?? order.createdAt,
    rows,
    reloadTo: `${ORDERS}/${order.id}`,
  }
}
