import { Form } from 'react-router'
import { CAME_BACK, Decisions, ReturnedFields } from '#app/admin/orders/decisions.tsx'
import { OrderChanges } from '#app/admin/orders/order-changes.tsx'
import { OrderInfo } from '#app/admin/orders/order-info.tsx'
import { OrderMails } from '#app/admin/orders/order-mails.tsx'
import { OrderNotes, type ShownNote } from '#app/admin/orders/order-notes.tsx'
import { OrderPayments } from '#app/admin/orders/order-payments.tsx'
import { StartRefundForm } from '#app/admin/orders/start-refund-form.tsx'
import { TrackingForm } from '#app/admin/orders/tracking-form.tsx'
import { type AdminAnswer, AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { type Confirmation, ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { ConflictPanel, type ShownConflict } from '#app/desk/conflict-panel.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, buttonClass } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Checkbox, SelectField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Table } from '#app/kit/table.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { type Invoices, OrderInvoices } from '#app/orders/order-invoices.tsx'
import { picksText } from '#shop/carts/mix.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { add, formatAmount, type Money, NO_MONEY, toRupees } from '#shop/kernel/money.ts'
import type { Permission } from '#shop/kernel/permissions.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import {
  type CancellationReason,
  isSent,
  ORDER_STATUSES,
  type Order,
  type OrderItem,
} from '#shop/orders/order.ts'
import { lastChange, type OrderChangeEntry } from '#shop/orders/order-history.ts'
import type { OrderMail } from '#shop/orders/order-mail.ts'
import { PRINT_AGAIN } from '#shop/orders/packing.ts'
import type { OrderRequest } from '#shop/orders/request.ts'
import type { RequestPhoto } from '#shop/orders/request-photo.ts'
import { statusName } from '#shop/orders/tracker.ts'
import type { CapturedPayment } from '#shop/payments/payment.ts'
import type { Refund, RefundAgreement } from '#shop/payments/refund.ts'

const COLUMNS: Column<OrderItem>[] = [
  column.title('Product', ({ name, product, tastemakers }) => (
    <span className="thumb">
      <ProductPicture src={product?.imageUrls[0]} alt="" />
      <span>
        {name || 'Unknown Product'}
        {tastemakers.length > 0 && <span className="data-sub">{picksText(tastemakers)}</span>}
      </span>
    </span>
  )),
  column.text('HSN', ({ hsnCode }) => hsnCode || '-', { place: 'wide' }),
  column.number('Quantity × price', ({ quantity, unitPrice }) => `${quantity} × ${formatAmount(unitPrice)}`),
  column.figure('Line total', ({ totalPrice }) => formatAmount(totalPrice)),
]

/** The result of a form of this page; `values` as typed when it was not done. */
export type OrderAnswer =
  | { confirmation: Confirmation; values: FormValues }
  /** A conflict shows both versions, when another admin saved meanwhile. */
  | (AdminAnswer & { values?: FormValues; isConflict?: boolean })

export type OrderDetailProps = {
  /** A refund above the limit that one person has agreed to; `isOwn`: that is the signed-in person. */
  agreement: (RefundAgreement & { isOwn: boolean }) | null
  /** The permissions of the signed-in person. */
  permissions: readonly Permission[]
  order: Order
  notes: ShownNote[]
  mails: OrderMail[]
  payments: CapturedPayment[]
  /** Units that earlier refunds have returned, by the item's id. */
  returned: Record<string, number>
  /** Units of the cancelled order have not come back. */
  isParcelOut: boolean
  /** The person who caused an entry of the history, by its id. */
  actorNames: Record<number, string>
  /** 'Unpaid, held until …', or null. */
  unpaid: string | null
  /** A payment of another amount waits for a decision. */
  isHeld: boolean
  /** Its label has a former address; null when it has none of that kind, or the parcel is on its way. */
  outdatedLabel: { isPacked: boolean } | null
  requests: OrderRequest[]
  photos: RequestPhoto[]
  refunds: Refund[]
  /** The most that a further refund can pay back. */
  refundable: Money
  papers: Invoices
  changes: OrderChangeEntry[]
  hasInvoice: boolean
  /** The shop's name, for messages to the customer. */
  brand: string
  answer: OrderAnswer | undefined
}

/** Everything about one order, and everything that an admin does with it. */
export function OrderDetail(props: OrderDetailProps) {
  const {
    order,
    notes,
    mails,
    payments,
    returned,
    isParcelOut,
    actorNames,
    unpaid,
    isHeld,
    outdatedLabel,
    requests,
    photos,
    refunds,
    refundable,
    papers,
    changes,
    hasInvoice,
    agreement,
    brand,
    answer,
  } = props
  const may = (permission: Permission) => props.permissions.includes(permission)
  const typed = answer?.values
  const asked = answer && 'confirmation' in answer ? answer.confirmation : null
  const done = answer && 'ok' in answer ? answer : undefined
  const problems = done?.problems
  return (
    <AdminPage title={`Order ${shortId(order.id)}`} actions={may('packing') && <PrintLinks order={order} />}>
      {may('orders.list') && (
        <div className="mb-4">
          <Link to={ORDERS} className="link">
            All orders
          </Link>
        </div>
      )}
      {done?.isConflict ? (
        <ConflictPanel conflict={conflictOf(props, typed ?? {})} />
      ) : (
        <StatusNotice answer={done} />
      )}
      <ConfirmationDialog confirmation={asked} closeTo={`${ORDERS}/${order.id}`} />
      {isHeld && (
        <HeldPayment
          paid={add(NO_MONEY, ...payments.map(({ amount }) => amount))}
          due={order.total}
          mayDecide={may('refunds')}
        />
      )}
      {unpaid && (
        <Banner tone="warning" live={false} className="mb-4" title={unpaid}>
          Do not pack or ship this order.{' '}
          {order.paymentStatus === 'refunded' ? 'Cancel it.' : 'Wait for the payment, or cancel it.'}
        </Banner>
      )}
      {outdatedLabel && (
        <Banner tone="warning" live={false} className="mb-4" title={`${PRINT_AGAIN}.`}>
          {outdatedLabel.isPacked && 'The parcel is packed: swap its label for the new one before it leaves.'}
        </Banner>
      )}
      {agreement && <Agreement {...agreement} />}
      <Decisions
        {...{ order, requests, photos, refundable, returned }}
        typed={typed ?? valuesOf(agreement)}
        problems={problems}
        mayDecide={{ cancellation: may('orders.change'), refund: may('refunds') }}
      />
      <div className="admin-columns">
        <div>
          <AdminSection title="Items">
            <ItemTable order={order} />
          </AdminSection>
          <AdminSection title="Payments">
            <OrderPayments {...{ order, payments, refunds }} />
          </AdminSection>
          <AdminSection title="Emails">
            <OrderMails mails={mails} />
          </AdminSection>
          <AdminSection title="History">
            <OrderChanges events={order.events} actorNames={actorNames} changes={changes} />
          </AdminSection>
        </div>
        <div>
          {may('orders.change') && (
            <>
              <AdminSection title="Status">
                <StatusChange key={order.version} {...{ order, returned, typed }} />
              </AdminSection>
              {isParcelOut && (
                <AdminSection title="Parcel">
                  <ParcelBack key={order.version} {...{ order, returned, typed }} />
                </AdminSection>
              )}
              <AdminSection title="Tracking">
                <TrackingForm key={order.version} order={order} typed={typed} />
              </AdminSection>
            </>
          )}
          <AdminSection title="Order">
            <OrderInfo order={order} brand={brand} />
            <OrderInvoices
              orderId={order.id}
              papers={papers}
              hasInvoice={hasInvoice}
              isCancelled={order.status === 'cancelled'}
            />
          </AdminSection>
          {may('refunds') && (canStartRefund(props) || typed?.intent === 'start-refund') && (
            <AdminSection title="Refund">
              <StartRefundForm typed={typed} />
            </AdminSection>
          )}
          <AdminSection title="Notes">
            <OrderNotes {...{ notes, typed, problems }} />
          </AdminSection>
        </div>
      </div>
    </AdminPage>
  )
}

/** A payment of another amount, which a dashboard offer or a fee may explain. */
function HeldPayment({ paid, due, mayDecide }: { paid: Money; due: Money; mayDecide: boolean }) {
  const title = `${formatAmount(paid)} arrived for this order of ${formatAmount(due)}.`
  return (
    <Banner tone="warning" live={false} className="mb-4" title={title}>
      An offer of the payment provider may be the reason.
      {mayDecide && (
        <Form method="post" className="mt-3 flex flex-wrap gap-3">
          <input type="hidden" name="intent" value="held-payment" />
          <Button name="decision" value="accept">
            Accept as the whole payment
          </Button>
          <Button name="decision" value="return" look="line">
            Send it back
          </Button>
        </Form>
      )}
    </Banner>
  )
}

/** A refund above the limit waits for a second person, whose form begins with what the first one entered. */
function Agreement({ byName, agreedAt, terms, isOwn }: NonNullable<OrderDetailProps['agreement']>) {
  const what = terms.kind === 'cancel' ? 'cancelled the order with a refund' : 'approved a refund'
  return (
    <Banner
      tone="warning"
      live={false}
      className="mb-4"
      title={`${byName ?? 'A closed account'} ${what} of ${formatAmount(terms.amount)} on ${formatDayAndTime(agreedAt)}.`}
    >
      {isOwn
        ? 'This refund needs two persons. Somebody else has to decide the same.'
        : 'This refund needs two persons. If you decide the same, it is done; if not, talk to each other first.'}
    </Banner>
  )
}

/** The form's fields as the first person filled them in. */
function valuesOf(agreement: OrderDetailProps['agreement']): FormValues | undefined {
  if (agreement?.terms.kind !== 'refund') return undefined
  const { amount, returned } = agreement.terms
  return Object.fromEntries([
    ['amount', toRupees(amount).toFixed(2)],
    ...returned.flatMap(({ itemId, quantity, restocked }) => [
      [`returned:${itemId}`, String(quantity)],
      [`restocked:${itemId}`, String(restocked)],
    ]),
  ])
}

/** As `startRefund` allows it. */
function canStartRefund({ order, requests, refundable }: OrderDetailProps): boolean {
  const isOpen = requests.some(({ kind, status }) => kind === 'refund' && status === 'open')
  return order.status === 'delivered' && refundable > 0 && !isOpen
}

/** The fields of the sent form, as saved now and as typed. */
function conflictOf({ order, changes }: OrderDetailProps, typed: FormValues): ShownConflict {
  const last = lastChange(changes)
  const rows = [
    { label: 'Status', theirs: statusName(order.status), yours: statusNamed(typed.status) },
    { label: 'Tracking number', theirs: order.trackingNumber, yours: typed.trackingNumber },
    { label: 'Carrier', theirs: order.carrier, yours: typed.carrier },
  ].flatMap(({ label, theirs, yours }) =>
    yours === undefined ? [] : [{ label, theirs: theirs ?? '', yours }],
  )
  return {
    thing: 'order',
    by: last?.actorName ?? 'Another admin',
    at: last?.createdAt ?? order.createdAt,
    rows,
    reloadTo: `${ORDERS}/${order.id}`,
  }
}

function statusNamed(name: string | undefined): string | undefined {
  const status = ORDER_STATUSES.find((one) => one === name)
  return status && statusName(status)
}

function PrintLinks({ order }: { order: Order }) {
  const pages = [
    { kind: 'packing-slips', label: 'Packing slip' },
    { kind: 'labels', label: 'Address label' },
  ]
  return pages.map(({ kind, label }) => (
    <a
      key={kind}
      href={`${ORDERS}/print/${kind}?order=${order.id}:${order.version}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ look: 'line' })}
    >
      {label}
    </a>
  ))
}

type ParcelProps = Pick<OrderDetailProps, 'order' | 'returned'> & { typed: FormValues | undefined }

/** Sets any status from any other; goods, money and emails follow from it. */
function StatusChange({ order, returned, typed }: ParcelProps) {
  const { isSubmitting, stopTwice } = useSubmitting('status')
  const given = typed?.intent === 'status' ? typed : undefined
  return (
    <Form method="post" onSubmit={stopTwice} className="status-change flex flex-wrap items-end gap-2">
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="version" value={order.version} />
      <SelectField
        label="Order status"
        name="status"
        defaultValue={typed?.status ?? order.status}
        fieldClassName="min-w-[min(100%,9rem)] flex-1"
      >
        {ORDER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {statusName(status)}
          </option>
        ))}
      </SelectField>
      {isSent(order.status) && (
        <div className="when-cancelled w-full gap-3">
          <ReturnedFields {...{ order, returned, typed: given }} hint={CAME_BACK} />
          {order.status === 'shipped' && (
            <Checkbox
              label="Returned to origin"
              hint="The courier could not deliver the parcel. The customer reads this in the email."
              name="reason"
              value={'returned_to_origin' satisfies CancellationReason}
              defaultChecked={given?.reason !== undefined}
            />
          )}
        </div>
      )}
      <Button busy={isSubmitting}>Update status</Button>
    </Form>
  )
}

/** Asks what comes back of a parcel after its order was cancelled. */
function ParcelBack({ order, returned, typed }: ParcelProps) {
  const { isSubmitting, stopTwice } = useSubmitting('returned')
  return (
    <Form method="post" onSubmit={stopTwice} className="grid gap-3">
      <input type="hidden" name="intent" value="returned" />
      <input type="hidden" name="version" value={order.version} />
      <p>Some units of this order have left the house and have not come back.</p>
      <ReturnedFields
        {...{ order, returned, typed: typed?.intent === 'returned' ? typed : undefined }}
        hint={CAME_BACK}
      />
      <Button look="line" busy={isSubmitting}>
        Save what came back
      </Button>
    </Form>
  )
}

function ItemTable({ order }: { order: Order }) {
  return (
    <Table
      dense
      caption="Items"
      columns={COLUMNS}
      rows={order.items}
      rowKey={({ id }) => id}
      empty="No items"
    />
  )
}
