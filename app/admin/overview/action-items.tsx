import {
  ANALYTICS,
  APPROVALS,
  DASHBOARD,
  deskPath,
  MESSAGES,
  ORDERS,
  PAYOUTS,
  PRODUCTS,
} from '#app/desk/paths.ts'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import type { ActionItem, ActionKind } from '#shop/analytics/overview.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { durationText } from '#shop/messages/sla.ts'

/** `to` opens the list whose rows the count counts. */
type Task = { one: string; many: string; to: string; verb: string; detail?: string }

const TASKS: Record<ActionKind, Task> = {
  confirm: {
    one: 'Order to confirm',
    many: 'Orders to confirm',
    to: deskPath('confirm'),
    verb: 'Confirm',
  },
  pack: { one: 'Order to pack', many: 'Orders to pack', to: deskPath('pack'), verb: 'Pack' },
  ship: { one: 'Parcel to ship', many: 'Parcels to ship', to: deskPath('ship'), verb: 'Ship' },
  late: {
    one: 'Order past its shipping time',
    many: 'Orders past their shipping time',
    to: `${ORDERS}?late=1&sort=oldest`,
    verb: 'Ship',
  },
  hold_over: {
    one: 'Unpaid order past its hold',
    many: 'Unpaid orders past their hold',
    to: `${ORDERS}?payment=hold_over&sort=oldest`,
    verb: 'Look',
  },
  cancellation: {
    one: 'Cancellation to review',
    many: 'Cancellations to review',
    to: `${ORDERS}?request=cancellation&sort=oldest`,
    verb: 'Review',
  },
  refund: {
    one: 'Refund to review',
    many: 'Refunds to review',
    to: `${ORDERS}?request=refund&sort=oldest`,
    verb: 'Review',
  },
  refund_by_hand: {
    one: 'Refund to pay manually',
    many: 'Refunds to pay manually',
    to: `${DASHBOARD}/refunds`,
    verb: 'Pay',
  },
  payment_held: {
    one: 'Payment of another amount to decide about',
    many: 'Payments of another amount to decide about',
    to: `${ORDERS}?payment=other_amount&sort=oldest`,
    verb: 'Decide',
  },
  dispute: {
    one: 'Disputed payment to answer',
    many: 'Disputed payments to answer',
    to: `${ORDERS}?payment=disputed&sort=oldest`,
    verb: 'Answer',
    detail: 'The bank takes the money back without an answer',
  },
  refund_elsewhere: {
    one: 'Refund made at the payment provider',
    many: 'Refunds made at the payment provider',
    to: `${DASHBOARD}/refunds`,
    verb: 'Look',
    detail: 'In the last 7 days. Check the stock, and whether the order still goes out',
  },
  message: {
    one: 'Message past its deadline',
    many: 'Messages past their deadline',
    to: `${MESSAGES}?status=all&late=1`,
    verb: 'Answer',
  },
  photo: { one: 'Photo to check', many: 'Photos to check', to: APPROVALS, verb: 'Check' },
  pay_owed: {
    one: 'Approved task to pay',
    many: 'Approved tasks to pay',
    to: PAYOUTS,
    verb: 'Pay',
  },
  pay_question: {
    one: 'Question about pay',
    many: 'Questions about pay',
    to: PAYOUTS,
    verb: 'Answer',
  },
  flagged: {
    one: 'Flagged order to look at',
    many: 'Flagged orders to look at',
    to: `${ANALYTICS}/flagged`,
    verb: 'Review',
  },
  out_of_stock: {
    one: 'Product sold out',
    many: 'Products sold out',
    to: `${PRODUCTS}?stock=out`,
    verb: 'Look',
  },
  low_stock: {
    one: 'Product running low',
    many: 'Products running low',
    to: `${PRODUCTS}?stock=low`,
    verb: 'Look',
    detail: `Fewer than ${LOW_STOCK_ALERT} left`,
  },
  above_mrp: {
    one: 'Product priced above its MRP',
    many: 'Products priced above their MRP',
    to: `${PRODUCTS}?stock=above-mrp`,
    verb: 'Correct',
    detail: 'What is paid for it with tax may not be above the MRP',
  },
  no_hsn: {
    one: 'Product without an HSN code',
    many: 'Products without an HSN code',
    to: `${PRODUCTS}?stock=no-hsn`,
    verb: 'Correct',
    detail: 'Invoices and GST returns need it',
  },
  failed_job: { one: 'Failed job', many: 'Failed jobs', to: `${DASHBOARD}/jobs`, verb: 'Look' },
}

/** The admin's action items, above any chart. */
export function ActionItems({ items, now }: { items: ActionItem[]; now: Date }) {
  const isOpen = useIsOpen()
  const open = items.filter(({ kind }) => isOpen(TASKS[kind].to.replace(/[?#].*/, '')))
  if (open.length === 0) return <EmptyList title="You’re all caught up" />
  return (
    <ul className="needs needs-day">
      {open.map((need) => (
        <NeedRow key={need.kind} need={need} now={now} />
      ))}
    </ul>
  )
}

function NeedRow({ need: { kind, count, since }, now }: { need: ActionItem; now: Date }) {
  const { one, many, to, verb, detail } = TASKS[kind]
  const title = count === 1 ? one : many
  return (
    <li data-row>
      <span className="needs-count">{formatNumber(count)}</span>
      <span>
        <b>{title}</b>
        <span>
          {since && kind === 'dispute' && `By ${formatDayAndTime(since)}`}
          {since &&
            kind !== 'dispute' &&
            `${count === 1 ? 'For' : 'The oldest for'} ${durationText(since, now)}`}
          {!since && detail}
        </span>
      </span>
      <ButtonLink to={to} look="line">
        {verb}
        <VisuallyHidden>: {title.toLowerCase()}</VisuallyHidden>
      </ButtonLink>
    </li>
  )
}
