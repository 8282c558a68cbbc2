import { data, redirect } from 'react-router'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { OrderPage } from '#app/orders/order-page.tsx'
import { OrderNotFound } from '#app/orders/order-parts.tsx'
import { requestContext, shopCtx } from '#app/request/context.server.ts'
import { formOf, invalid, refused, refusedBy } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { waitForOrder } from '#app/request/rate-limit.server.ts'
import { hasInvoice, invoicesOfOrder } from '#shop/invoices/invoices.read.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { cancellationInput, refundRequestInput } from '#shop/orders/input.ts'
import { canBePaid, canSeeOrder } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { requestsOfOrder } from '#shop/orders/requests.read.ts'
import { openPaymentOf } from '#shop/payments/payments.read.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import type { Route } from './+types/order.ts'

export const handle: PageHandle = {
  title: null,

  search: 'noindex',
  access: { at: '/orders/{order}', get: [200, 200, 404, 200], post: [401, 422, 404, 404] },
}

const ASKED = ['cancel', 'refund'] as const

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { actor, db, config } = shopCtx(context)
  if (actor.kind === 'visitor') return { state: 'signed-out' } as const
  const order = await findOrder(db, params.id)
  if (!order || !canSeeOrder(actor, order)) return data({ state: 'not-found' } as const, { status: 404 })
  const isOwn = isSelf(actor, order.userId)
  const [requests, refunds, papers, payment] = await Promise.all([
    requestsOfOrder(db, order.id),
    refundsOfOrder(db, order.id),
    invoicesOfOrder(db, order.id),
    canBePaid(order) && isOwn ? openPaymentOf(db, order.id) : null,
  ])
  const asked = new URL(request.url).searchParams.get('ask')
  return {
    state: 'found',
    order,
    requests,
    refunds,
    papers,
    hasInvoice: await hasInvoice(db, order, config.isDemo),
    payment,
    isOwn,
    asking: ASKED.find((one) => one === asked) ?? null,
  } as const
}

/** Posts a cancellation or refund request; a refusal shows in the dialog and keeps the typed text. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const asking = context.get(requestContext)
  const { ctx } = asking
  const form = await formOf(request)
  const orderId = params.id.toLowerCase()
  if (!isUuid(orderId)) throw data(null, { status: 404 })
  const path = `/orders/${orderId}`
  // Whose order it is comes before the form's problems.
  if (ctx.actor.kind === 'visitor') return refusal(form, 'signed_out')
  const order = await findOrder(ctx.db, orderId)
  if (!order || !isSelf(ctx.actor, order.userId)) return refusal(form, 'order_not_found')
  if (form.get('intent') === 'cancel') {
    const sent = readFields(cancellationInput, form)
    if (!sent.ok) return invalid(sent)
    const wait = await waitForOrder(request, asking, 'cancel', ctx.actor.id)
    if (wait) {
      const message = `You have cancelled many orders in a short time. ${wait.words}`
      return refused(form, message, 429, wait.headers)
    }
    const outcome = await cancelOrder(ctx, { orderId, ...sent.value })
    return outcome.ok ? redirect(path, 303) : refusal(form, outcome.reason)
  }
  const sent = readFields(refundRequestInput, form)
  if (!sent.ok) return invalid(sent)
  const outcome = await requestOrderRefund(ctx, { orderId, ...sent.value })
  return outcome.ok ? redirect(path, 303) : refusal(form, outcome.reason)
}

/** Keeps the action's Retry-After. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

type Reason = 'signed_out' | 'order_not_found' | 'not_cancellable' | 'not_delivered' | 'refund_granted'

const NOT_CANCELLABLE = 'This order can no longer be cancelled. Its status has changed in the meantime.'

function refusal(form: FormData, reason: Reason) {
  return refusedBy({ reason }, form, reason === 'not_cancellable' ? NOT_CANCELLABLE : undefined)
}

export default function OrderRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData.state === 'found') return <OrderPage {...loaderData} answer={actionData} />
  if (loaderData.state === 'not-found')
    return <OrderNotFound link={{ to: '/orders', label: 'View all orders' }} />
  return (
    <>
      <title>Please sign in</title>
      <SignInPrompt title="Please sign in" returnTo={`/orders/${encodeURIComponent(params.id)}`}>
        Please sign in to see this order.
      </SignInPrompt>
    </>
  )
}
