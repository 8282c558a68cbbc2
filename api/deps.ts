import type { PdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Features } from '#shop/features.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'

type SentMail = { to: string; subject: string; text: string; html: string; sentAt: Date }

/** One open stream of an order's events. */
export type OrderSubscription = {
  /** Resolves with 'event' when something happened to the order, 'timeout' after that long, 'closed' at the end. */
  next(timeoutMs: number): Promise<'event' | 'timeout' | 'closed'>
  close(): void
}

/** Dependencies of the API, made by `server/`. */
export type ApiDeps = {
  ctxFor(actor: Actor): Ctx
  /**
   * The actor of a request; the worker who is signed in by PIN, for her own routes; and the person whose session lacks the
   * second factor, for the reason of a refusal. Throws when the session cannot be read; `setCookies` go into the answer. With `renews`
   * false the session is not renewed.
   */
  identify(
    headers: Headers,
    how?: { renews: boolean },
  ): Promise<{ actor: Actor; pinWorker: Person | null; pending: Person | null; setCookies: string[] }>
  /** The account library, which answers everything below /auth and registers people. */
  auth: { handler(request: Request): Promise<Response> }
  /** Which parts of the shop are switched on. */
  features: Features
  /** The rate limits: see `limited`. */
  limits: RateLimiter
  /** The emails of demo mode; null outside it. */
  mailbox: { list(to: string | null): Promise<SentMail[]> } | null
  pdf: PdfRenderer
  /** In demo mode the sandbox is a payment provider too. */
  hasSandbox: boolean
  /** Opens streams of order events; null when the person, network or process has too many. */
  orderEvents: {
    open(subscriber: { orderId: string; person: string; network: string }): OrderSubscription | null
  }
  /** Receives unexpected errors. */
  reportError(error: unknown, requestId: string): void
}

/** The context of every handler. */
export type ApiEnv = {
  Variables: { ctx: Ctx; deps: ApiDeps; pinWorker: Person | null; pending: Person | null }
}
