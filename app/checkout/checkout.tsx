import { data, isRouteErrorResponse, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { withCookies } from '#app/auth/auth.server.ts'
import { itemCount } from '#app/cart/basket.ts'
import { findUnseenOrder, readSnapshot } from '#app/cart/cart-view.server.ts'
import { type CheckoutAnswer, CheckoutPage } from '#app/checkout/checkout-page.tsx'
import {
  addressStep,
  backStep,
  confirmOrder,
  couponStep,
  leaveStep,
  placeStep,
  signedOutStep,
  someoneElseStep,
} from '#app/checkout/checkout-steps.server.ts'
import {
  chooseDelivery,
  draftCookies,
  draftForAddress,
  hasDraft,
  isSomeoneElses,
  readDraft,
} from '#app/checkout/delivery-draft.server.ts'
import { draftOf } from '#app/checkout/delivery-draft.ts'
import { DATABASE_UNAVAILABLE } from '#app/frame/inserted-notices.ts'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { UnpaidOrders } from '#app/orders/unpaid-order.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { openCheckoutKey, readBasketCookie, readCodes } from '#app/request/cookies.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { countItems } from '#shop/carts/cart.ts'
import { priceCartView } from '#shop/carts/cart-view.ts'
import { listAddresses } from '#shop/customers/users.read.ts'
import type { UnpaidOrder } from '#shop/orders/order.ts'
import { readOrderHistory } from '#shop/orders/orders.read.ts'
import { findUnpaidOrders } from '#shop/orders/unpaid-orders.read.ts'
import { offeredMethods } from '#shop/payments/payment.ts'
import { lookUpDiscounts } from '#shop/pricing/discounts.read.ts'
import type { Route } from './+types/checkout.ts'

export const handle: PageHandle = {
  title: 'Checkout',
  search: 'noindex',
  access: { get: 200, post: [401, 422, 422, 422] },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestCtx = context.get(requestContext)
  const { ctx, cart: own } = requestCtx
  if (ctx.actor.kind === 'visitor') return { state: 'signed-out', hasDraft: hasDraft(request) } as const
  const cart = await own.read()
  const basket = readBasketCookie(request)
  /** '2 items'; null for an empty basket. */
  const inBasket = basket.length > 0 ? itemCount(countItems(basket)) : null
  if (cart.length === 0) {
    const orderId = await findUnseenOrder(request, ctx)
    if (orderId) return confirmOrder(request, own, { orderId, isCartOrdered: false })
    return { state: 'empty', unpaid: await findUnpaidOrders(ctx), inBasket } as const
  }
  const { key, setCookie } = openCheckoutKey(request)
  const codes = readCodes(request)
  const addresses = await listAddresses(ctx.db, ctx.actor.id)
  const { draft: stored, isForeign } = readDraft(request, ctx.actor)
  const { searchParams } = new URL(request.url)
  const next = draftForAddress(searchParams.get('address'), ctx.actor, { stored, addresses })
  if (next) return redirect('/checkout', { headers: withCookies(draftCookies(request, next)) })
  const entered = await chooseDelivery(ctx, ctx.actor, { stored, addresses })
  const { view } = await readSnapshot(request, requestCtx, codes)
  const delivery = { ...entered, isReady: entered.isReady && priceCartView(view, view.cart).canCheckOut }
  // The discount of a referral depends on the address.
  const priced = delivery.isReady
    ? await lookUpDiscounts(ctx, { ...codes, delivery: delivery.draft.address })
    : { discounts: view.discounts }
  const page = {
    state: 'open',
    view: { ...view, discounts: priced.discounts },
    codes,
    methods: offeredMethods(ctx.payments),
    limits: ctx.config.orderLimits,
    roundsCash: ctx.config.roundsCash,
    history: await readOrderHistory(ctx.db, ctx.actor),
    idempotencyKey: key,
    delivery,
    addresses,
    inBasket,
  } as const
  const expired = isForeign ? draftCookies(request, null) : []
  return data(page, { headers: withCookies([...(setCookie ? [setCookie] : []), ...expired]) })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const requestCtx = context.get(requestContext)
  const { actor } = requestCtx.ctx
  if (actor.kind === 'visitor') return signedOutStep(request, form)
  if (isSomeoneElses(form, actor)) return someoneElseStep(request, requestCtx, actor)
  const leaveTo = form.get('leaveTo')
  if (leaveTo === 'cart' || leaveTo === 'address') return leaveStep(request, form, actor, leaveTo)
  if (form.has('back')) return backStep(request, form, requestCtx)
  if (form.get('intent') === 'place') return placeStep(request, form, requestCtx)
  return form.has('coupon') ? couponStep(request, form, requestCtx) : addressStep(request, form, requestCtx)
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** Keeps all fields if the shop cannot be reached. The same idempotency key makes a retry safe. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    const isUnavailable = isRouteErrorResponse(error) && error.status === UNREACHABLE
    if (!isUnavailable && !(error instanceof TypeError)) throw error
    return data(unreachable(form, isUnavailable ? 'database' : 'network'), { status: UNREACHABLE })
  }
}

/** Reloads data after a refusal, too, because changed data may be the reason for it. */
export function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs) {
  return actionStatus !== UNREACHABLE
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state === 'signed-out')
    return (
      <SignInPrompt title="Please sign in to checkout" returnTo="/checkout">
        {/* This is also shown if the session ended while the form was filled in. */}
        {loaderData.hasDraft || actionData !== undefined
          ? 'Your cart and your address stay as they are.'
          : 'Your cart stays as it is.'}
      </SignInPrompt>
    )
  if (loaderData.state === 'empty') return <Empty {...loaderData} />
  return <CheckoutPage {...loaderData} answer={actionData} />
}

/** Shown if the cart is empty, for example after Back from a placed order. */
function Empty({ unpaid, inBasket }: { unpaid: UnpaidOrder[]; inBasket: string | null }) {
  return (
    <div className="wrap pt-8 pb-section">
      <UnpaidOrders orders={unpaid} className="mb-8" />
      <EmptyState
        headingLevel={1}
        picture="/illustrations/empty-basket.svg"
        title="Your cart is empty"
        action={
          inBasket ? (
            <ButtonLink to="/cart">Go to Cart</ButtonLink>
          ) : (
            <ButtonLink to="/products">Continue Shopping</ButtonLink>
          )
        }
      >
        {inBasket
          ? `You have ${inBasket} in your basket. Add to your cart what you want to order.`
          : 'There is nothing to check out yet.'}
      </EmptyState>
    </div>
  )
}

const UNREACHABLE = 503

function unreachable(form: FormData, cause: 'network' | 'database'): CheckoutAnswer {
  const draft = draftOf(form)
  const isPlacing = form.get('intent') === 'place'
  const step = isPlacing ? 'payment' : 'address'
  if (cause === 'database') return { step, draft, error: { message: DATABASE_UNAVAILABLE } }
  const message =
    isPlacing && !form.has('back')
      ? 'Failed to place order. Please try again.'
      : 'We could not be reached. Please try again.'
  return { step, draft, error: { message } }
}
