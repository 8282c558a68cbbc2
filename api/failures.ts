import type { Hook, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ApiEnv } from '#api/deps.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { isStorageFull } from '#infra/files/file-store.ts'
import { codesOf, noteFields } from '#infra/logging/security-events.ts'
import { sizeInWords } from '#infra/rate-limits/body-limits.ts'
import { isStorable } from '#shop/kernel/text.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** Seconds after which a client may try again when the database is unavailable. */
const RETRY_AFTER = '5'

const UNAVAILABLE = 'The shop is unavailable right now. Please try again.'
/** The commit may have succeeded although its confirmation was lost. */
const UNCERTAIN =
  'The shop is unavailable right now. The order may have been placed: please try again with the same Idempotency-Key.'

const CODES: Record<number, { code: string; error: string }> = {
  400: { error: 'The body is not valid JSON.', code: 'malformed_json' },
  415: {
    error: 'Please send JSON in UTF-8 with the header Content-Type: application/json.',
    code: 'unsupported_media_type',
  },
}

export function notFound(c: Context) {
  return c.json({ error: 'There is nothing at this address.', code: 'not_found' }, 404)
}

/** `allowed`: the methods of the address; empty if there is no such address. */
export function wrongMethod(c: Context, allowed: readonly string[]) {
  if (allowed.length === 0) return notFound(c)
  const methods = allowed.join(', ')
  c.header('allow', methods)
  return c.json({ error: `This address accepts ${methods}.`, code: 'method_not_allowed' }, 405)
}

export function tooLarge(c: Context, maxBytes: number) {
  return c.json({ error: `The body is too large: at most ${sizeInWords(maxBytes)}.`, code: 'too_large' }, 413)
}

export function pictureTooLarge(c: Context) {
  return c.json({ error: REFUSALS.picture_too_large.en, code: 'picture_too_large' }, 413)
}

export function malformedJson(c: Context) {
  return c.json(CODES[400], 400)
}

export function notUtf8(c: Context) {
  return c.json({ error: 'The body is not valid UTF-8.', code: 'malformed_json' }, 400)
}

export function unsupportedMediaType(c: Context) {
  return c.json(CODES[415], 415)
}

export function tooMany(c: Context, seconds: string | null) {
  c.header('retry-after', seconds ?? '60')
  return c.json({ error: 'Too many attempts. Please wait and try again.', code: 'too_many_requests' }, 429)
}

export function unavailable(c: Context) {
  c.header('retry-after', RETRY_AFTER)
  c.header('cache-control', 'no-store')
  const error = c.req.header('idempotency-key') ? UNCERTAIN : UNAVAILABLE
  return c.json({ error, code: 'unavailable' }, 503)
}

/** The first field's problem becomes the message. */
export function invalid(c: Context, fields: Record<string, string>) {
  const error = Object.values(fields)[0] ?? 'Invalid request.'
  return c.json({ error, code: 'invalid_input', fields }, 422)
}

/** Answers with the fields that break their schema. */
export function schemaViolation(c: Context, error: z.ZodError) {
  noteFields(codesOf(error.issues))
  return invalid(c, issuesOf(error))
}

export function onError(error: Error, c: Context<ApiEnv>) {
  if (error instanceof HTTPException && CODES[error.status]) return c.json(CODES[error.status], error.status)
  c.var.deps.reportError(error, c.req.header('x-request-id') ?? '')
  if (isDatabaseUnavailable(error) || isStorageFull(error)) return unavailable(c)
  return c.json({ error: 'Something went wrong on our side.', code: 'internal' }, 500)
}

/**
 * Validates each part of a request. Valid text may still contain characters that PostgreSQL cannot store. An
 * invalid id in the path gets a 404, just as an unknown id does.
 */
// biome-ignore lint/suspicious/noExplicitAny: one hook for the requests of all routes
export const refuseInvalid: Hook<any, ApiEnv, any, any> = (result, c) => {
  const isPath = result.target === 'param'
  if (!result.success) return isPath ? notFound(c) : schemaViolation(c, result.error)
  const path = findUnstorable(result.data)
  if (path === null) return undefined
  return isPath ? notFound(c) : notStorable(c, path)
}

/** Refuses the text at this path of the request. */
export function notStorable(c: Context, path: string) {
  noteFields({ [path]: 'not_storable' })
  return invalid(c, { [path]: 'This text contains characters that cannot be stored.' })
}

/** Returns the first problem of each field, also of each unknown field, by names such as 'items.0.quantity'. */
function issuesOf({ issues }: Pick<z.ZodError, 'issues'>): Record<string, string> {
  const messages = issues.flatMap((issue) => {
    const { path, message } = issue
    if (issue.code !== 'unrecognized_keys') return [[path.join('.') || 'body', message]]
    return issue.keys.map((key) => [[...path, key].join('.'), `Unknown field '${key}'. ${message}`])
  })
  return Object.fromEntries(messages.reverse())
}

/** Returns the path of text that PostgreSQL cannot store, or null. Iterative, since JSON may be nested deeply. */
export function findUnstorable(root: unknown): string | null {
  const toVisit: { value: unknown; path: string }[] = [{ value: root, path: '' }]
  for (let next = toVisit.pop(); next; next = toVisit.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && !isStorable(value)) return path || 'body'
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value))
      toVisit.push({ value: inner, path: path ? `${path}.${key}` : key })
  }
  return null
}
