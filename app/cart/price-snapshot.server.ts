import { loadCartView } from '#app/cart/cart-view.server.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { readCookie, setCookie } from '#app/request/cookies.server.ts'
import type { CartView } from '#shop/carts/cart-view.ts'
import { readPriceSnapshot } from '#shop/carts/carts.read.ts'
import {
  type PriceSnapshot,
  parseSnapshot,
  serializeSnapshot,
  snapshotAll,
  snapshotNew,
} from '#shop/carts/price-snapshot.ts'
import { savePriceSnapshot } from '#shop/carts/save-price-snapshot.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'

type Asking = Pick<RequestContext, 'ctx' | 'cart'>

/** The cart to be shown, with what was seen of it before. `setCookie` goes with the answer when it is not null. */
export async function readSnapshot(
  request: Request,
  { ctx, cart }: Asking,
  codes: EnteredCodes,
): Promise<{ shown: CartView; setCookie: string | null }> {
  const written = await seenBefore(request, ctx)
  const shown = await loadCartView(ctx, await cart.read(), codes)
  const seen = snapshotNew(parseSnapshot(written), shown.products)
  const setCookie = serializeSnapshot(seen) === written ? null : await keepSeen(request, ctx, seen)
  return { shown: { ...shown, seen: serializeSnapshot(seen) }, setCookie }
}

/** The customer has read what changed: from now on the cart is known as it is. */
export async function updateSnapshot(request: Request, { ctx, cart }: Asking): Promise<string | null> {
  const shown = await loadCartView(ctx, await cart.read(), { couponCode: null, referralCode: null })
  return keepSeen(request, ctx, snapshotAll(shown.products))
}

async function seenBefore(request: Request, { db, actor }: Ctx): Promise<string> {
  return actor.kind === 'person' ? readPriceSnapshot(db, actor.id) : readCookie(request, 'cart_seen')
}

async function keepSeen(request: Request, ctx: Ctx, seen: PriceSnapshot): Promise<string | null> {
  if (ctx.actor.kind === 'person') {
    await savePriceSnapshot(ctx, seen)
    return null
  }
  return setCookie(request, 'cart_seen', serializeSnapshot(seen))
}
