import { data, redirect } from 'react-router'
import type { OrderActionResult } from '#app/admin/orders/order-action-result.ts'
import { agreeToCancel, statusOf } from '#app/admin/orders/order-actions.server.ts'
import { decide } from '#app/admin/orders/order-decisions.server.ts'
import { OrderDetail } from '#app/admin/orders/order-detail.tsx'
import { ORDERS } from '#app/admin/orders/orders-path.ts'
import { afterRefusal, checkForm, textOf, typedValues } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { hasInvoice, invoicesOfOrder } from '#shop/invoices/invoices.read.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { actorNamesOf, internalNotesOf } from '#shop/orders/admin-order.read.ts'
import { type ChangeOrderRefusal, changeOrder, type OrderChange } from '#shop/orders/change-order.ts'
import { orderChangeInput } from '#shop/orders/input.ts'
import { unpaidWords } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { requestsOfOrder } from '#shop/orders/requests.read.ts'
import { openPaymentOf } from '#shop/payments/payments.read.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/order.ts'

export const handle: PageHandle = { access: { at: '/admin/dashboard/orders/{order}', get: 200, post: 409 } }

const DONE: Record<string, string> = {
  tracking: 'Tracking number added successfully',
  corrected: 'Tracking number corrected',
  notes: 'Notes saved',
  decided: 'Decision saved. The customer gets an email.',
}

export const shouldRevalidate = afterRefusal

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, config, now } = context.get(adminContext)
  const order = await findOrder(db, params.id)
  if (!order) throw data(null, { status: 404 })
  const [requests, refunds, papers, changes, notes, actorNames, payment] = await Promise.all([
    requestsOfOrder(db, order.id),
    refundsOfOrder(db, order.id),
    invoicesOfOrder(db, order.id),
    listChanges(db, { entity: 'order', entityId: order.id, limit: 50 }),
    internalNotesOf(db, [order.id]),
    actorNamesOf(db, [order.id]),
    openPaymentOf(db, order.id),
  ])
  const shown = {
    ...{ order, requests, refunds, papers, changes, actorNames },
    hasInvoice: await hasInvoice(db, order, config.isDemo),
    internalNotes: notes.get(order.id) ?? '',
    unpaid: unpaidWords(order, payment?.holdUntil ?? null, now),
  }
  return { ...shown, done: doneAnswer(request) }
}

function doneAnswer(request: Request): OrderActionResult | undefined {
  const done = new URL(request.url).searchParams.get('done') ?? ''
  const status = /^status-(\w+)$/.exec(done)?.[1]
  const message = status ? `Order status updated to ${status}` : DONE[done]
  return message ? { ok: true, message } : undefined
}

/** One form of the page at a time. What was done is said after a redirect, so that a reload does nothing again. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  const orderId = params.id.toLowerCase()
  if (!isUuid(orderId)) throw data(null, { status: 404 })
  const outcome = await act(ctx, orderId, form)
  if ('done' in outcome) return redirect(`${ORDERS}/${orderId}?done=${outcome.done}`, 303)
  return data(outcome, { status: outcome.question ? 200 : 409 })
}

async function act(ctx: Ctx, orderId: string, form: FormData): Promise<{ done: string } | OrderActionResult> {
  const version = Number(textOf(form, 'version')) || undefined
  switch (form.get('intent')) {
    case 'status': {
      const status = statusOf(form)
      if (!status) return { ok: false, message: 'Error updating order status' }
      const agreed = status === 'cancelled' ? await agreeToCancel(ctx, form, { orderId, version }) : {}
      if ('question' in agreed) return { ...agreed, typed: typedValues(form) }
      const wanted = { orderId, version, status, ...agreed }
      const failed = await change(ctx, wanted, 'Error updating order status', form)
      return failed ?? { done: `status-${status}` }
    }
    case 'tracking':
      return track(ctx, orderId, version, form)
    case 'notes': {
      const checked = checkForm(orderChangeInput.pick({ internalNotes: true }), form)
      if (!checked.ok) return { ok: false, message: checked.problem.message, typed: typedValues(form) }
      const failed = await change(ctx, { orderId, version, ...checked.value }, 'Notes were not saved', form)
      return failed ?? { done: 'notes' }
    }
    default:
      return decide(ctx, orderId, form)
  }
}

async function track(ctx: Ctx, orderId: string, version: number | undefined, form: FormData) {
  const checked = checkForm(orderChangeInput.pick({ trackingNumber: true, carrier: true }), form)
  if (!checked.ok) {
    return {
      ok: false,
      message: `Error adding tracking number. ${checked.problem.message}`,
      typed: typedValues(form),
    }
  }
  if (!checked.value.trackingNumber) {
    return {
      ok: false,
      message: 'Error adding tracking number. Please enter the number.',
      typed: typedValues(form),
    }
  }
  const failed = await change(
    ctx,
    { orderId, version, ...checked.value },
    'Error adding tracking number',
    form,
  )
  return failed ?? { done: form.has('isCorrection') ? 'corrected' : 'tracking' }
}

async function change(
  ctx: Ctx,
  wanted: OrderChange,
  failure: string,
  form: FormData,
): Promise<OrderActionResult | null> {
  const changed = await changeOrder(ctx, wanted)
  return changed.ok ? null : refused(failure, changed, form)
}

function refused(failure: string, refusal: ChangeOrderRefusal, form: FormData): OrderActionResult {
  const typed = typedValues(form)
  return {
    ok: false,
    message: `${failure}. ${REFUSALS[refusal.reason].en}`,
    typed,
    isConflict: refusal.reason === 'edit_conflict',
  }
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  return <OrderDetail {...loaderData} answer={actionData ?? loaderData.done} />
}
