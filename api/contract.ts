import { z } from '@hono/zod-openapi'
import { acceptAnswer, closeObjects } from '#api/closed-schema.ts'
import { KEY_HEADER, SESSION_COOKIE } from '#infra/accounts/current-session.ts'
import { isRupees } from '#shop/kernel/money.ts'

const errorJson = z
  .object({
    error: z.string().openapi({ description: 'A message for people', example: 'Your cart is empty' }),
    code: z.string().openapi({ description: 'A code for programs', example: 'invalid_input' }),
    fields: z.record(z.string(), z.string()).optional().describe('The problem with each field'),
  })
  .openapi('Error')
export type ErrorJson = z.infer<typeof errorJson>

export const rupeesJson = z
  .number()
  .refine(isRupees)
  .openapi({ description: 'Rupees, at most two decimals', example: 899 })

export const timeJson = z.iso.datetime().describe('UTC')

export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** A JSON body. Unknown fields are refused; with `answer`, the resource's other fields are accepted and ignored. */
export function body<Schema extends z.ZodType>(schema: Schema, answer?: z.ZodObject) {
  const closed = closeObjects(schema)
  const accepted = answer ? acceptAnswer(closed, answer) : closed
  return { required: true, content: { 'application/json': { schema: accepted } } }
}

export function form<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'multipart/form-data': { schema: closeObjects(schema) } } }
}

const ERRORS = {
  400: 'The body is not valid JSON in UTF-8, or there are two credentials that differ (`two_credentials`)',
  401: 'Not signed in, or the API key is invalid or not accepted here',
  403: 'The role or the scopes of the API key do not allow it',
  404: 'Not found, or not yours',
  409: 'It conflicts with the current state',
  413: 'The body is above the limit of the route: 128 KB of JSON, 1 MB for a product, 5 MB for a picture',
  415: 'The body is not declared as JSON in UTF-8',
  422: 'Invalid request, or refused',
  503: 'The database is unavailable, or too many requests of this kind are waiting. See Retry-After',
} as const

const retryAfter = z.object({ 'Retry-After': z.string().openapi({ description: 'Seconds', example: '5' }) })

/** Headers of the answer to any counted request, refused or not. */
const rateLimit = z.object({
  'RateLimit-Limit': z
    .string()
    .optional()
    .openapi({ description: 'Requests allowed in one window', example: '60' }),
  'RateLimit-Remaining': z
    .string()
    .optional()
    .openapi({ description: 'Requests left in this window', example: '0' }),
  'RateLimit-Reset': z
    .string()
    .optional()
    .openapi({ description: 'Seconds until the window ends', example: '42' }),
})

/** Copies the rate-limit headers of an operation's 429 to its other answers. */
export function declareLimits(paths: object | undefined): void {
  for (const methods of Object.values(paths ?? {}))
    for (const { responses } of Object.values(
      methods as Record<string, { responses: Record<string, { headers?: Record<string, unknown> }> }>,
    )) {
      const limits = Object.entries(responses[429]?.headers ?? {}).filter(([name]) => name in rateLimit.shape)
      if (limits.length === 0) continue
      for (const answer of Object.values(responses))
        answer.headers = { ...Object.fromEntries(limits), ...answer.headers }
    }
}
const UNSAFE = ['post', 'put', 'patch', 'delete']

/** Declares the 403 of cross-site requests on every route that changes data, except webhooks. */
export function declareCrossSite(paths: object | undefined): void {
  for (const [path, methods] of Object.entries(paths ?? {}))
    for (const [method, operation] of Object.entries(methods as Record<string, { responses: object }>))
      if (UNSAFE.includes(method) && !path.startsWith('/webhooks/'))
        Object.assign(operation.responses, { 403: { ...CROSS_SITE, ...roleRefusal(operation.responses) } })
}

const CROSS_SITE = {
  description: 'A browser sent this from a page of another site (`cross_site`)',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

function roleRefusal(responses: object): object | null {
  return '403' in responses ? { description: `${ERRORS[403]}, or: ${CROSS_SITE.description}` } : null
}

type Operation = {
  operationId?: string
  description?: string
  security?: Record<string, readonly string[]>[]
  responses: Record<string, { content?: Record<string, { schema?: { type?: unknown } }> }>
}

/**
 * Gives each operation an id, such as `getOrder` for GET /orders/{id}, unless its route names one. Marks public
 * operations, and says in each description who may call it.
 */
export function declareOperations(paths: object | undefined): void {
  for (const [path, methods] of Object.entries(paths ?? {}))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const isList = operation.responses[200]?.content?.['application/json']?.schema?.type === 'array'
      operation.operationId ??= operationId(isList ? 'list' : method, path)
      operation.security ??= []
      operation.description = [operation.description, accessOf(operation.security)].filter(Boolean).join(' ')
    }
}

function accessOf(security: NonNullable<Operation['security']>): string {
  if (security.length === 0) return 'Needs no credential.'
  const scopes = security.flatMap((scheme) => scheme.apiKey ?? [])
  return scopes.length === 0
    ? 'Needs a session.'
    : `Needs a session, or an API key with ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`
}

const VERBS: Record<string, string> = { post: 'create', put: 'update', patch: 'update' }

/** Nouns are singular, except the last noun of a list: `createOrderCancellation`, but `listOrders`. */
function operationId(method: string, path: string): string {
  const nouns = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'))
  const isPlural = method === 'list' || (method === 'get' && !path.endsWith('}'))
  const names = nouns.map((noun, at) => (isPlural && at === nouns.length - 1 ? noun : singular(noun)))
  return [VERBS[method] ?? method, ...names.flatMap((name) => name.split('-')).map(capitalize)].join('')
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '')
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export const etagHeader = z.object({
  ETag: z.string().openapi({ description: 'Send it back in If-None-Match', example: 'W/"5f2b"' }),
})

/** For catalogue reads: a request with a current ETag in If-None-Match gets a 304 without a body. */
export const NOT_CHANGED = { 304: { description: 'Not modified', headers: etagHeader } }

/** Declares a route's errors, always with the 503 of an unreachable database. */
export function errors<Status extends keyof typeof ERRORS>(...statuses: Status[]) {
  const answers = [...statuses, 503 as const].map((status) => {
    const headers = status === 503 && { headers: retryAfter }
    return [status, { ...json(errorJson, ERRORS[status]), ...headers }]
  })
  return Object.fromEntries(answers) as Record<Status | 503, ReturnType<typeof json<typeof errorJson>>>
}

const tooMany = json(errorJson, 'Too many requests: see Retry-After')

/** Declares the 429 of a handler. `LIMITED` declares the 429 of a rate limit in a route's middleware. */
export const TOO_MANY = { 429: { ...tooMany, headers: retryAfter } }

export const LIMITED = { 429: { ...tooMany, headers: retryAfter.extend(rateLimit.shape) } }

export const BODY_ERRORS = [400, 413, 415, 422] as const

/** Security of routes that need a session, by cookie or token. `forKeys` also opens routes to API keys. */
export const SESSION: Record<string, string[]>[] = [{ session: [] }, { bearer: [] }]

export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'For browsers. Set by POST /auth/sign-in/email and POST /auth/verify-email; over https its name begins with __Host-. Requests that change data need the Origin of the shop.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'For apps: the same session. The token is in the header Set-Auth-Token of POST /auth/sign-in/email, POST /auth/verify-email and POST /second-factor. Replace it whenever an answer has that header. Needs no cookie and no Origin.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: KEY_HEADER,
    description:
      'For programs of the shop: created by staff in the dashboard. Each operation lists the scopes that it needs. Needs no cookie and no Origin.',
  },
} as const
