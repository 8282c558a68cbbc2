import { createContext, type RouterContextProvider } from 'react-router'
import type { RequestCart } from '#app/cart/request-cart.server.ts'
import type { PageRegistry } from '#app/request/page-handle.ts'
import type { Auth } from '#infra/accounts/auth.ts'
import type { DemoMailbox } from '#infra/email/demo-mailbox.ts'
import type { SandboxBank } from '#infra/payments/sandbox/sandbox-bank.ts'
import type { PdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { ProductSearch } from '#shop/search/product-search.ts'
import type { Seller } from '#shop/seller.ts'

/** What the server hands to every loader and action. */
export type RequestContext = {
  ctx: Ctx
  /** What the pages say about themselves. */
  pages: PageRegistry
  cart: RequestCart
  /** The session that the browser is signed in with. */
  sessionId: string | null
  auth: Auth
  /** Null outside demo mode. */
  mailbox: DemoMailbox | null
  /** Plays the bank in demo mode; null outside it. */
  sandbox: SandboxBank | null
  limits: RateLimiter
  seller: Seller
  pdf: PdfRenderer
  /** The products on sale, searched in memory. */
  productSearch: Pick<ProductSearch, 'find'>
  supportEmail: string
  requestId: string
  /** True when an answer of this status means that the database cannot be reached, or that the page needs a person
   * whose session cannot be read. */
  isDatabaseAway: (status: number) => boolean
  /** Logs an error that nobody expected. */
  reportError: (error: unknown, requestId: string) => void
  nonce: string
}

export const requestContext = createContext<RequestContext>()

/** The use cases' ctx of this request. */
export function shopCtx(context: Readonly<RouterContextProvider>): Ctx {
  return context.get(requestContext).ctx
}
