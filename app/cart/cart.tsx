import { data, Form, redirect } from 'react-router'
import { withCookies } from '#app/auth/auth.server.ts'
import { CART_TITLE, CartForm, focusCartTitle } from '#app/cart/cart-form.tsx'
import { CartLineRow, UnavailableLine } from '#app/cart/cart-line.tsx'
import { readSnapshot, updateSnapshot } from '#app/cart/cart-view.server.ts'
import { useLiveCart } from '#app/cart/use-live-cart.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { pickerPath, SIGN_IN_PATH } from '#app/kit/paths.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { DiscountNote, SidePanel, Totals, TwoColumns } from '#app/kit/totals.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { readReferralCode } from '#app/request/cookies.server.ts'
import { formOf, refused } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { addRefusalMessage, addToCart, storageOf } from '#shop/carts/adding.ts'
import { type Cart, countItems, EMPTY_CART } from '#shop/carts/cart.ts'
import { type CartView, priceCartView } from '#shop/carts/cart-view.ts'
import { applyChange, type CartChange, cartChangeInput } from '#shop/carts/input.ts'
import { changeNote, parseSnapshot } from '#shop/carts/price-snapshot.ts'
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import { isCustomisable } from '#shop/catalogue/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx, ShippingPolicy } from '#shop/ctx.ts'
import { formatAmount, formatPrice } from '#shop/kernel/money.ts'
import { type Quote, shippingPromise } from '#shop/pricing/quote.ts'
import type { Route } from './+types/cart.ts'

export const handle: PageHandle = {
  title: 'Your Cart',
  search: 'noindex',
  access: { get: 200, post: 400 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestCtx = context.get(requestContext)
  // Coupons are entered at the checkout; the cart shows the discounts that need no code.
  const codes = { couponCode: null, referralCode: readReferralCode(request) }
  const { shown, setCookie } = await readSnapshot(request, requestCtx, codes)
  const isSignedIn = requestCtx.ctx.actor.kind === 'person'
  return data({ shown, isSignedIn }, { headers: withCookies(setCookie ? [setCookie] : []) })
}

/** Changes the cart. The form's field `then` may name the next page. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  // The stepper's buttons send the new quantity as `step`, beside the field's `quantity`.
  if (form.has('step')) form.set('quantity', textOf(form, 'step'))
  const sent = readFields(cartChangeInput, form)
  if (!sent.ok) return refused(form, sent.problems.quantity ?? 'We can’t make that change to your cart.', 400)
  const change = sent.value
  const { cart, ctx } = context.get(requestContext)
  const goOn = async (next: Cart) => {
    await cart.keep(next)
    const cookie = await cart.setCookie()
    return redirect(nextPage(form), { status: 303, headers: cookie ? { 'set-cookie': cookie } : {} })
  }
  if (change.intent === 'seen') {
    const seen = await updateSnapshot(request, { ctx, cart })
    return redirect('/cart', { status: 303, headers: withCookies(seen ? [seen] : []) })
  }
  const before = await cart.keep()
  if (change.intent !== 'add') return goOn(applyChange(before, change))
  const added = await add(ctx, before, change)
  if (added instanceof Response) return added
  return added.ok ? goOn(added.value) : refused(form, addRefusalMessage(added), 422)
}

/** The cart with one more product; a redirect to the picker for a mix, which needs choices. */
async function add({ db, actor, config }: Ctx, cart: Cart, change: Extract<CartChange, { intent: 'add' }>) {
  const products = await listProducts(db)
  const product = products.find((one) => one.number === change.number)
  if (product && isCustomisable(product)) return redirect(pickerPath(product), 303)
  const line = { number: change.number, quantity: change.quantity, picks: {} }
  return addToCart(
    cart,
    line,
    product,
    products.filter((one) => one.isPick),
    config.orderLimits.unitsPerProduct,
    storageOf(actor),
  )
}

const NEXT_PAGES = ['/cart', '/checkout', '/products']

function nextPage(form: FormData): string {
  return NEXT_PAGES.find((page) => page === form.get('then')) ?? '/cart'
}

export default function CartRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CartPage {...loaderData} problem={actionData?.message ?? null} />
}

type CartPageProps = {
  shown: CartView
  isSignedIn: boolean
  /** Why the last change was refused; null when it was not. */
  problem: string | null
}

function CartPage({ shown, isSignedIn, problem }: CartPageProps) {
  const cart = useLiveCart(shown.cart)
  const priced = priceCartView(shown, cart)
  return (
    <div className="wrap pt-6 pb-section">
      <h1 id={CART_TITLE} tabIndex={-1} className="display text-4xl">
        Your Cart
      </h1>
      {problem && (
        <Banner tone="danger" className="mt-5">
          {problem}
        </Banner>
      )}
      <p role="status" className="sr-only">
        {`${countItems(cart)} items, ${formatAmount(priced.quote.total)} in all`}
      </p>
      {cart.length === 0 ? <EmptyCart /> : <FilledCart {...{ shown, priced, isSignedIn }} />}
    </div>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      className="mt-8"
      picture="/illustrations/empty-basket.svg"
      title="Your cart is empty"
      action={<ButtonLink to="/products">Browse Products</ButtonLink>}
    >
      Looks like you haven't added any products to your cart yet.
    </EmptyState>
  )
}

type FilledCartProps = { shown: CartView; priced: PricedCart; isSignedIn: boolean }

function FilledCart({ shown, priced, isSignedIn }: FilledCartProps) {
  const seen = parseSnapshot(shown.seen)
  return (
    <>
      <ShippingNote policy={shown.shipping} quote={priced.quote} />
      {priced.lines.some((line) => changeNote(line, seen)) && <ChangedSince />}
      <div className="pt-6">
        <TwoColumns aside={<CartSummary priced={priced} isSignedIn={isSignedIn} />}>
          <h2>
            <VisuallyHidden>Items</VisuallyHidden>
          </h2>
          <ul className="border-ink border-t-2">
            {priced.lines.map((line) => (
              <CartLineRow key={line.key} line={line} lines={priced.lines} shown={shown} />
            ))}
            {priced.unavailable.map(({ key }) => (
              <UnavailableLine key={key} lineKey={key} />
            ))}
          </ul>
          <ClearCart />
        </TwoColumns>
      </div>
    </>
  )
}

/** Above a cart with changed lines: their notes remain until the customer has read them. */
function ChangedSince() {
  return (
    <Form
      method="post"
      action="/cart"
      preventScrollReset
      className="mt-4 flex flex-wrap items-center gap-x-4 text-ink-soft text-sm"
    >
      <input type="hidden" name="intent" value="seen" />
      <p>Some prices or stock have changed since your last visit. See the notes below.</p>
      <button type="submit" className="link min-h-11">
        Got it
      </button>
    </Form>
  )
}

/** The shop's shipping policy, and what it means for this cart. */
function ShippingNote({ policy, quote }: { policy: ShippingPolicy; quote: Quote }) {
  const promise = shippingPromise(policy, formatPrice)
  if (policy.fee === 0)
    return <Note tone="positive" title={`${promise}.`} rest="On every order, whatever its size." />
  if (policy.freeAbove === null)
    return <Note tone="info" title={`${promise}.`} rest="The same for every order." />
  const past = `You’ve crossed ${formatPrice(policy.freeAbove)}.`
  if (quote.shippingFee === 0) return <Note tone="positive" title="Free shipping." rest={past} />
  return <Note tone="info" title={`${promise}.`} rest={`Otherwise shipping is ${formatPrice(policy.fee)}.`} />
}

function Note({ tone, title, rest }: { tone: 'positive' | 'info'; title: string; rest: string }) {
  return (
    <Banner tone={tone} icon="truck" title={title} live={false} className="mt-5">
      {rest}
    </Banner>
  )
}

function ClearCart() {
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <ButtonLink to="/products" look="line" size="sm" icon="arrow-left">
        Continue Shopping
      </ButtonLink>
      <CartForm fields={{ intent: 'clear' }} change={() => EMPTY_CART} onChanged={focusCartTitle}>
        <Button look="line" size="sm">
          Clear Cart
        </Button>
      </CartForm>
    </div>
  )
}

type CartSummaryProps = { priced: PricedCart; isSignedIn: boolean }

/** Totals and the link to the checkout; visitors sign in first. */
function CartSummary({ priced, isSignedIn }: CartSummaryProps) {
  return (
    <SidePanel title="Order Summary">
      <Totals quote={priced.quote} discountLabel={priced.appliedDiscount?.label} className="mt-4" />
      <DiscountNote note={priced.discountNote} />
      <div className="mt-5">
        {priced.canCheckOut ? <CheckoutLink isSignedIn={isSignedIn} /> : <BlockedCheckout />}
      </div>
    </SidePanel>
  )
}

function CheckoutLink({ isSignedIn }: { isSignedIn: boolean }) {
  const signIn = { to: `${SIGN_IN_PATH}?returnTo=/checkout`, state: { returnTo: '/checkout' } }
  return (
    <>
      <ButtonLink {...(isSignedIn ? { to: '/checkout' } : signIn)} wide>
        Proceed to Checkout
      </ButtonLink>
      {!isSignedIn && (
        <p className="mt-3 text-ink-soft text-sm">You sign in first, then come straight back.</p>
      )}
    </>
  )
}

function BlockedCheckout() {
  return (
    <>
      <Button type="button" wide aria-disabled="true" aria-describedby="checkout-blocked">
        Proceed to Checkout
      </Button>
      <p id="checkout-blocked" className="mt-3 text-danger text-sm">
        Fix or remove the highlighted items to continue.
      </p>
    </>
  )
}
