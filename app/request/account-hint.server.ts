import type { AccountHint } from '#app/kit/account-hint.ts'
import { readCookie } from '#app/request/cart-cookie.server.ts'
import type { Actor } from '#shop/kernel/actor.ts'

/**
 * Kept pages are the same for everybody, so the account menu fills in afterwards from this cookie: which links to
 * show, nothing personal. It decides nothing; every page checks the actor itself.
 */
export const ACCOUNT_HINT = 'account'

export function hintFor(actor: Actor): AccountHint {
  if (actor.kind === 'visitor') return ''
  if (actor.isAdmin) return 'admin'
  return actor.isWorker ? 'worker' : 'customer'
}

/** A Set-Cookie value when the browser's hint is not what it should be; otherwise null. */
export function hintCookie(request: Request, actor: Actor): string | null {
  const hint = hintFor(actor)
  if (readCookie(request, ACCOUNT_HINT) === hint) return null
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
  const age = hint ? 30 * 24 * 3600 : 0
  return `${ACCOUNT_HINT}=${hint}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
