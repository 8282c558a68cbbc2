import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router'
import { type AddressValues, addressOf } from '#app/account/address-values.tsx'
import { readSnapshot } from '#app/cart/cart-view.server.ts'
import { type CheckoutAnswer, CheckoutPage } from '#app/checkout/checkout-page.tsx'
import { addressStep, backStep, couponStep, placeStep } from '#app/checkout/checkout-steps.server.ts'
import { DATABASE_UNAVAILABLE } from '#app/frame/read-only-notice.ts'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { openCheckoutKey, readCodes } from '#app/request/cookies.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { addressToUse, type ShippingAddress } from '#shop/customers/address.ts'
import { listAddresses } from '#shop/customers/users.read.ts'
import { lastAddress, orderHistory } from '#shop/orders/orders.read.ts'
import { refusalMessage } from '#shop/orders/refusals.ts'
import { offeredMethods } from '#shop/payments/methods.ts'
import type { Route } from './+types/checkout.ts'

export const handle: PageHandle = {
  title: 'Checkout',
  search: 'noindex',
  access: { get: 200, post: [401, 422, 422, 422] },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestCtx = context.get(requestContext)
  const { ctx, cart: own } = requestCtx
  if (ctx.actor.kind === 'visitor') return { state: 'signed-out' } as const
  const cart = await own.read()
  if (cart.length === 0) return { state: 'empty' } as const
  const { key, setCookie } = openCheckoutKey(request)
  const codes = readCodes(request)
  const addresses = await listAddresses(ctx.db, ctx.actor.id)
  const asked = new URL(request.url).searchParams.get('address')
  const known = addressToUse(addresses, asked) ?? (await lastAddress(ctx.db, ctx.actor.id))
  const open = {
    state: 'open',
    shown: (await readSnapshot(request, requestCtx, codes)).shown,
    codes,
    methods: offeredMethods(ctx.payments),
    limits: ctx.config.orderLimits,
    history: await orderHistory(ctx.db, ctx.actor),
    idempotencyKey: key,
    prefill: known ? asValues(known) : { fullName: ctx.actor.fullName },
    addresses,
  } as const
  return data(open, { headers: setCookie ? { 'set-cookie': setCookie } : {} })
}

function asValues(address: ShippingAddress): AddressValues {
  const { fullName, phone, addressLine1, addressLine2, city, state, postalCode } = address
  return { fullName, phone, addressLine1, addressLine2: addressLine2 ?? '', city, state, postalCode }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  if (context.get(requestContext).ctx.actor.kind === 'visitor') return signedOut(form)
  switch (form.get('intent')) {
    case 'place':
      return placeStep(request, form, context.get(requestContext))
    case 'back':
      return backStep(request, form, context.get(requestContext))
    default:
      return form.has('coupon')
        ? couponStep(request, form, context.get(requestContext))
        : addressStep(request, form, context.get(requestContext))
  }
}

/** Keeps the action's Retry-After. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

/** Asks to sign in and keeps the filled-in fields. */
function signedOut(form: FormData) {
  const error = { message: refusalMessage({ ok: false, reason: 'signed_out' }) }
  return data<CheckoutAnswer>({ step: 'address', address: addressOf(form), error }, { status: 401 })
}

/** When the shop cannot be reached, the page keeps all fields; the same idempotency key makes a second try safe. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    const isUnavailable = isRouteErrorResponse(error) && error.status === UNREACHABLE
    if (!isUnavailable && !(error instanceof TypeError)) throw error
    return data(unreachable(form, isUnavailable ? 'records' : 'network'), { status: UNREACHABLE })
  }
}

/** Also after a refusal, since changed data may be the reason. */
export function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs) {
  return actionStatus !== UNREACHABLE
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state === 'signed-out') return <SignedOut />
  if (loaderData.state === 'empty') return <Empty />
  const { state: _, ...page } = loaderData
  return <CheckoutPage {...page} answer={actionData} />
}

function SignedOut() {
  return (
    <SignInPrompt title="Please sign in to checkout" returnTo="/checkout">
      Your cart stays as it is.
    </SignInPrompt>
  )
}

function Empty() {
  return (
    <div className="wrap pt-8 pb-section">
      <EmptyState
        headingLevel={1}
        picture="/illustrations/empty-basket.svg"
        title="Your cart is empty"
        action={<ButtonLink to="/products">Continue Shopping</ButtonLink>}
      >
        There is nothing to check out yet.
      </EmptyState>
    </div>
  )
}

/** The status of an answer when the shop could not be reached. */
const UNREACHABLE = 503

/** The network failed, or the shop answered that its database is unavailable. */
type Why = 'network' | 'records'

/** The page's answer after a failed post: the same form with a message to try again. */
function unreachable(form: FormData, why: Why): CheckoutAnswer {
  const address = addressOf(form)
  const isLast = form.get('intent') === 'place'
  const step = isLast || form.get('intent') === 'back' ? 'payment' : 'address'
  if (why === 'records') return { step, address, error: { message: DATABASE_UNAVAILABLE } }
  const message = isLast
    ? 'Failed to place order. Please try again.'
    : 'We could not be reached. Please try again.'
  return { step, address, error: { message } }
}
