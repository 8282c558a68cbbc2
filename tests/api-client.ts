import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import { z } from '@hono/zod-openapi'
import { expect } from 'vitest'
import { createApi } from '#api/api.ts'
import { errorJson } from '#api/contract.ts'
import type { ApiDeps, ApiEnv } from '#api/deps.ts'
import { NO_LIMITS } from '#infra/limits/limits.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type Actor, VISITOR } from '#shop/customers/actor.ts'

type Sent = {
  body?: unknown
  text?: string
  form?: FormData
  headers?: Record<string, string>
  bytes?: Uint8Array<ArrayBuffer>
}

/** An answer with its body as JSON; the tests say what they expect in it. */
// biome-ignore lint/suspicious/noExplicitAny: a body of any form, already checked against the contract
type Answer = { status: number; headers: Headers; body: any }

/**
 * The API on a real database, asked as different people. Every answer is checked against what its route declares: a
 * status that is not declared, a field too many or of the wrong form fails the test.
 */
export function apiClient(ctx: (actor: Actor) => Ctx, deps: Partial<ApiDeps> = {}) {
  const people = new Map<string, Actor>()
  const errors: unknown[] = []
  const api = createApi({
    ctxFor: ctx,
    identify: async (headers) => ({
      actor: people.get(headers.get('x-actor') ?? '') ?? VISITOR,
      setCookies: [],
    }),
    auth: { handler: async () => new Response(null, { status: 404 }) },
    limits: NO_LIMITS,
    mailbox: null,
    orderNews: { open: () => null },
    reportError: (error) => errors.push(error),
    ...deps,
  })

  async function ask(actor: Actor, method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const headers = new Headers(sent.headers)
    if (actor.kind === 'person') {
      people.set(actor.id, actor)
      headers.set('x-actor', actor.id)
    }
    const text = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
    if (text !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const content = sent.form ? await encoded(sent.form, headers) : (sent.bytes ?? text)
    const response = await api.request(path, {
      method,
      headers,
      ...(content !== undefined && { body: content }),
    })
    const answered = await response.text()
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? null
    const isJson = type === null || type === 'application/json'
    const body = isJson ? (answered === '' ? null : JSON.parse(answered)) : answered
    checkContract(api, { method, path, status: response.status, type: isJson ? null : type, body })
    return { status: response.status, headers: response.headers, body }
  }

  return { api, ask, errors }
}

/** A form as a browser sends it: whole, with its length. */
async function encoded(form: FormData, headers: Headers): Promise<Uint8Array<ArrayBuffer>> {
  const message = new Response(form)
  const bytes = new Uint8Array(await message.arrayBuffer())
  headers.set('content-type', message.headers.get('content-type') ?? '')
  headers.set('content-length', String(bytes.length))
  return bytes
}

type Declared = { content?: Record<string, { schema: z.ZodType }> }

/** `type` is null for JSON. */
type Answered = { method: string; path: string; status: number; type: string | null; body: unknown }

function checkContract(api: OpenAPIHono<ApiEnv>, { method, path, status, type, body }: Answered): void {
  if (status === 304) return
  const route = routeOf(api, method, path.split('?', 1)[0] ?? '')
  const declared = route ? (route.responses[status] as Declared | undefined) : { content: errorContent }
  expect(declared, `${method} ${path} declares ${status}: ${JSON.stringify(body)}`).toBeDefined()
  if (type !== null) {
    expect(Object.keys(declared?.content ?? {})).toContain(type)
    return
  }
  const schema = declared?.content?.['application/json']?.schema ?? z.null()
  // Parsing leaves out what the contract does not name.
  expect(schema.parse(body)).toEqual(body)
}

const errorContent = { 'application/json': { schema: errorJson } }

function routeOf(api: OpenAPIHono<ApiEnv>, method: string, path: string): RouteConfig | undefined {
  const routes = api.openAPIRegistry.definitions.flatMap((one) => (one.type === 'route' ? [one.route] : []))
  const matches = (pattern: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  return routes.find((route) => route.method === method.toLowerCase() && matches(route.path))
}
