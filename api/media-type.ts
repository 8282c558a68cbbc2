import { isUtf8 } from 'node:buffer'
import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import type { HonoRequest } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { ApiEnv } from '#api/deps.ts'
import { notUtf8, unsupportedMediaType } from '#api/failures.ts'

const JSON_TYPE = 'application/json'

/** Refuses bodies of JSON routes that are not declared as JSON in UTF-8, before anything reads them. */
export function requireJson(api: OpenAPIHono<ApiEnv>) {
  let routes: Set<string> | undefined
  return createMiddleware<ApiEnv>(async (c, next) => {
    routes ??= new Set(declaredRoutes(api).filter(hasJsonBody).map(routeName))
    const takesJson = matchedRoutes(c).some((route) => routes?.has(`${route.method} ${pathInApi(route)}`))
    return takesJson && !isJsonOrEmpty(c.req) ? unsupportedMediaType(c) : next()
  })
}

/** Refuses JSON that is not UTF-8, which readers of a body would decode with replacement characters. */
export const requireUtf8 = createMiddleware<ApiEnv>(async (c, next) => {
  const isJson = c.req.header('content-type')?.toLowerCase().startsWith(JSON_TYPE)
  return isJson && !isUtf8(await c.req.arrayBuffer()) ? notUtf8(c) : next()
})

/** True for JSON in UTF-8, by the headers. A request without a body needs no type. */
export function isJsonOrEmpty(request: HonoRequest): boolean {
  const type = request.header('content-type')
  if (type === undefined) return Number(request.header('content-length') ?? 0) === 0
  const [mediaType = '', ...parameters] = type.toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((part) => part.startsWith('charset='))
  return mediaType.trim() === JSON_TYPE && (!charset || /^charset="?utf-?8"?$/.test(charset))
}

/** Returns the router's path, such as '/orders/:id' for '/orders/{id}'. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Returns a matched route's path without the path below which the API is mounted. */
export function pathInApi({ path, basePath }: { path: string; basePath: string }): string {
  return basePath === '/' ? path : path.slice(basePath.length)
}

export function declaredRoutes(api: OpenAPIHono<ApiEnv>): RouteConfig[] {
  return api.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route' ? [definition.route as RouteConfig] : [],
  )
}

function hasJsonBody({ request }: RouteConfig): boolean {
  return request?.body?.content !== undefined && JSON_TYPE in request.body.content
}

/** Returns the name of a route as the router has it, such as 'GET /orders/:id'. */
export function routeName({ method, path }: RouteConfig): string {
  return `${method.toUpperCase()} ${routerPath(path)}`
}
