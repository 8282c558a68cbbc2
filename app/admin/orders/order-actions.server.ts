import { z } from 'zod'
import type { AdminAnswer } from '#app/desk/admin-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import type { Confirmation } from '#app/desk/confirmation.tsx'
import { type InvalidForm, textOf, typedValues } from '#app/kit/form-fields.ts'
import type { StaffCtx } from '#app/request/guards.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { calculateCredit } from '#shop/invoices/returns.read.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { add, formatAmount, type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err } from '#shop/kernel/result.ts'
import { cleanValue, pluralize } from '#shop/kernel/text.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { NO_AMOUNT, rupeesIn } from '#shop/kernel/typed-number.ts'
import { actorNamesOf, findMail } from '#shop/orders/admin-order.read.ts'
import { type CancellationEffects, cancellationEffects } from '#shop/orders/cancellation.read.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { decideCancellation } from '#shop/orders/decide-cancellation.ts'
import { decisionInput, refundDecisionInput } from '#shop/orders/input.ts'
import {
  CANCELLATION_REASONS,
  type CancellationReason,
  type Order,
  type OrderItem,
  type OrderStatus,
} from '#shop/orders/order.ts'
import { addNote, editNote, removeNote, sendMailAgain } from '#shop/orders/order-help.ts'
import { MAILS_AGAIN_PER_HOUR, mailName } from '#shop/orders/order-mail.ts'
import { findOrder, requestsOfOrder } from '#shop/orders/orders.read.ts'
import { itemsText, type ReturnedItem, replacementItems } from '#shop/orders/request.ts'
import { type RefundStart, startRefund } from '#shop/orders/request-refund.ts'
import { refundableAmount } from '#shop/payments/refunds.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import { decideRefund, type RefundDecision } from '#shop/settlement/decide-refund.ts'

/** Returns a sentence that says who is informed. `words`: the end of the sentence. */
export function mailLine({ customerEmail }: Pick<Order, 'customerEmail'>, words = '.'): string {
  return customerEmail
    ? `An email goes to ${customerEmail}${words}`
    : 'The customer has no email address: please call or write by WhatsApp.'
}

/** Reads the orders of a form, each as '<id>:<version that the form shows>'. Leaves out malformed values. */
export function ordersOf(form: FormData): { orderId: string; version: number }[] {
  return form.getAll('order').flatMap((value) => {
    const [id = '', version = ''] = String(value).split(':')
    return isUuid(id) && /^\d{1,9}$/.test(version)
      ? [{ orderId: id.toLowerCase(), version: Number(version) }]
      : []
  })
}

const MAX_ORDERS = 200

export const SELECT_FIRST = 'Select orders and a status first'

function invalidField(form: FormData, name: string, problem: string): InvalidForm {
  return { ok: false, reason: 'invalid', problems: { [name]: problem }, values: typedValues(form) }
}

/** Sets the status of each order. A refusal does not stop the others. Asks for confirmation before cancelling. */
export async function setStatuses(
  ctx: Ctx,
  form: FormData,
  status: OrderStatus,
): Promise<AdminAnswer | InvalidForm> {
  const orders = ordersOf(form).slice(0, MAX_ORDERS)
  if (orders.length === 0) return invalidField(form, 'order', SELECT_FIRST)
  const effects = status === 'cancelled' ? await effectsOf(ctx, orders) : []
  const confirmation = effects.length > 0 ? confirmCancel(form, effects) : null
  if (confirmation) return { ok: true, message: null, confirmation }
  const failed: string[] = []
  for (const { orderId, version } of orders) {
    const agreedRefund = effects.find((effect) => effect.orderId === orderId)?.refund
    const changed = await changeOrder(ctx, { orderId, version, status, agreedRefund })
    if (!changed.ok) failed.push(`${shortId(orderId)}: ${REFUSALS[changed.reason].en}`)
  }
  const done = orders.length - failed.length
  if (orders.length === 1 && done === 1) return { ok: true, message: `Order status updated to ${status}` }
  if (failed.length === 0)
    return { ok: true, message: `Order status updated to ${status} (${pluralize(done, 'order')})` }
  const successes = done > 0 ? ` ${done} of ${pluralize(orders.length, 'order')} updated to ${status}.` : ''
  return { ok: false, message: `Error updating order status. ${failed.join(' ')}${successes}` }
}

/** Skips orders that the actor may not cancel or that have changed in the meantime. The use case refuses those. */
async function effectsOf({ db, actor }: Ctx, orders: { orderId: string; version?: number | undefined }[]) {
  if (!may(actor, 'orders.change')) return []
  const found: CancellationEffects[] = []
  for (const { orderId, version } of orders) {
    const effects = await cancellationEffects(db, orderId)
    if (effects && (version === undefined || effects.version === version)) found.push(effects)
  }
  return found
}

export function readReturnedUnits(form: FormData): { returned: ReturnedItem[] } | InvalidForm {
  const counts = countsIn(form, /^(returned|restocked):([0-9a-f-]{36})$/)
  if (!counts) return invalidField(form, 'returned', 'Enter the returned units as whole numbers from 0.')
  const countOf = (field: string, itemId: string) =>
    counts.find((count) => count.field === field && count.itemId === itemId)?.count ?? 0
  const returned = [...new Set(counts.map(({ itemId }) => itemId))].map((itemId) => {
    return { itemId, quantity: countOf('returned', itemId), restocked: countOf('restocked', itemId) }
  })
  return { returned: returned.filter(({ quantity, restocked }) => quantity > 0 || restocked > 0) }
}

/** Returns the needed confirmation, or the agreed refund and units: no refund if the use case will refuse to cancel. */
export async function confirmCancellation(
  ctx: Ctx,
  form: FormData,
  order: { orderId: string; version?: number | undefined; reason?: CancellationReason | undefined },
): Promise<
  { confirmation: Confirmation } | InvalidForm | { agreedRefund?: Money; returned: ReturnedItem[] }
> {
  const units = readReturnedUnits(form)
  if ('reason' in units) return units
  const [effects] = await effectsOf(ctx, [order])
  if (!effects) return units
  const confirmation = confirmCancel(form, [effects], { ...order, ...units })
  return confirmation ? { confirmation } : { ...units, agreedRefund: effects.refund }
}

type Returns = { returned: readonly ReturnedItem[]; reason?: CancellationReason | undefined }

function confirmCancel(form: FormData, effects: CancellationEffects[], returns: Returns = { returned: [] }) {
  const [only] = effects
  if (only && effects.length === 1) {
    return requireConfirmation(form, {
      title: `Cancel order ${shortId(only.orderId)}?`,
      lines: [
        refundLine(only),
        ...(returns.returned.length > 0 ? returnedLines(only.items, returns.returned) : [goodsLine(only)]),
        mailLine(only, returns.reason && `: “${CANCELLATION_REASONS[returns.reason]}”`),
        lastLine(only.refund),
      ],
      confirm: 'Cancel the order',
    })
  }
  const refunds = add(NO_MONEY, ...effects.map(({ refund }) => refund))
  return requireConfirmation(form, {
    title: `Cancel ${effects.length} orders?`,
    lines: [
      ...effects.map(
        (effect) =>
          `${shortId(effect.orderId)}, ${effect.customerName}. ${refundLine(effect)} ${goodsLine(effect)}`,
      ),
      `Refunds of ${formatAmount(refunds)} in all. Each customer gets an email.`,
      lastLine(refunds),
    ],
    confirm: `Cancel ${effects.length} orders`,
  })
}

function refundLine({ refund, isManual, customerName }: CancellationEffects): string {
  if (refund <= 0) return 'No refund: there is nothing to pay back.'
  return isManual
    ? `Refund of ${formatAmount(refund)}: it was paid in cash, so you pay it back to ${customerName} manually.`
    : `Refund of ${formatAmount(refund)} to ${customerName}, the way it was paid.`
}

function goodsLine({ stock: goods, isSent }: CancellationEffects): string {
  if (isSent)
    return 'The parcel has left: nothing goes back to stock. When it comes back, enter its units on the order’s page.'
  const list = goods.map(({ name, units }) => `${units} × ${name}`).join(', ')
  return list ? `Back to stock: ${list}.` : 'Nothing goes back to stock.'
}

function returnedLines(items: readonly OrderItem[], returned: readonly ReturnedItem[]): string[] {
  const listItems = (countOf: (item: ReturnedItem) => number) =>
    returned
      .filter((item) => countOf(item) > 0)
      .map(
        (item) =>
          `${countOf(item)} × ${items.find(({ id }) => id === item.itemId)?.name || 'Unknown Product'}`,
      )
      .join(', ')
  const [back, restocked, lost] = [
    listItems(({ quantity }) => quantity),
    listItems((item) => item.restocked),
    listItems((item) => item.quantity - item.restocked),
  ]
  return [
    back ? `Returned: ${back}.` : 'Nothing was returned.',
    restocked ? `Back to stock: ${restocked}.` : 'Nothing goes back to stock.',
    ...(lost ? [`Written off: ${lost}.`] : []),
  ]
}

function lastLine(refund: Money): string {
  return refund > 0
    ? 'This cannot be undone, because the refund is paid out.'
    : 'You can open it again while the goods are in stock.'
}

export const decisionForms = [
  z.object({ intent: z.literal('cancellation'), ...decisionInput.shape }),
  z.object({ intent: z.literal('refund'), ...refundDecisionInput.shape }),
] as const
export type DecisionForm = z.infer<(typeof decisionForms)[number]>

export type Outcome =
  | { done: string }
  | { confirmation: Confirmation }
  | { ok: false; reason: keyof typeof REFUSALS; message?: string }
  | InvalidForm

/** Starts and approves a refund. If one is already open, the refusal says who opened it and when. */
export async function refundOrder(ctx: Ctx, refund: RefundStart, form: FormData): Promise<Outcome> {
  const { orderId } = refund
  if (!may(ctx.actor, 'refunds')) return err('not_allowed')
  const [order, requests] = await Promise.all([findOrder(ctx.db, orderId), requestsOfOrder(ctx.db, orderId)])
  if (!order) return err('order_not_found')
  const decision = approvalIn(orderId, '', form)
  if ('reason' in decision) return decision
  const latest = requests.findLast(({ kind }) => kind === 'refund')
  const isOutdated = latest?.status === 'open' || (latest?.id ?? '') !== refund.previousId
  const question = isOutdated ? null : await confirmRefund(ctx, form, order, decision)
  if (question) return question
  const started = await startRefund(ctx, refund)
  if (started.ok) {
    const decided = await decideRefund(ctx, decision)
    return decided.ok ? { done: 'decided' } : decided
  }
  if (started.reason !== 'refund_open') return started
  const names = await actorNamesOf(ctx.db, [orderId])
  const event = (await findOrder(ctx.db, orderId))?.events.findLast(({ kind }) => kind === 'refund_requested')
  if (!event) return started
  const who = names[event.id] ?? 'Another admin'
  const by = event.by === 'customer' ? `${who}, the customer, asked for` : `${who} started`
  const message = `${by} a refund of this order on ${formatDayAndTime(event.createdAt)}. Yours was not started; what you typed is kept in the form “Refund this order”.`
  return { ...started, message }
}

export async function decideRequest(ctx: Ctx, orderId: string, fields: DecisionForm, form: FormData) {
  // Checks this before the use case does, because a confirmation shows amounts and people.
  if (!may(ctx.actor, fields.intent === 'cancellation' ? 'orders.change' : 'refunds'))
    return err('not_allowed')
  const order = await findOrder(ctx.db, orderId)
  if (!order) return err('order_not_found')
  const { answer } = fields
  if (fields.intent === 'cancellation') {
    const { decision } = fields
    const confirmed =
      decision === 'approve' ? await confirmCancellation(ctx, form, { orderId }) : confirmDecline(form, order)
    if (confirmed && ('confirmation' in confirmed || 'reason' in confirmed)) return confirmed
    const decided = await decideCancellation(ctx, { orderId, decision, answer, ...confirmed })
    return decided.ok ? { done: 'decided' } : decided
  }
  const { decision } = fields
  const refundDecision =
    decision === 'approve'
      ? approvalIn(orderId, answer, form)
      : decision === 'replace'
        ? replacementIn(orderId, answer, form)
        : { orderId, decision, answer }
  if ('reason' in refundDecision) return refundDecision
  const question = await confirmRefund(ctx, form, order, refundDecision)
  if (question) return question
  const decided = await decideRefund(ctx, refundDecision)
  return decided.ok ? { done: 'decided' } : decided
}

function approvalIn(orderId: string, answer: string, form: FormData): RefundDecision | InvalidForm {
  const text = cleanValue(textOf(form, 'amount'))
  const amount = text === '' ? null : rupeesIn(text)
  if (text !== '' && amount === null) return invalidField(form, 'amount', NO_AMOUNT)
  const units = readReturnedUnits(form)
  return 'reason' in units ? units : { orderId, decision: 'approve', answer, amount, ...units }
}

function replacementIn(orderId: string, answer: string, form: FormData): RefundDecision | InvalidForm {
  const counts = countsIn(form, /^(replaced):([0-9a-f-]{36})$/)
  if (!counts) return invalidField(form, 'replaced', 'Enter the units to send again as whole numbers from 0.')
  const lines = counts.flatMap(({ itemId, count }) => (count > 0 ? [{ itemId, quantity: count }] : []))
  if (counts.length > 0 && lines.length === 0)
    return invalidField(form, 'replaced', 'Enter at least one unit to send again, or decline the request.')
  return { orderId, decision: 'replace', answer, lines: counts.length > 0 ? lines : null }
}

/**
 * Returns the confirmation that is still needed, or a refusal. Null if the form confirms it, or if the use case will
 * refuse anyway.
 */
async function confirmRefund({ db, config, now }: Ctx, form: FormData, order: Order, refund: RefundDecision) {
  if (refund.decision === 'decline') return refund.answer === '' ? null : confirmDecline(form, order)
  if (refund.decision === 'replace') {
    const goods = itemsText(refund.lines ? replacementItems(order.items, refund.lines) : order.items)
    const confirmation = requireConfirmation(form, {
      title: 'Send a replacement?',
      lines: [
        `Leaves the stock: ${goods}, with all picks. The order is processing again, at no cost to the customer.`,
        'No money is paid back. The first tracking number stays in the history.',
        mailLine(order),
      ],
      confirm: 'Send a replacement',
    })
    return confirmation && { confirmation }
  }
  const credit = await calculateCredit(db, { ...refund, seller: config.seller, now })
  if (!credit || credit.amount > (await refundableAmount(db, order.id))) return err('wrong_amount')
  const amount = formatAmount(credit.amount)
  const confirmation = requireConfirmation(form, {
    title: `Refund ${amount}?`,
    lines: [
      `${amount} of the order’s total of ${formatAmount(order.total)} goes back to ${order.customerName}. This cannot be undone.`,
      ...returnedLines(order.items, refund.returned),
      mailLine(order),
    ],
    confirm: `Refund ${amount}`,
  })
  return confirmation && { confirmation }
}

function confirmDecline(form: FormData, order: Order) {
  const confirmation = requireConfirmation(form, {
    title: 'Decline the request?',
    lines: ['The request is closed.', mailLine(order, ' with your answer.')],
    confirm: 'Decline',
  })
  return confirmation && { confirmation }
}

export async function resendMail(ctx: StaffCtx, orderId: string, mailId: string, form: FormData) {
  const [order, mail] = await Promise.all([findOrder(ctx.db, orderId), findMail(ctx.db, mailId)])
  if (!order) return err('order_not_found')
  if (mail?.orderId !== orderId) return err('mail_not_found')
  const to = mail.kind === 'request' ? mail.recipient : order.customerEmail
  const confirmation = requireConfirmation(form, {
    title: `Send ‘${mail.subject ?? mailName({ order }, mail)}’ again?`,
    lines: [
      `A new email goes to ${to}. It is written from the order as it is now, so it may differ from the first one.`,
      `You can’t recall it. At most ${MAILS_AGAIN_PER_HOUR} emails of an order are sent again within an hour.`,
    ],
    confirm: 'Send the email again',
  })
  if (confirmation) return { confirmation }
  const queued = await sendMailAgain(ctx, { orderId, mailId })
  return queued.ok ? { done: 'sent-again' } : queued
}

type NoteForm =
  | { intent: 'add-note'; text: string }
  | { intent: 'edit-note'; noteId: string; text: string }
  | { intent: 'delete-note'; noteId: string }

export async function changeNotes(ctx: StaffCtx, orderId: string, fields: NoteForm, form: FormData) {
  if (fields.intent === 'add-note') {
    const added = await addNote(ctx, { orderId, text: fields.text })
    return added.ok ? { done: 'note-added' } : added
  }
  if (fields.intent === 'edit-note') {
    const edited = await editNote(ctx, { orderId, ...fields })
    return edited.ok ? { done: 'note-changed' } : edited
  }
  const confirmation = requireConfirmation(form, {
    title: 'Delete this note?',
    lines: ['It disappears for all staff. The audit log records that it was deleted, but not its text.'],
    confirm: 'Delete note',
  })
  if (confirmation) return { confirmation }
  const removal = await removeNote(ctx, { orderId, noteId: fields.noteId })
  return removal.ok ? { done: 'note-deleted' } : removal
}

/** Reads units from fields named '<name>:<item id>'. Null if a value is not a count. */
function countsIn(form: FormData, fields: RegExp): { field: string; itemId: string; count: number }[] | null {
  const found = [...form].flatMap(([name, value]) => {
    const [, field, itemId] = fields.exec(name) ?? []
    return field && itemId ? [{ field, itemId, text: cleanValue(String(value)) || '0' }] : []
  })
  if (found.some(({ text }) => !/^\d{1,6}$/.test(text))) return null
  return found.map(({ field, itemId, text }) => ({ field, itemId, count: Number(text) }))
}
