import { data, redirect } from 'react-router'
import { z } from 'zod'
import { Decisions } from '#app/admin/orders/decisions.tsx'
import {
  changeNotes,
  confirmCancellation,
  decideRequest,
  decisionForms,
  readReturnedUnits,
  refundOrder,
  resendMail,
} from '#app/admin/orders/order-actions.server.ts'
import { RefundForm, ReturnForm, StatusChange, TrackingForm } from '#app/admin/orders/order-forms.tsx'
import { ItemTable, OrderInfo } from '#app/admin/orders/order-info.tsx'
import { conflictOf, OrderNotices, type PendingAgreement } from '#app/admin/orders/order-notices.tsx'
import { OrderPayments } from '#app/admin/orders/order-payments.tsx'
import { OrderChanges, OrderMails, OrderNotes } from '#app/admin/orders/order-records.tsx'
import { type AdminAnswer, AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { ConflictPanel } from '#app/desk/conflict-panel.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { buttonClass } from '#app/kit/button.tsx'
import { type FormValues, readFields, typedValues } from '#app/kit/form-fields.ts'
import { TextLink } from '#app/kit/link.tsx'
import { OrderInvoices } from '#app/orders/order-invoices.tsx'
import { doneNotice, formOf, invalid } from '#app/request/form.server.ts'
import { orNotFound, type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { invoicesOfOrder } from '#shop/invoices/invoices.read.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { may, type Permission, permissionsOf } from '#shop/kernel/permissions.ts'
import { actorNamesOf, changesOfOrder, mailsOfOrder, notesOfOrder } from '#shop/orders/admin-order.read.ts'
import { hasAllocatedUnits } from '#shop/orders/cancellation.read.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { noteText, orderChangeInput, refundRequestInput } from '#shop/orders/input.ts'
import { canBePaid, editProblem, ORDER_STATUSES, type Order, unpaidWords } from '#shop/orders/order.ts'
import { listMails, ORDER_MAIL_QUEUES } from '#shop/orders/order-mail.ts'
import { mayChangeNote } from '#shop/orders/order-note.ts'
import { payPath, signPayment } from '#shop/orders/order-paths.ts'
import { findOrder, photosOfOrder, requestsOfOrder, returnedSoFar } from '#shop/orders/orders.read.ts'
import { outdatedLabelOf } from '#shop/orders/packing.read.ts'
import { CHOOSE_REASON, type OrderRequest, REFUND_REASONS } from '#shop/orders/request.ts'
import { openPaymentOf, paymentsOfOrder } from '#shop/payments/payments.read.ts'
import { refundableAmount, refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { refundAgreementOf } from '#shop/payments/second-person.flow.ts'
import { REFUSALS } from '#shop/refusals.ts'
import { decideHeldPayment } from '#shop/settlement/decide-held-payment.ts'
import type { Route } from './+types/order.ts'

export const handle: PageHandle = {
  guard: 'orders.view',
  title: null,
  access: { at: '/admin/dashboard/orders/{order}', get: 200, post: 422 },
}

const DONE: Record<string, string> = {
  tracking: 'Tracking number added successfully',
  corrected: 'Tracking number corrected',
  'note-added': 'Note added',
  'note-changed': 'Note changed',
  'note-deleted': 'Note deleted',
  'sent-again': 'The email is queued and goes out within a minute.',
  created: 'Order created.',
  items: 'Items changed.',
  'items-same': 'Nothing changed: the order already has these items.',
  address: 'Address corrected. The customer gets an email.',
  'address-same': 'Nothing changed: the order already has this address.',
  returned: 'Saved what came back',
  decided: 'Decision saved. The customer gets an email.',
}

export const shouldRevalidate = afterRefusal

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, config, now, actor, jobs } = ctx
  const order = orNotFound(await findOrder(db, params.id))
  await recordView(ctx, { entity: 'order', entityId: order.id, personId: order.userId })
  const [requests, photos, refunds, papers, changes, notes, actorNames, payment, stored, payments] =
    await Promise.all([
      requestsOfOrder(db, order.id),
      photosOfOrder(db, order.id),
      refundsOfOrder(db, order.id),
      invoicesOfOrder(db, order.id),
      changesOfOrder(db, order.id),
      notesOfOrder(db, order.id),
      actorNamesOf(db, [order.id]),
      openPaymentOf(db, order.id),
      mailsOfOrder(db, order.id),
      paymentsOfOrder(db, order.id),
    ])
  const agreement = await refundAgreementOf(db, order.id, now)
  const ids = [order.id, ...refunds.map(({ id }) => id), ...stored.map(({ id }) => id)]
  const unfinished = await jobs.listUnfinished(ORDER_MAIL_QUEUES, ids)
  const facts = {
    ...{ order, requests, photos, refunds, payments, papers, changes, actorNames },
    mails: listMails({ order, refunds }, stored, unfinished),
    notes: notes.map((note) => ({ ...note, isEditable: mayChangeNote(note, { actorId: actor.id, now }) })),
    agreement: agreement && { ...agreement, isOwn: agreement.agreedBy === actor.id },
    returned: await returnedSoFar(db, order.id),
    isParcelOut: order.status === 'cancelled' && (await hasAllocatedUnits(db, order.id)),
    refundable: await refundableAmount(db, order.id),
    outdatedLabel: await outdatedLabelOf(db, order.id),
    unpaid: unpaidWords(order, payment?.holdUntil ?? null, now),
    isHeld: payment?.isHeld ?? false,
    payLink:
      may(actor, 'orders.create') &&
      canBePaid(order) &&
      payment &&
      (payment.holdUntil > now || order.advance > 0)
        ? `${config.origin}${payPath(order.id, signPayment(ctx.links, order.id))}`
        : null,
  }
  return { ...facts, permissions: permissionsOf(actor), brand: config.brand, done: doneAnswer(request) }
}

/** The result of a form of this page. `values`: the typed values, if it failed or needs a confirmation. */
type OrderAnswer = AdminAnswer & {
  /** True if another admin has saved in the meantime, so both versions are shown. */
  isConflict?: boolean
}

function doneAnswer(request: Request): OrderAnswer | undefined {
  const done = new URL(request.url).searchParams.get('done') ?? ''
  const status = /^status-(\w+)$/.exec(done)?.[1]
  return status ? { ok: true, message: `Order status updated to ${status}` } : doneNotice(request, DONE)
}

const version = z.preprocess((text) => text || undefined, z.coerce.number().int().positive().optional())

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('status'),
    version,
    status: z.enum(ORDER_STATUSES, 'Choose a status'),
    reason: orderChangeInput.shape.reason,
  }),
  z.object({ intent: z.literal('returned'), version }),
  z.object({
    intent: z.literal('tracking'),
    version,
    trackingNumber: orderChangeInput.shape.trackingNumber.refine(Boolean, 'Please enter the number.'),
    carrier: orderChangeInput.shape.carrier,
    isCorrection: z.string().optional(),
  }),
  z.object({ intent: z.literal('add-note'), text: noteText }),
  z.object({ intent: z.literal('edit-note'), noteId: z.uuid(), text: noteText }),
  z.object({ intent: z.literal('delete-note'), noteId: z.uuid() }),
  z.object({ intent: z.literal('send-again'), mailId: z.string().regex(/^[\da-f-]{36}(-shop)?$/) }),
  z.object({
    intent: z.literal('start-refund'),
    reason: z.enum(REFUND_REASONS, CHOOSE_REASON),
    details: refundRequestInput.shape.details,
    previousId: z.union([z.uuid(), z.literal('')]),
  }),
  z.object({ intent: z.literal('held-payment'), decision: z.enum(['accept', 'return']) }),
  ...decisionForms,
])

const HELD_PAYMENT = {
  accept: {
    title: 'Accept this amount as the full payment?',
    lines: ['The order is paid, and the difference is never charged. This can’t be undone.'],
    confirm: 'Accept the payment',
  },
  return: {
    title: 'Send this payment back?',
    lines: [
      'The whole amount goes back the way it came. This can’t be undone. The order can then be paid again.',
    ],
    confirm: 'Send it back',
  },
}

const FAILURE_TITLES = new Map([
  ['status', 'Error updating order status'],
  ['tracking', 'Error adding tracking number'],
  ['returned', 'What came back was not saved'],
  ['add-note', 'The note was not saved'],
  ['edit-note', 'The note was not saved'],
  ['send-again', 'The email was not sent'],
])

/** Handles one form of the page. Success redirects, so that a reload repeats nothing. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const orderId = params.id.toLowerCase()
  if (!isUuid(orderId)) throw data(null, { status: 404 })
  const values = typedValues(form)
  const failureText = (why: string | undefined) =>
    [FAILURE_TITLES.get(values.intent ?? ''), why].filter(Boolean).join('. ')
  const fields = readFields(forms, form)
  const outcome = fields.ok ? await runForm(ctx, orderId, fields.value, form) : fields
  if ('done' in outcome) return redirect(`${ORDERS}/${orderId}?done=${outcome.done}`, 303)
  if ('confirmation' in outcome) return data<OrderAnswer>({ ok: true, message: null, ...outcome, values })
  if (outcome.reason === 'invalid') return invalid(outcome, failureText(Object.values(outcome.problems)[0]))
  const { status, en } = REFUSALS[outcome.reason]
  const isConflict = outcome.reason === 'edit_conflict' && values.intent !== 'cancellation'
  const why = 'message' in outcome ? outcome.message : undefined
  return data<OrderAnswer>({ ok: false, message: failureText(why ?? en), values, isConflict }, { status })
}

async function runForm(ctx: StaffCtx, orderId: string, fields: z.infer<typeof forms>, form: FormData) {
  if (fields.intent === 'start-refund') return refundOrder(ctx, { orderId, ...fields }, form)
  if (fields.intent === 'send-again') return resendMail(ctx, orderId, fields.mailId, form)
  if (fields.intent === 'add-note' || fields.intent === 'edit-note' || fields.intent === 'delete-note')
    return changeNotes(ctx, orderId, fields, form)
  if (fields.intent === 'cancellation' || fields.intent === 'refund')
    return decideRequest(ctx, orderId, fields, form)
  if (fields.intent === 'held-payment') {
    const confirmation = requireConfirmation(form, HELD_PAYMENT[fields.decision])
    if (confirmation) return { confirmation }
    const decided = await decideHeldPayment(ctx, { orderId, decision: fields.decision })
    return decided.ok ? { done: 'decided' } : decided
  }
  if (fields.intent === 'returned') {
    const units = readReturnedUnits(form)
    if ('reason' in units) return units
    const changed = await changeOrder(ctx, { orderId, version: fields.version, ...units })
    return changed.ok ? { done: 'returned' } : changed
  }
  const { intent: _, ...change } = fields
  const isCancellation = 'status' in change && change.status === 'cancelled'
  const confirmed = isCancellation
    ? await confirmCancellation(ctx, form, { orderId, ...change })
    : { returned: [] }
  if ('confirmation' in confirmed || 'reason' in confirmed) return confirmed
  // Without scripts, a form sends the fields of a cancellation with any status.
  const reason = isCancellation ? change.reason : undefined
  const changed = await changeOrder(ctx, { orderId, ...change, ...confirmed, reason })
  if (!changed.ok) return changed
  if (fields.intent === 'status') return { done: `status-${fields.status}` }
  return { done: fields.isCorrection ? 'corrected' : 'tracking' }
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, notes, mails, payments, returned, isParcelOut, requests, photos, refunds } = loaderData
  const { refundable, papers, changes, actorNames, agreement, brand } = loaderData
  const answer: OrderAnswer | undefined = actionData ?? loaderData.done
  const may = (permission: Permission) => loaderData.permissions.includes(permission)
  const { values: typed, problems, confirmation } = answer ?? {}
  return (
    <AdminPage title={`Order ${shortId(order.id)}`} actions={may('packing') && <PrintLinks order={order} />}>
      {may('orders.list') && (
        <div className="mb-4">
          <TextLink to={ORDERS}>All orders</TextLink>
        </div>
      )}
      {answer?.isConflict ? (
        <ConflictPanel conflict={conflictOf(loaderData, typed ?? {})} />
      ) : (
        <StatusNotice answer={answer} />
      )}
      <ConfirmationDialog confirmation={confirmation} closeTo={`${ORDERS}/${order.id}`} />
      <OrderNotices {...loaderData} mayDecide={may('refunds')} />
      <Decisions
        {...{ order, requests, photos, refundable, returned }}
        typed={typed ?? valuesOf(agreement)}
        problems={problems}
        mayDecide={{ cancellation: may('orders.change'), refund: may('refunds') }}
      />
      <div className="admin-columns">
        <div>
          <AdminSection
            title="Items"
            aside={
              may('orders.change') &&
              editProblem(order) === null && (
                <TextLink to={`${ORDERS}/${order.id}/items`}>Edit items</TextLink>
              )
            }
          >
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
                  <ReturnForm key={order.version} {...{ order, returned, typed }} />
                </AdminSection>
              )}
              <AdminSection title="Tracking">
                <TrackingForm key={order.version} order={order} typed={typed} />
              </AdminSection>
            </>
          )}
          <AdminSection title="Order">
            <OrderInfo order={order} brand={brand} payLink={loaderData.payLink} />
            <OrderInvoices {...{ order, papers }} />
          </AdminSection>
          {may('refunds') && (canStartRefund(loaderData) || isTypedRefundUnsaved(requests, typed)) && (
            <AdminSection title="Refund">
              <RefundForm {...{ order, requests, refundable, returned, typed, problems }} />
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

/** Returns the values of the refund form from the first person's decision. */
function valuesOf(agreement: PendingAgreement | null): FormValues | undefined {
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

/** Follows the same rule as `startRefund`. */
function canStartRefund({ order, requests, refundable }: Route.ComponentProps['loaderData']): boolean {
  const isOpen = requests.some(({ kind, status }) => kind === 'refund' && status === 'open')
  return order.status === 'delivered' && refundable > 0 && !isOpen
}

/** True if the typed refund was not saved, perhaps because another admin started one first. The form then stays. */
function isTypedRefundUnsaved(requests: OrderRequest[], typed: FormValues | undefined): boolean {
  const isOwn = ({ reason, details }: OrderRequest) => reason === typed?.reason && details === typed.details
  return (
    typed?.intent === 'start-refund' &&
    !requests.some((request) => request.status === 'open' && isOwn(request))
  )
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
