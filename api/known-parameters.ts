/** Refuses unknown query parameters: ignoring a misspelt filter would return the whole list. */
import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { errors } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { invalid } from '#api/failures.ts'

/**
 * Refuses a GET with an undeclared parameter with 422 and its name. Runs after `identified`, so that a missing
 * sign-in is reported first. Routes outside the contract read any parameters.
 */
export function rejectUnknownParameters(api: OpenAPIHono<ApiEnv>) {
  let routes: Map<string, RouteConfig> | undefined
  return createMiddleware<ApiEnv>(async (c, next) => {
    routes ??= new Map(declaredReads(api).map((route) => [route.path.replace(/\{(\w+)\}/g, ':$1'), route]))
    const paths = matchedRoutes(c).flatMap(({ method, path, basePath }) =>
      method === 'GET' ? [basePath === '/' ? path : path.slice(basePath.length)] : [],
    )
    const route = paths.map((path) => routes?.get(path)).find((one) => one !== undefined)
    if (!route || (route.security && c.var.ctx.actor.kind === 'visitor')) return next()
    const known = parametersOf(route)
    const unknown = Object.keys(c.req.queries()).filter((name) => !known.includes(name))
    return unknown.length === 0 ? next() : invalid(c, fieldsOf(unknown, known))
  })
}

/** Declares the 422 on every route that reads; called before the contract is built. */
export function declareUnknownParameters(api: OpenAPIHono<ApiEnv>): void {
  for (const route of declaredReads(api)) route.responses = { ...errors(422), ...route.responses }
}

function declaredReads(api: OpenAPIHono<ApiEnv>): RouteConfig[] {
  return api.openAPIRegistry.definitions.flatMap((one) =>
    one.type === 'route' && one.route.method === 'get' ? [one.route as RouteConfig] : [],
  )
}

function parametersOf({ path, request }: RouteConfig): string[] {
  if (request?.query === undefined) return []
  if (request.query instanceof z.ZodObject) return Object.keys(request.query.shape)
  throw new TypeError(`the query of ${path} is no object of parameters`)
}

function fieldsOf(unknown: readonly string[], known: readonly string[]): Record<string, string> {
  const takes = known.length > 0 ? known.join(', ') : 'none'
  const words = (name: string) => `Unknown parameter '${name}'. This address takes: ${takes}`
  return Object.fromEntries(unknown.map((name) => [name, words(name)]))
}
