import { useEffect, useMemo, useRef, useState } from 'react'
import { data, Form, redirect } from 'react-router'
import { withCookies } from '#app/auth/auth.server.ts'
import { itemCount } from '#app/cart/basket.ts'
import { BasketBar, BasketStatus, useBasket } from '#app/cart/basket-bar.tsx'
import { changeCartByForm, pageAfterCookies } from '#app/cart/cart-action.server.ts'
import { CART_TITLE, focusCartTitle, offerUndoAgain, RemoveForm } from '#app/cart/cart-form.tsx'
import { CartLineRow, type RefusedQuantity, UnavailableLine } from '#app/cart/cart-line.tsx'
import { CartSummary, cartInWords, ShippingNote } from '#app/cart/cart-summary.tsx'
import { findUnseenOrder, loadBasket, readSnapshot } from '#app/cart/cart-view.server.ts'
import { storeMix } from '#app/cart/mix-store.ts'
import { useLiveCart } from '#app/cart/use-live-cart.ts'
import { Banner } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { Ledger } from '#app/kit/ledger.tsx'
import { Link, TextLink } from '#app/kit/link.tsx'
import { pickerPath } from '#app/kit/paths.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { TwoColumns } from '#app/kit/totals.tsx'
import { deliveryNow } from '#app/legal/delivery-texts.server.ts'
import { UnpaidOrders } from '#app/orders/unpaid-order.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { readCookie, readReferralCode } from '#app/request/cookies.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { numbersIn } from '#shop/carts/cart.ts'
import { COOKIES_BLOCKED } from '#shop/carts/cart-cookie.ts'
import { type CartView, type OrderablePart, orderablePart, priceCartView } from '#shop/carts/cart-view.ts'
import { mixName } from '#shop/carts/mix.ts'
import { changeNote, parseSnapshot } from '#shop/carts/price-snapshot.ts'
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import { countRemoved, parseRemoved, serializeRemoved } from '#shop/carts/removed.ts'
import { isCustomisable, unitPrice } from '#shop/catalogue/product.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatPrice, times } from '#shop/kernel/money.ts'
import { compareWithOrder, type OrderComparison } from '#shop/orders/order-again.ts'
import { findUnpaidOrders } from '#shop/orders/unpaid-orders.read.ts'
import type { Route } from './+types/cart.ts'

export const handle: PageHandle = {
  title: 'Your Cart',
  search: 'noindex',
  access: { get: 200, post: 400 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestCtx = context.get(requestContext)
  // Coupons are entered at the checkout. The cart shows only discounts that need no coupon code.
  const codes = { couponCode: null, referralCode: readReferralCode(request) }
  const { view, setCookie } = await readSnapshot(request, requestCtx, codes)
  const { ctx } = requestCtx
  // The checkout shows that order and deletes the cookie that contains the order's key.
  if (view.cart.length === 0 && (await findUnseenOrder(request, ctx))) return redirect('/checkout')
  const { searchParams } = new URL(request.url)
  const again = searchParams.get('again')
  const hasCookies = request.headers.get('cookie') !== null
  const next = hasCookies ? pageAfterCookies(searchParams.get('kept')) : null
  if (next) return redirect(next)
  const page = {
    view,
    deliveryNotice: (await deliveryNow(requestCtx)).notice,
    shelf: await loadBasket(request, requestCtx),
    isSignedIn: ctx.actor.kind === 'person',
    reordered: again ? await compareWithOrder(ctx, { orderId: again, cart: view.cart }) : null,
    justRemoved: await readRemoved(request, requestCtx),
    isBlocked: searchParams.has('kept') && !hasCookies,
    unpaid: view.cart.length === 0 ? await findUnpaidOrders(ctx) : [],
  }
  return data(page, { headers: withCookies(setCookie ? [setCookie] : []) })
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeCartByForm(request, context.get(requestContext))
}

/** Returns the removals that the cookie can undo, or null if there are none. */
async function readRemoved(request: Request, { products }: Pick<RequestContext, 'products'>) {
  const steps = parseRemoved(readCookie(request, 'cart_undo'))
  const [line, ...others] = steps.flatMap(({ lines }) => lines)
  if (!line) return null
  const removed = serializeRemoved(steps)
  const product = others.length === 0 && (await products.get()).find(({ number }) => number === line.number)
  if (!product) return { removed, message: `Removed ${itemCount(countRemoved(steps))}.` }
  const name = isCustomisable(product) ? mixName(product.name, product.tastemakerPicks) : product.name
  return { removed, message: `Removed ${name}.` }
}

type RefusedChange = { message: string | null; values: FormValues }

/** Returns the refused quantity of this line, or null if none was refused. */
function refusedQuantity(key: string, answer: RefusedChange | null): RefusedQuantity | null {
  if (answer?.values.intent !== 'set' || answer.values.key !== key) return null
  return { typed: answer.values.quantity ?? '', message: answer.message ?? '' }
}

/** `removed`: serialized by `serializeRemoved`. */
type JustRemoved = NonNullable<Awaited<ReturnType<typeof readRemoved>>>

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null
  const { shelf, reordered, unpaid, justRemoved, isBlocked } = loaderData
  const cart = useLiveCart(loaderData.view.cart)
  const view = useViewForUndo(loaderData.view)
  const priced = priceCartView(view, cart)
  const orderable = orderablePart(view, cart, priced)
  useUndoAfterLoad(justRemoved)
  return (
    <div className="wrap pt-6 pb-section">
      <h1 id={CART_TITLE} tabIndex={-1} className="display text-4xl">
        Your Cart
      </h1>
      {justRemoved && !answer && <Removal {...justRemoved} />}
      {(answer || isBlocked) && (
        <Banner tone="danger" className="mt-5">
          {answer?.message ?? COOKIES_BLOCKED}
        </Banner>
      )}
      {reordered && <ReorderNotice {...reordered} />}
      <p role="status" className="sr-only">
        {cartInWords(orderable)}
      </p>
      {cart.length === 0 ? (
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
      ) : (
        <FilledCart {...loaderData} {...{ view, priced, orderable, answer }} />
      )}
      <CartBasket shelf={shelf} maxUnits={view.maxUnits} />
    </div>
  )
}

function useUndoAfterLoad(justRemoved: JustRemoved | null) {
  const isHydrated = useHydrated()
  const [loaded] = useState(isHydrated ? null : justRemoved)
  useEffect(() => {
    if (loaded) offerUndoAgain(parseRemoved(loaded.removed), loaded.message)
  }, [loaded])
}

/** A notice about a removal by a form without JavaScript, with an Undo button. */
function Removal({ removed, message }: JustRemoved) {
  return (
    <div className="without-js">
      <Banner tone="positive" title={message} className="mt-5">
        <form method="post" action="/cart" className="inline">
          <input type="hidden" name="intent" value="restore" />
          <input type="hidden" name="removed" value={removed} />
          <button type="submit" className="link min-h-11 px-2">
            Undo
          </button>
        </form>
      </Banner>
    </div>
  )
}

/** Keeps removed lines and their products in the view, so that Undo can show them at once, also offline. */
function useViewForUndo(loaded: CartView): CartView {
  const previous = useRef(loaded)
  const view = useMemo(() => {
    const numbers = numbersIn(loaded.cart)
    const removedLines = previous.current.cart.filter(
      (line) => ![...numbersIn([line])].every((number) => numbers.has(number)),
    )
    const products = previous.current.products.filter(({ number }) => !numbers.has(number))
    return { ...loaded, cart: [...loaded.cart, ...removedLines], products: [...loaded.products, ...products] }
  }, [loaded])
  useEffect(() => {
    previous.current = view
  }, [view])
  return view
}

type LoaderData = Route.ComponentProps['loaderData']
type CartBasketProps = Pick<LoaderData, 'shelf'> & { maxUnits: number }

function CartBasket({ shelf: { basket, products }, maxUnits }: CartBasketProps) {
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
      <BasketBar basket={checked} place=" in your basket" onAdded={focusCartTitle} />
    </>
  )
}

type FilledCartProps = Pick<LoaderData, 'view' | 'deliveryNotice' | 'isSignedIn'> & {
  answer: RefusedChange | null
  priced: PricedCart
  orderable: OrderablePart
}

function FilledCart({ view, deliveryNotice, priced, orderable, isSignedIn, answer }: FilledCartProps) {
  const seen = parseSnapshot(view.seen)
  return (
    <>
      {orderable.part.lines.length > 0 && (
        <ShippingNote policy={view.shipping} quote={orderable.part.quote} />
      )}
      {deliveryNotice && (
        <Banner icon="truck" live={false} className="mt-3">
          {deliveryNotice}
        </Banner>
      )}
      {priced.lines.some((line) => changeNote(line, seen)) && <ChangeNotice />}
      <div className="pt-6">
        <TwoColumns aside={<CartSummary {...{ orderable, isSignedIn }} canCheckOut={priced.canCheckOut} />}>
          <h2>
            <VisuallyHidden>Items</VisuallyHidden>
          </h2>
          <ul className="border-ink border-t-2">
            {priced.lines.map((line) => (
              <CartLineRow
                key={line.key}
                line={line}
                lines={priced.lines}
                view={view}
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

/** A notice above a cart with changed lines. Its button removes the notes about the changes. */
function ChangeNotice() {
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

function ClearCart() {
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <ButtonLink to="/products" look="line" size="sm" icon="arrow-left">
        Continue Shopping
      </ButtonLink>
      <RemoveForm lineKey={null} message="Cart cleared">
        <Button look="line" size="sm">
          Clear Cart
        </Button>
      </RemoveForm>
    </div>
  )
}

export function ReorderNotice({ orderId, isInCart, changes }: OrderComparison) {
  const title = isInCart
    ? `The items of order ${shortId(orderId)} are in your cart.`
    : `None of the items of order ${shortId(orderId)} could go into your cart.`
  return (
    <Banner tone={isInCart ? 'positive' : 'warning'} title={title} className="mt-5">
      {changes.length > 0 && (
        <>
          What has changed since:
          <ul className="mt-1 list-disc pl-5">
            {changes.map(({ text, pickAgain }) => (
              <li key={text}>
                {text}{' '}
                {pickAgain && (
                  <TextLink
                    to={pickerPath({ id: pickAgain.productId })}
                    onClick={() => void storeMix(pickAgain.mix)}
                  >
                    Pick again
                  </TextLink>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  )
}
