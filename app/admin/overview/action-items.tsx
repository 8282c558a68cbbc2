import {
  ANALYTICS,
  APPROVALS,
  deskPath,
  MESSAGES,
  ORDERS,
  PAYOUTS,
  PRODUCTS,
  REMITTANCES,
} from '#app/desk/paths.ts'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { DASHBOARD } from '#app/kit/paths.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import type { ActionItem, ActionKind } from '#shop/analytics/overview.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { durationText } from '#shop/messages/sla.ts'
import { MAX_CASH_DAYS } from '#shop/payments/payment.ts'

/** `noun`: the kind of item, in the singular. `state` follows it in the title. `to`: the list this count refers to. */
type ItemText = { noun: string; state?: string; to: string; verb: string; detail?: string }

const orders = (filter: string) => `${ORDERS}?${filter}&sort=oldest`
const products = (stock: string) => `${PRODUCTS}?stock=${stock}`

const ITEM_TEXTS: Record<ActionKind, ItemText> = {
  confirm: { noun: 'Order', state: 'to confirm', to: deskPath('confirm'), verb: 'Confirm' },
  pack: { noun: 'Order', state: 'to pack', to: deskPath('pack'), verb: 'Pack' },
  ship: { noun: 'Parcel', state: 'to ship', to: deskPath('ship'), verb: 'Ship' },
  late: { noun: 'Order', state: 'past its shipping time', to: orders('late=1'), verb: 'Ship' },
  hold_over: {
    noun: 'Unpaid order',
    state: 'past its hold',
    to: orders('payment=hold_over'),
    verb: 'Look',
  },
  cancellation: {
    noun: 'Cancellation',
    state: 'to review',
    to: orders('request=cancellation'),
    verb: 'Review',
  },
  refund: { noun: 'Refund', state: 'to review', to: orders('request=refund'), verb: 'Review' },
  refund_by_hand: { noun: 'Refund', state: 'to pay manually', to: `${DASHBOARD}/refunds`, verb: 'Pay' },
  with_couriers: {
    noun: 'Cash order',
    state: `with couriers for more than ${MAX_CASH_DAYS} days`,
    to: `${REMITTANCES}?late=1`,
    verb: 'Record',
  },
  payment_held: {
    noun: 'Payment',
    state: 'of a wrong amount to decide about',
    to: orders('payment=other_amount'),
    verb: 'Decide',
  },
  dispute: {
    noun: 'Disputed payment',
    state: 'to answer',
    to: orders('payment=disputed'),
    verb: 'Answer',
    detail: 'Without an answer, the bank takes the money back',
  },
  refund_elsewhere: {
    noun: 'Refund',
    state: 'made at the payment provider',
    to: `${DASHBOARD}/refunds`,
    verb: 'Look',
    detail: 'In the last 7 days. Check the stock, and whether the order still goes out',
  },
  message: {
    noun: 'Message',
    state: 'past its deadline',
    to: `${MESSAGES}?status=all&late=1`,
    verb: 'Answer',
  },
  photo: { noun: 'Photo', state: 'to check', to: APPROVALS, verb: 'Check' },
  pay_owed: { noun: 'Approved task', state: 'to pay', to: PAYOUTS, verb: 'Pay' },
  pay_question: { noun: 'Question', state: 'about pay', to: PAYOUTS, verb: 'Answer' },
  flagged: { noun: 'Flagged order', state: 'to look at', to: `${ANALYTICS}/flagged`, verb: 'Review' },
  out_of_stock: { noun: 'Product', state: 'sold out', to: products('out'), verb: 'Look' },
  low_stock: {
    noun: 'Product',
    state: 'running low',
    to: products('low'),
    verb: 'Look',
    detail: `Fewer than ${LOW_STOCK_ALERT} left`,
  },
  above_mrp: {
    noun: 'Product',
    state: 'priced above its MRP',
    to: products('above-mrp'),
    verb: 'Correct',
    detail: 'The price with tax may not be above the MRP',
  },
  no_hsn: {
    noun: 'Product',
    state: 'without an HSN code',
    to: products('no-hsn'),
    verb: 'Correct',
    detail: 'Invoices and GST returns need it',
  },
  failed_job: { noun: 'Failed job', to: `${DASHBOARD}/jobs`, verb: 'Look' },
}

/** Returns 'Order past its shipping time' or 'Orders past their shipping time'. */
function titleOf({ noun, state = '' }: ItemText, count: number): string {
  return (count === 1 ? `${noun} ${state}` : `${noun}s ${state.replace('its', 'their')}`).trim()
}

export function ActionItems({ items, now }: { items: ActionItem[]; now: Date }) {
  const canOpen = useCanOpen()
  const openable = items.filter(({ kind }) => canOpen(ITEM_TEXTS[kind].to.replace(/[?#].*/, '')))
  if (openable.length === 0) return <EmptyList title="You’re all caught up" />
  return (
    <ul className="needs needs-day">
      {openable.map((item) => (
        <ItemRow key={item.kind} item={item} now={now} />
      ))}
    </ul>
  )
}

function ItemRow({ item: { kind, count, since }, now }: { item: ActionItem; now: Date }) {
  const { to, verb, detail } = ITEM_TEXTS[kind]
  const title = titleOf(ITEM_TEXTS[kind], count)
  return (
    <li data-row>
      <span className="needs-count">{formatNumber(count)}</span>
      <span>
        <b>{title}</b>
        <span>
          {since && kind === 'dispute' && `By ${formatDayAndTime(since)}`}
          {since && kind !== 'dispute' && `${count === 1 ? 'For' : 'Oldest:'} ${durationText(since, now)}`}
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
