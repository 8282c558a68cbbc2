import type { Refusal } from '#app/worker/offline/waiting.ts'

/** A network that hangs would hold up all that waits; this is enough for a part of a photo on a slow one. */
const TIMEOUT_MS = 90_000

/** `fetch` that gives up; throws without a network. */
export function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
}

/** An `ask` with a JSON body. */
export function askJson(path: string, body: object, method = 'POST'): Promise<Response> {
  return ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

/** True when this person is signed in on this phone; throws without a network. */
export async function isSignedIn(ownerId: string): Promise<boolean> {
  const answer = await ask('/api/auth/get-session')
  if (!answer.ok) return false
  const session = (await answer.json()) as { user?: { id?: string } } | null
  return session?.user?.id === ownerId
}

/** Answers that may be another one tomorrow leave what was sent waiting; the others are final. */
const MAYBE_LATER = new Set([401, 408, 425, 429])

/** The meaning of a response other than 2xx for the sent item. */
export async function refusalOf({ status }: Response, ownerId: string): Promise<'later' | Refusal> {
  if (status >= 500 || MAYBE_LATER.has(status)) return 'later'
  // Another person's task is a 404, too: final only while its owner is the one who is signed in.
  if (status === 404 || status === 403) return (await isSignedIn(ownerId)) ? 'gone' : 'later'
  if (status === 409) return 'too_late'
  return status === 413 || status === 422 ? 'damaged' : 'failed'
}
