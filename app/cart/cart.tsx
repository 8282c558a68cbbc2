import { useEffect, useMemo, useRef } from 'react'
import { data, Form, Link, redirect } from 'react-router'
import { withCookies } from '#app/auth/auth.server.ts'
import { basketOf, checkBasket, itemCount, pourInto } from '#app/cart/basket.ts'
import { BasketBar, BasketStatus, useBasket } from '#app/cart/basket-bar.tsx'
import { CART_TITLE, focusCartTitle, RemoveForm } from '#app/cart/cart-form.tsx'
import { CartLineRow, type RefusedQuantity, UnavailableLine } from '#app/cart/cart-line.tsx'
import { readShelved, readSnapshot, type Shelved, updateSnapshot } from '#app/cart/cart-view.server.ts'
import { ReorderNotice } from '#app/cart/reorder-notice.tsx'
import { useLiveCart } from '#app/cart/use-live-cart.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { type FormValues, readFields, textOf } from '#app/kit/form-fields.ts'
import { Ledger } from '#app/kit/ledger.tsx'
import { pickerPath, SIGN_IN_PATH } from '#app/kit/paths.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { DiscountNote, SidePanel, Totals, TwoColumns } from '#app/kit/totals.tsx'
import { UnpaidOrders } from '#app/orders/unpaid-order.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { readCookie, readReferralCode, setCookie } from '#app/request/cookies.server.ts'
import { formOf, refused } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { addRefusalMessage, addToCart, BROWSER_FULL, storageOf } from '#shop/carts/adding.ts'
import { type Cart, countItems, numbersIn, setQuantity } from '#shop/carts/cart.ts'
import { fitsCookie } from '#shop/carts/cart-cookie.ts'
import { type CartView, priceCartView } from '#shop/carts/cart-view.ts'
import { type CartChange, cartChangeInput } from '#shop/carts/input.ts'
import { mixName } from '#shop/carts/mix.ts'
import { changeNote, parseSnapshot } from '#shop/carts/price-snapshot.ts'
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import { parseRemoved, putBack, removedFrom, serializeRemoved, takeOut } from '#shop/carts/removed.ts'
import { isCustomisable, unitPrice } from '#shop/catalogue/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx, ShippingPolicy } from '#shop/ctx.ts'
import { formatAmount, formatPrice, times } from '#shop/kernel/money.ts'
import { findUnpaidOrders, type UnpaidOrder } from '#shop/orders/find-unpaid-orders.ts'
import { compareWithOrder, type Reordered } from '#shop/orders/order-again.ts'
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
  const { ctx } = requestCtx
  const again = new URL(request.url).searchParams.get('again')
  const page = {
    shown,
    shelved: await readShelved(request, ctx),
    isSignedIn: ctx.actor.kind === 'person',
    reordered: again ? await compareWithOrder(ctx, { orderId: again, cart: shown.cart }) : null,
    removed: await nameRemoved(request, ctx),
    unpaid: shown.cart.length === 0 ? await findUnpaidOrders(ctx) : [],
  }
  return data(page, { headers: withCookies(setCookie ? [setCookie] : []) })
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
  const goOn = async (next: Cart, cookies: string[] = []) => {
    await cart.keep(next)
    const cookie = await cart.setCookie()
    const headers = withCookies(cookie ? [cookie, ...cookies] : cookies)
    return redirect(nextPage(form), { status: 303, headers })
  }
  if (change.intent === 'seen') {
    const seen = await updateSnapshot(request, { ctx, cart })
    return redirect('/cart', { status: 303, headers: withCookies(seen ? [seen] : []) })
  }
  const before = await cart.keep()
  const forget = setCookie(request, 'cart_undo', '')
  if (change.intent === 'basket') {
    const poured = await pour(request, ctx, before)
    return poured ? goOn(poured, [setCookie(request, 'basket', '')]) : refused(form, BROWSER_FULL, 422)
  }
  if (change.intent === 'restore') {
    const removed = parseRemoved(readCookie(request, 'cart_undo'))
    const restored = removed ? putBack(before, removed) : before
    const fits = storageOf(ctx.actor) === 'account' || fitsCookie(restored)
    return fits ? goOn(restored, [forget]) : refused(form, BROWSER_FULL, 422)
  }
  if (change.intent === 'set' && change.quantity > 0)
    return goOn(setQuantity(before, change.key, change.quantity), [forget])
  if (change.intent !== 'add') {
    const removed = removedFrom(before, change.intent === 'clear' ? null : change.key)
    return goOn(takeOut(before, removed), [setCookie(request, 'cart_undo', serializeRemoved(removed))])
  }
  const added = await add(ctx, before, change)
  if (added instanceof Response) return added
  return added.ok ? goOn(added.value) : refused(form, addRefusalMessage(added), 422)
}

/** The notice about a line that a form has just removed; null for none. */
async function nameRemoved(request: Request, { db }: Ctx): Promise<string | null> {
  const removed = parseRemoved(readCookie(request, 'cart_undo'))
  const [line, ...others] = removed?.lines ?? []
  if (!line) return null
  if (others.length > 0) return `Removed ${itemCount(others.length + 1)}.`
  const product = (await listProducts(db)).find(({ number }) => number === line.number)
  if (!product) return 'Removed 1 item.'
  return `Removed ${isCustomisable(product) ? mixName(product.name, product.tastemakerPicks) : product.name}.`
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

/** The cart with the basket's lines; null when a visitor's browser can keep no more. */
async function pour(request: Request, ctx: Ctx, cart: Cart): Promise<Cart | null> {
  const { basket, products } = await readShelved(request, ctx)
  const { lines } = checkBasket(basket, products, ctx.config.orderLimits.unitsPerProduct)
  const next = pourInto(cart, basketOf(lines))
  return storageOf(ctx.actor) === 'account' || fitsCookie(next) ? next : null
}

const NEXT_PAGES = ['/cart', '/checkout', '/products']

function nextPage(form: FormData): string {
  return NEXT_PAGES.find((page) => page === form.get('then')) ?? '/cart'
}

export default function CartRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CartPage {...loaderData} answer={actionData ?? null} />
}

type RefusedChange = { message: string | null; values: FormValues }

/** The refused quantity of this line; null when another change was refused, or none. */
function refusedQuantity(key: string, answer: RefusedChange | null): RefusedQuantity | null {
  if (answer?.values.intent !== 'set' || answer.values.key !== key) return null
  return { typed: answer.values.quantity ?? '', message: answer.message ?? '' }
}

type CartPageProps = {
  shown: CartView
  shelved: Shelved
  isSignedIn: boolean
  /** An earlier order whose lines were just put into the cart. */
  reordered: Reordered | null
  /** Card orders that wait for their payment, shown while the cart is empty. */
  unpaid: UnpaidOrder[]
  /** The line or address that the last form removed; null for none. */
  removed: string | null
  /** The last change, if it was refused. */
  answer: RefusedChange | null
}

function CartPage({ shown: loaded, shelved, isSignedIn, reordered, unpaid, removed, answer }: CartPageProps) {
  const cart = useLiveCart(loaded.cart)
  const shown = useRemembered(loaded)
  const priced = priceCartView(shown, cart)
  return (
    <div className="wrap pt-6 pb-section">
      <h1 id={CART_TITLE} tabIndex={-1} className="display text-4xl">
        Your Cart
      </h1>
      {removed && !answer && <Removal what={removed} />}
      {answer && (
        <Banner tone="danger" className="mt-5">
          {answer.message}
        </Banner>
      )}
      {reordered && <ReorderNotice {...reordered} />}
      <p role="status" className="sr-only">
        {`${itemCount(countItems(cart))}, ${formatAmount(priced.quote.total)} in all`}
      </p>
      {cart.length === 0 ? (
        <EmptyCart unpaid={unpaid} />
      ) : (
        <FilledCart {...{ shown, priced, isSignedIn, answer }} />
      )}
      <CartBasket shelved={shelved} maxUnits={shown.maxUnits} />
    </div>
  )
}

/** After a form without JavaScript has removed something. */
function Removal({ what }: { what: string }) {
  return (
    <Banner tone="positive" title={what} className="mt-5">
      <form method="post" action="/cart" className="inline">
        <input type="hidden" name="intent" value="restore" />
        <button type="submit" className="link min-h-11 px-2">
          Undo
        </button>
      </form>
    </Banner>
  )
}

/** The view with the products of lines that it has lost, so that Undo shows them at once, offline too. */
function useRemembered(shown: CartView): CartView {
  const before = useRef(shown)
  const view = useMemo(() => {
    const now = numbersIn(shown.cart)
    const lost = before.current.cart.filter(
      (line) => ![...numbersIn([line])].every((number) => now.has(number)),
    )
    const products = before.current.products.filter(({ number }) => !now.has(number))
    return { ...shown, cart: [...shown.cart, ...lost], products: [...shown.products, ...products] }
  }, [shown])
  useEffect(() => {
    before.current = view
  }, [view])
  return view
}

type CartBasketProps = { shelved: Shelved; maxUnits: number }

/** The basket's products, below the cart; the bar that adds them stays in view. */
function CartBasket({ shelved: { basket, products }, maxUnits }: CartBasketProps) {
  const checked = useBasket(products, maxUnits, basket)
  return (
    <>
      {checked.lines.length > 0 && (
        <section aria-labelledby="basket-title" className="mt-10 max-w-read">
          <h2 id="basket-title" className="font-bold text-lg">
            In your basket, not in the cart yet
          </h2>
          <Ledger
            className="mt-3"
            rows={checked.lines.map(({ product, quantity }) => ({
              label: `${quantity} × ${product.name}`,
              value: formatPrice(times(unitPrice(product), quantity)),
            }))}
          />
          <Link to="/products" className="link mt-3 inline-block">
            Change the basket
          </Link>
        </section>
      )}
      <BasketStatus basket={checked} />
      <BasketBar basket={checked} place=" in your basket" onPoured={focusCartTitle} />
    </>
  )
}

function EmptyCart({ unpaid }: Pick<CartPageProps, 'unpaid'>) {
  return (
    <>
      <UnpaidOrders orders={unpaid} className="mt-5" />
      <EmptyState
        className="mt-8"
        picture="/illustrations/empty-basket.svg"
        title="Your cart is empty"
        action={<ButtonLink to="/products">Browse Products</ButtonLink>}
      >
        Looks like you haven't added any products to your cart yet.
      </EmptyState>
    </>
  )
}

type FilledCartProps = Pick<CartPageProps, 'shown' | 'isSignedIn' | 'answer'> & { priced: PricedCart }

function FilledCart({ shown, priced, isSignedIn, answer }: FilledCartProps) {
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
              <CartLineRow
                key={line.key}
                line={line}
                lines={priced.lines}
                shown={shown}
                refused={refusedQuantity(line.key, answer)}
              />
            ))}
            {priced.unavailable.map(({ key, name }) => (
              <UnavailableLine key={key} lineKey={key} name={name} />
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
      <RemoveForm lineKey={null} done="Cart cleared">
        <Button look="line" size="sm">
          Clear Cart
        </Button>
      </RemoveForm>
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
