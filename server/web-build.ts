import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import type { RequestContext } from '#app/request/context.server.ts'
import type { PageRegistry } from '#app/request/page-handle.ts'
import type { CachedResponse } from '#infra/page-cache/page-cache.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { loadStaticFiles } from '#infra/static-files/static-files.ts'
import type { Sheets } from '#server/cached-pages.ts'
import { mistakePage } from '#server/mistake-page.ts'
import { readRegistry } from '#server/page-registry.ts'
import { sendCached } from '#server/send-cached.ts'

type NodeHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export type Web = {
  /** True with hot reload, which needs scripts that the Content-Security-Policy forbids. */
  isLive: boolean
  /** In development, the registry of the last render. */
  registry(): PageRegistry
  render(request: Request, context: Omit<RequestContext, 'pages'>): Promise<Response>
  files: NodeHandler
  /** For cached pages; empty in development. */
  sheets: Sheets
}

type Entry = { provideRequestContext(value: RequestContext): RouterContextProvider }

function renderer(build: ServerBuild, pages: PageRegistry, mode: 'production' | 'development') {
  const handler = createRequestHandler(build, mode)
  const { provideRequestContext } = build.entry.module as unknown as Entry
  return (async (request, context) =>
    handler(request, provideRequestContext({ ...context, pages }))) satisfies Web['render']
}

export async function builtWeb(): Promise<Web> {
  const build: ServerBuild = await import('#pages')
  const registry = readRegistry(build.routes)
  const staticFiles = await loadStaticFiles(join(PROJECT_ROOT, 'build', 'client'))
  const files: NodeHandler = (request, response, next) => {
    const file = staticFiles.get(pathOf(request))
    if (file && (request.method === 'GET' || request.method === 'HEAD')) sendCached(request, response, file)
    else next()
  }
  return {
    isLive: false,
    registry: () => registry,
    render: renderer(build, registry, 'production'),
    files,
    sheets: sheetsIn(staticFiles),
  }
}

function sheetsIn(files: ReadonlyMap<string, CachedResponse>): Sheets {
  const all = [...files].filter(([address]) => address.endsWith('.css'))
  return Object.fromEntries(all.map(([address, { identity }]) => [address, identity.toString()]))
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** Renders pages from source. A page that cannot be loaded shows the error. */
export async function liveWeb(vite: ViteDevServer): Promise<Web> {
  let registry = readRegistry({})
  const load = async () => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build', {
      fixStacktrace: true,
    })) as ServerBuild
    registry = readRegistry(build.routes)
    return build
  }
  // Compiles all pages now. If the first request compiled them, jobs would time out. An error shows on that request.
  await load().catch(() => {})
  return {
    isLive: true,
    registry: () => registry,
    async render(request, context) {
      let build: ServerBuild
      try {
        build = await load()
      } catch (error) {
        context.keepPage(mistakePage(error))
        return new Response(null, { status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } })
      }
      // Without a Content-Security-Policy, browsers show React the nonces, and React would report a difference.
      return renderer(build, registry, 'development')(request, { ...context, nonce: '' })
    },
    files: (request, response, next) => {
      // Vite would answer /api/products with the source file products.ts.
      if (request.url?.startsWith('/api/')) next()
      else vite.middlewares(request, response, next)
    },
    sheets: {},
  }
}
