import type { Refusal } from '#app/programme/offline/waiting.ts'

const PIN_SESSION = '/shg-worker-dashboard/session.json'

/** Long enough for one part of a photo on a slow network. A request without an answer blocks all others. */
const TIMEOUT_MS = 90_000

/** Calls `fetch` with a timeout. Throws without a network. */
export function fetchInTime(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
}

export function fetchJson(path: string, body: object, method = 'POST'): Promise<Response> {
  return fetchInTime(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** True if this person is signed in on this phone. Throws without a network, and if the shop cannot answer. */
export async function isSignedIn(ownerId: string): Promise<boolean> {
  const answer = await fetchInTime('/api/auth/get-session')
  if (answer.status === 429 || answer.status >= 500) throw new Error(`the session: ${answer.status}`)
  if (!answer.ok) return false
  const session = (await answer.json()) as { user?: { id?: string } } | null
  if (session?.user) return session.user.id === ownerId
  // Better Auth does not know sessions that began with a PIN.
  const byPin = await fetchInTime(PIN_SESSION)
  if (byPin.status === 429 || byPin.status >= 500) throw new Error(`the session: ${byPin.status}`)
  return byPin.ok && ((await byPin.json()) as { id?: string }).id === ownerId
}

/** Statuses of temporary refusals, after which an item is sent again. Other refusals end the automatic attempts. */
const RETRY_STATUSES = new Set([401, 408, 425, 429])

/** Returns what a response with an error status means for the item that was sent. */
export async function refusalOf({ status }: Response, ownerId: string): Promise<'later' | Refusal> {
  if (status >= 500 || RETRY_STATUSES.has(status)) return 'later'
  // 404 is also the answer about another person's task. It is final only while the owner is signed in.
  if (status === 404 || status === 403) return (await isSignedIn(ownerId)) ? 'gone' : 'later'
  if (status === 409) return 'too_late'
  return status === 413 || status === 422 ? 'damaged' : 'failed'
}

/**
 * Returns the end of the second in the Date header, in milliseconds; 0 without the header. A page with a later time
 * already contains the change that this response confirms.
 */
export function timeOf(answer: Response): number {
  return Date.parse(answer.headers.get('date') ?? '') + 999 || 0
}

/** Returns the refusal's text in the reader's language, or '' if it has none, for example for a too large body. */
export async function refusalText(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  const said = body && typeof body === 'object' && 'said' in body ? body.said : ''
  return typeof said === 'string' ? said : ''
}
