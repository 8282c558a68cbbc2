import type { PasswordAccount, PasswordCheck } from '#infra/accounts/password.ts'
import type { PdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Ctx, Features, KeyClaim } from '#shop/ctx.ts'
import type { UsedKey } from '#shop/customers/api-key.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'
import type { ProductSearch } from '#shop/search/product-search.ts'

type SentMail = { to: string; subject: string; text: string; html: string; sentAt: Date }

export type OrderSubscription = {
  /** Resolves with 'event' after a change of the order, 'timeout' after `timeoutMs`, or 'closed' at the end. */
  next(timeoutMs: number): Promise<'event' | 'timeout' | 'closed'>
  close(): void
}

export type ApiDeps = {
  ctxFor(actor: Actor): Ctx
  /** Returns actor, PIN worker and person without verified factor. Throws if the session cannot be read. */
  identify(
    headers: Headers,
    options?: { renew: boolean },
  ): Promise<{
    actor: Actor
    pinWorker: Person | null
    pending: Person | null
    sessionId: string | null
    setCookies: string[]
  }>
  /** Returns the Set-Cookie value of a session's new token. */
  sessionCookie(token: string): Promise<string>
  auth: { handler(request: Request): Promise<Response> }
  /** Checks the password of an account. Counts as a sign-in attempt. */
  checkPassword(account: PasswordAccount): Promise<PasswordCheck>
  features: Features
  limits: RateLimiter
  /** The emails of demo mode; null outside it. */
  mailbox: { list(to: string | null): Promise<SentMail[]> } | null
  pdf: PdfRenderer
  productSearch: Pick<ProductSearch, 'find'>
  /** True in demo mode, where the sandbox is a payment provider. */
  hasSandbox: boolean
  orderEvents: {
    /** Returns null if the person, network or process has too many streams. */
    open(subscriber: { orderId: string; person: string; network: string }): OrderSubscription | null
  }
  reportError(error: unknown, requestId: string): void
}

export type ApiEnv = {
  Variables: {
    ctx: Ctx
    deps: ApiDeps
    pinWorker: Person | null
    pending: Person | null
    sessionId: string | null
    /** The API key of the request. It may act only on routes that name scopes (`forKeys` in guards.ts). */
    apiKey: UsedKey | 'invalid' | null
    /** Set for a request with an idempotency key (api/idempotency.ts). */
    claim?: KeyClaim
    /** True if an earlier, equal request used the same idempotency key. */
    isRepeat?: boolean
  }
}
