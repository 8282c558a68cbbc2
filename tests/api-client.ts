import { createApi } from '#api/api.ts'
import type { ApiDeps } from '#api/deps.ts'
import { SESSION_COOKIE } from '#infra/accounts/current-session.ts'
import { NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import { ALL_FEATURES, type Ctx } from '#shop/ctx.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { responseCheck } from '#tests/contract/document.ts'
import { renderInline } from '#tests/printed.ts'

/** The caller's session. Tests that need its row insert it. */
export const TEST_SESSION = '00000000-0000-4000-8000-00000000000a'

/** Headers, and the body in one of several forms. */
export type RequestContent = {
  body?: unknown
  text?: string
  form?: FormData
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** A response with its body as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a body of any form, already checked against the contract
type Answer = { status: number; headers: Headers; body: any }

/**
 * Creates the API on a real database. `call` sends a request as an actor and checks the response against the
 * contract. An undeclared status, or an undeclared or invalid field, fails the test.
 */
export function apiClient(ctx: (actor: Actor) => Ctx, deps: Partial<ApiDeps> = {}) {
  const people = new Map<string, Actor>()
  const errors: unknown[] = []
  let check: ReturnType<typeof responseCheck> | null = null
  const api = createApi({
    ctxFor: ctx,
    identify: async (headers) => {
      const actor = people.get(headers.get('x-actor') ?? '') ?? VISITOR
      if (headers.has('x-weak') && actor.kind === 'person')
        return { actor: VISITOR, pinWorker: null, pending: actor, sessionId: TEST_SESSION, setCookies: [] }
      // The actor of a PIN session is a visitor, as in the program.
      const pinWorker = actor.kind === 'person' && actor.withPin ? actor : null
      const sessionId = actor.kind === 'person' ? TEST_SESSION : null
      return { actor: pinWorker ? VISITOR : actor, pinWorker, pending: null, sessionId, setCookies: [] }
    },
    auth: { handler: async () => new Response(null, { status: 404 }) },
    // Refuses every password. Tests that delete an account check the real password instead.
    checkPassword: async () => ({ ok: false, reason: 'wrong' }),
    sessionCookie: async (token) => `${SESSION_COOKIE}=${token}`,
    features: ALL_FEATURES,
    limits: NO_RATE_LIMITS,
    mailbox: null,
    pdf: renderInline,
    productSearch: { find: async () => [] },
    hasSandbox: true,
    orderEvents: { open: () => null },
    reportError: (error) => errors.push(error),
    ...deps,
  })

  async function call(
    actor: Actor,
    method: string,
    path: string,
    content: RequestContent = {},
  ): Promise<Answer> {
    const headers = new Headers(content.headers)
    if (actor.kind === 'person') {
      people.set(actor.id, actor)
      headers.set('x-actor', actor.id)
    }
    const text = content.text ?? (content.body === undefined ? undefined : JSON.stringify(content.body))
    if (text !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const requestBody = content.form ? await encodeForm(content.form, headers) : (content.bytes ?? text)
    const response = await api.request(path, {
      method,
      headers,
      ...(requestBody !== undefined && { body: requestBody }),
    })
    const responseText = await response.text()
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? null
    const body = type === 'application/json' ? JSON.parse(responseText) : responseText || null
    const { status } = response
    check ??= await checkFor(api)
    check({ method, path, status, type, headers: response.headers, body })
    return { status, headers: response.headers, body }
  }

  return { api, call, errors }
}

const checks = new Map<string, ReturnType<typeof responseCheck>>()

/** Returns the check of an API's responses. APIs with the same routes have the same contract, so they share one. */
async function checkFor(api: ReturnType<typeof createApi>) {
  const routes = api.routes.map(({ method, path }) => `${method} ${path}`).join()
  const check = checks.get(routes) ?? responseCheck(await (await api.request('/openapi.json')).json())
  checks.set(routes, check)
  return check
}

/** Encodes a form as a browser does, with its length. */
async function encodeForm(form: FormData, headers: Headers): Promise<Uint8Array<ArrayBuffer>> {
  const message = new Response(form)
  const bytes = new Uint8Array(await message.arrayBuffer())
  headers.set('content-type', message.headers.get('content-type') ?? '')
  headers.set('content-length', String(bytes.length))
  return bytes
}
