import { createContext, type RouterContextProvider } from 'react-router'
import { hintFor, pageLanguage } from '#app/request/cookies.server.ts'
import type { PageRegistry, RootData } from '#app/request/page-handle.ts'
import type { Auth } from '#infra/accounts/auth.ts'
import type { DemoMailbox } from '#infra/email/demo-mailbox.ts'
import type { SandboxBank } from '#infra/payments/sandbox/sandbox-bank.ts'
import type { PdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Cart } from '#shop/carts/cart.ts'
import type { Product } from '#shop/catalogue/product.ts'
import type { Ctx, Seller } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import type { CachedValue } from '#shop/kernel/cached-value.ts'
import type { ProductSearch } from '#shop/search/product-search.ts'
import type { EditedTexts } from '#shop/texts/site-texts.read.ts'

export type RequestContext = {
  ctx: Ctx
  /** The registry of all pages with their handles. */
  pages: PageRegistry
  cart: RequestCart
  /** The worker who is signed in with a PIN. `ctx.actor` is then a visitor, except in `workerContext`. */
  pinWorker: Person | null
  /** The person whose session lacks the second factor. `ctx.actor` is then a visitor. */
  pending: Person | null
  /** The id of the browser's session, even if the session lacks the second factor. */
  sessionId: string | null
  auth: Auth
  /** Null outside demo mode. */
  mailbox: DemoMailbox | null
  /** Plays the bank in demo mode; null outside it. */
  sandbox: SandboxBank | null
  limits: RateLimiter
  seller: Seller
  pdf: PdfRenderer
  /** The products on sale, cached for pages. Orders are priced from the database. */
  products: Pick<CachedValue<readonly Product[]>, 'get'>
  texts: Pick<CachedValue<EditedTexts>, 'get'>
  /** Searches the products on sale. */
  productSearch: Pick<ProductSearch, 'find'>
  supportEmail: string
  requestId: string
  /** True if this status means that the database is unavailable, or that the session cannot be read. */
  isOutage: (status: number) => boolean
  reportError: (error: unknown, requestId: string) => void
  nonce: string
  /** Receives the rendered HTML as a string, so that the page cache need not read the response's stream. */
  keepPage: (html: string) => void
}

export const requestContext = createContext<RequestContext>()

export function shopCtx(context: Readonly<RouterContextProvider>): Ctx {
  return context.get(requestContext).ctx
}

/** The cart of a request: a visitor's from the cookie; a customer's from the account, with the cookie's changes. */
export type RequestCart = {
  /** True if the browser's cart belongs to another account, whose session ended without signing out. */
  isForeign: boolean
  read(): Promise<Cart>
  /** Returns the account's price snapshot as text; '' for a visitor, whose snapshot is in a cookie. */
  priceSnapshot(): Promise<string>
  /** Saves `next`, or else the current cart, and returns it. Saves a customer's cart in the account, too. */
  save(next?: Cart): Promise<Cart>
  /** Makes the next read load the account's cart again, after an order has removed its lines. */
  reload(): void
  /** Returns the version of an account's current cart; '' for a visitor's cart. */
  readVersion(): Promise<string>
  /** Returns the Set-Cookie value of the saved cart. Null if the browser already has this cart. */
  setCookie(): Promise<string | null>
}

export function rootData({ ctx, pages, seller, mailbox }: RequestContext, request: Request): RootData {
  const { brand, origin, features, taxes, orderLimits } = ctx.config
  return {
    brand,
    origin,
    fssaiLicence: seller.fssaiLicence,
    isDemo: mailbox !== null,
    closed: pages.listClosed(features, ctx.actor),
    taxes,
    maxUnits: orderLimits.unitsPerProduct,
    account: hintFor(ctx.actor),
    language: pageLanguage(request),
  }
}
