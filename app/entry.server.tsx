import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, RouterContextProvider, ServerRouter } from 'react-router'
import { type RequestContext, requestContext, rootData } from '#app/request/context.server.ts'

const RENDER_TIMEOUT_MS = 5_000

/** Creates a request's context. Called by the server, since only built code has the context key of the loaders. */
export function provideRequestContext(value: RequestContext): RouterContextProvider {
  return new RouterContextProvider(new Map([[requestContext, value]]))
}

/** Renders the whole page before the first byte, so that errors get their status. Passes the HTML to `keepPage`. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const requestCtx = context.get(requestContext)
  const { nonce, isOutage } = requestCtx
  // The error page gets the root's data, because a guard may have stopped the loaders.
  if (status !== 503 && isOutage(status)) throw Response.json(rootData(requestCtx, request), { status: 503 })
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { serverHandoffStream, ...frame } = withMatchedRoutes(routerContext)
  const page = <ServerRouter context={frame} url={request.url} nonce={nonce || undefined} />
  const html = await renderPage(page, nonce)
  requestCtx.keepPage(withLoaderData(html, serverHandoffStream ? await text(serverHandoffStream) : '', nonce))
  return new Response(null, { status, headers })
}

/** Removes routes that do not match, because ServerRouter would prepare all of them for each request. */
function withMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const matched = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]])
  return { ...context, manifest: { ...manifest, routes: Object.fromEntries(matched) } }
}

/** Larger than any page, so that no Suspense boundary is sent separately afterwards. */
const WHOLE_PAGE_BYTES = 16 * 1024 * 1024
/** The marker that `renderToString` writes for a `Suspense` boundary that it did not render. */
const NOT_RENDERED = '<!--$!-->'

/** Renders to a string, in a tenth less CPU time than a stream. Only suspended boundaries need a stream. */
async function renderPage(page: React.ReactElement, nonce: string): Promise<string> {
  const html = renderToString(page)
  return html.includes(NOT_RENDERED) ? renderWithStream(page, nonce) : `<!DOCTYPE html>${html}`
}

async function renderWithStream(page: React.ReactElement, nonce: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let failure: unknown = null
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce,
    progressiveChunkSize: WHOLE_PAGE_BYTES,
    onAllReady: () => (failure ? reject(failure) : resolve()),
    onShellError: reject,
    onError: (error) => {
      failure ??= error
    },
  })
  const timer = setTimeout(() => abort(new Error('the page took too long to render')), RENDER_TIMEOUT_MS)
  await promise.finally(() => clearTimeout(timer))
  return text(pipe(new PassThrough()))
}

const END = '</body></html>'

/** Adds the script that passes the loaders' data to the browser. The router itself would stream it after the page. */
function withLoaderData(html: string, data: string, nonce: string): string {
  const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0')
  const value = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${hex(character)}`)
  const controller = 'window.__reactRouterContext.streamController'
  const script = `<script nonce="${nonce}">${controller}.enqueue(${value});${controller}.close();</script>`
  return `${html.slice(0, html.lastIndexOf(END))}${script}${END}`
}

/** Logs unexpected errors of loaders, actions and rendering, but not the router's own responses such as 405. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: unknown },
): void {
  if (request.signal.aborted || error instanceof Response) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  const { requestId, reportError } = (context as RouterContextProvider).get(requestContext)
  reportError(error, requestId)
}
