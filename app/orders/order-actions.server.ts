import { data, redirect } from 'react-router'
import { z } from 'zod'
import { withCookies } from '#app/auth/auth.server.ts'
import { readFields, textOf, typedValues } from '#app/kit/form-fields.ts'
import { PHOTOS } from '#app/orders/request-photos.tsx'
import type { RequestContext } from '#app/request/context.server.ts'
import { formOf, invalid, readForm, refuse, refusedBy } from '#app/request/form.server.ts'
import { consumeOrderLimit, refundOrderLimit, toWait } from '#app/request/rate-limit.server.ts'
import { isSelf, type Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { cancellationInput, refundRequestInput } from '#shop/orders/input.ts'
import { type Order, wasPaidInCash } from '#shop/orders/order.ts'
import { orderAgain } from '#shop/orders/order-again.ts'
import { confirmationPath, orderPath } from '#shop/orders/order-paths.ts'
import { setRefundAccount } from '#shop/orders/order-refund-account.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { PHOTO_PROBLEMS, TOO_MANY_PHOTOS } from '#shop/orders/request-photo.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { refundAccountInput, refundAccountOrLaterInput } from '#shop/payments/input.ts'
import { payInCash } from '#shop/settlement/pay-order.ts'

/** Handles the forms of an order's page. A refusal is shown in the dialog, and the typed text stays. */
export async function handleOrderForm(request: Request, context: RequestContext, id: string) {
  const { actor, db } = context.ctx
  const form = actor.kind === 'visitor' ? await formOf(request) : await readForm(request)
  if (form === 'too_large') return refusePhotos(new FormData(), PHOTOS_TOO_LARGE)
  if (form === 'malformed') throw data(null, { status: 400 })
  const orderId = id.toLowerCase()
  if (!isUuid(orderId)) throw data(null, { status: 404 })
  // Checks the order first, because problems of the form would reveal that another customer's order exists.
  if (actor.kind === 'visitor') return refusal(form, 'signed_out')
  const order = await findOrder(db, orderId)
  if (!order || !isSelf(actor, order.userId)) return refusal(form, 'order_not_found')
  const post = { request, form, context, order, orderId, actor }
  switch (form.get('intent')) {
    case 'again':
      return putIntoCart(post)
    case 'cash':
      return switchToCash(post)
    case 'account':
      return saveRefundAccount(post)
    case 'cancel':
      return cancel(post)
    default:
      return requestRefund(post)
  }
}

const PHOTOS_TOO_LARGE = 'Your photographs are too large. Please choose photographs below 5 MB each.'

type Post = {
  request: Request
  form: FormData
  context: RequestContext
  order: Order
  orderId: string
  actor: Person
}

async function putIntoCart({ form, context, orderId }: Post) {
  const { ctx, cart: own } = context
  const cart = await own.save()
  const next = await orderAgain(ctx, { orderId, cart, seen: textOf(form, 'cart') })
  if (!next.ok) return refusal(form, next.reason)
  await own.save(next.value)
  const cookie = await own.setCookie()
  const headers = withCookies(cookie ? [cookie] : [])
  return redirect(`/cart?again=${orderId}`, { status: 303, headers })
}

/** Each attempt may query the payment provider. */
const CASH_LIMIT = { max: 20, seconds: 600 }

async function switchToCash({ form, context, orderId, actor }: Post) {
  const wait = toWait(await context.limits.consume('cash instead', actor.id, CASH_LIMIT))
  if (wait) return refuse(form, wait.words, 429, wait.headers)
  const outcome = await payInCash(context.ctx, orderId)
  if (outcome.ok) return redirect(confirmationPath(orderId), 303)
  return refusedBy(outcome, form, 'message' in outcome ? outcome.message : undefined)
}

async function saveRefundAccount({ form, context, orderId }: Post) {
  const fields = readFields(refundAccountInput, form)
  if (!fields.ok) return invalid(fields)
  const outcome = await setRefundAccount(context.ctx, { orderId, ...fields.value })
  return outcome.ok ? redirect(orderPath(orderId), 303) : refusal(form, outcome.reason)
}

/** Extends the schema of a request that may end in a refund. For a cash payment, adds the account to refund to. */
function withAccount<Schema extends z.ZodType>(order: Order, schema: Schema) {
  return z.intersection(schema, wasPaidInCash(order) ? refundAccountOrLaterInput : z.object({}))
}

async function cancel({ request, form, context, order, orderId, actor }: Post) {
  const fields = readFields(withAccount(order, cancellationInput), form)
  if (!fields.ok) return invalid(fields)
  const wait = await consumeOrderLimit(request, context, 'cancel', actor.id)
  if (wait) {
    const message = `You have cancelled many orders in a short time. ${wait.words}`
    return refuse(form, message, 429, wait.headers)
  }
  const outcome = await cancelOrder(context.ctx, { orderId, ...fields.value })
  if (outcome.ok) return redirect(orderPath(orderId), 303)
  await refundOrderLimit(request, context, 'cancel', actor.id)
  return refusal(form, outcome.reason)
}

/** The limit of requests with photographs, since decoding each may take seconds. */
const PHOTO_LIMIT = { max: 20, seconds: 3600 }

async function requestRefund({ form, context, order, orderId, actor }: Post) {
  const files = takePhotos(form)
  const isMoney = form.get('wish') !== 'replacement'
  const fields = readFields(isMoney ? withAccount(order, refundRequestInput) : refundRequestInput, form)
  if (!fields.ok) return invalid(fields)
  if (files.length > 0) {
    const wait = toWait(await context.limits.consume('refund photos', actor.id, PHOTO_LIMIT))
    if (wait) return refuse(form, `You’ve sent many photographs. ${wait.words}`, 429, wait.headers)
  }
  const photos = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())))
  const outcome = await requestOrderRefund(context.ctx, { orderId, ...fields.value, photos })
  if (outcome.ok) return redirect(orderPath(orderId), 303)
  if ('photo' in outcome)
    return refusePhotos(form, PHOTO_PROBLEMS[outcome.reason](files[outcome.photo]?.name ?? ''))
  if (outcome.reason === 'too_many_photos') return refusePhotos(form, TOO_MANY_PHOTOS)
  return refusal(form, outcome.reason)
}

/** Removes the chosen files from the form. The form keeps their number, so that the page can ask for them again. */
function takePhotos(form: FormData): File[] {
  // A file input without a choice sends an empty file without a name.
  const files = form
    .getAll(PHOTOS)
    .filter((file) => file instanceof File && (file.size > 0 || file.name !== ''))
  if (files.length > 0) form.set(PHOTOS, String(files.length))
  else form.delete(PHOTOS)
  return files as File[]
}

function refusePhotos(form: FormData, problem: string) {
  return invalid({ problems: { [PHOTOS]: problem }, values: typedValues(form) })
}

const NOT_CANCELLABLE = 'This order can no longer be cancelled. Its status has changed in the meantime.'

function refusal(form: FormData, reason: Parameters<typeof refusedBy>[0]['reason']) {
  return refusedBy({ reason }, form, reason === 'not_cancellable' ? NOT_CANCELLABLE : undefined)
}
