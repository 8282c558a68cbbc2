/** What the API answers when a request makes no sense, or something went wrong on the way. */
import type { Hook } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ApiEnv } from '#api/deps.ts'
import { isDatabaseAway } from '#infra/database/away.ts'
import { isStorable } from '#shop/kernel/text.ts'

/** Seconds after which a client may try again when the database is away. */
const RETRY_AFTER = '5'

const CODES: Record<number, { code: string; error: string }> = {
  400: { code: 'malformed_json', error: 'The body is not valid JSON.' },
  413: { code: 'too_large', error: 'The body is too large: at most 1 MB.' },
  415: { code: 'unsupported_media_type', error: 'Please send JSON with the header Content-Type: application/json.' },
}

export function notFound(c: Context) {
  return c.json({ error: 'There is nothing at this address.', code: 'not_found' }, 404)
}

export function tooLarge(c: Context) {
  return c.json(CODES[413], 413)
}

export function unavailable(c: Context) {
  c.header('retry-after', RETRY_AFTER)
  return c.json({ error: 'The shop cannot answer just now. Please try again.', code: 'unavailable' }, 503)
}

/** `fields` say what is wrong with each; the first of them is the message. */
export function invalid(c: Context, fields: Record<string, string>) {
  const error = Object.values(fields)[0] ?? 'This makes no sense.'
  return c.json({ error, code: 'invalid_input', fields }, 422)
}

/** What is left when a handler throws: trouble with the body, the database that is away, or a bug. */
export function onError(error: Error, c: Context<ApiEnv>) {
  if (error instanceof HTTPException && CODES[error.status]) return c.json(CODES[error.status], error.status)
  c.var.deps.reportError(error, c.req.header('x-request-id') ?? '')
  if (isDatabaseAway(error)) return unavailable(c)
  return c.json({ error: 'Something went wrong on our side.', code: 'internal' }, 500)
}

type Issue = { path: PropertyKey[]; message: string }

/** Runs after each part of a request was checked. What passed may still hold text that no database can keep. */
// biome-ignore lint/suspicious/noExplicitAny: one hook for the requests of all routes
export const refuseInvalid: Hook<any, ApiEnv, any, any> = (result, c) => {
  if (!result.success) return invalid(c, fieldMessages(result.error.issues))
  const path = unstorable(result.data)
  return path === null ? undefined : invalid(c, { [path]: 'This text holds characters that cannot be kept.' })
}

function fieldMessages(issues: Issue[]): Record<string, string> {
  const messages = issues.map(({ path, message }) => [path.join('.') || 'body', message])
  // The first message of a field is the one that counts.
  return Object.fromEntries(messages.reverse())
}

/** Where text is that cannot be stored; null when all can. Checked input is never deep. */
function unstorable(value: unknown, path = 'body'): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = unstorable(inner, path === 'body' ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}
