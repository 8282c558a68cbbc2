import type { PdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Features } from '#shop/features.ts'
import type { Actor } from '#shop/kernel/actor.ts'

type SentMail = { to: string; subject: string; text: string; html: string; sentAt: Date }

/** One open stream of an order's news. */
export type Watching = {
  /** Resolves with 'news' when something happened to the order, 'silence' after that long, 'closed' at the end. */
  next(patienceMs: number): Promise<'news' | 'silence' | 'closed'>
  close(): void
}

/** What the API needs of the program around it. */
export type ApiDeps = {
  ctxFor(actor: Actor): Ctx
  /**
   * Whose request it is. Throws when that cannot be found out; `setCookies` go with the answer. With `renews` false the
   * session is only looked at.
   */
  identify(headers: Headers, how?: { renews: boolean }): Promise<{ actor: Actor; setCookies: string[] }>
  /** The account library, which answers everything below /auth and registers people. */
  auth: { handler(request: Request): Promise<Response> }
  /** Which parts of the shop are switched on. */
  features: Features
  /** Counts how often somebody asks: see `limited`. */
  limits: RateLimiter
  /** The mails that demo mode keeps; null outside it. */
  mailbox: { list(to: string | null): Promise<SentMail[]> } | null
  pdf: PdfRenderer
  /** In a demonstration the sandbox is a payment provider, too. */
  hasSandbox: boolean
  /** Who watches orders; null when as many watch as may. */
  orderNews: { open(watcher: { orderId: string; person: string; network: string }): Watching | null }
  /** Hears of errors that nobody expected. */
  reportError(error: unknown, requestId: string): void
}

/** What every handler finds in its context. */
export type ApiEnv = { Variables: { ctx: Ctx; deps: ApiDeps } }
