import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, RouterContextProvider, ServerRouter } from 'react-router'
import { type RequestContext, requestContext, rootData } from '#app/request/context.server.ts'

const RENDER_TIMEOUT_MS = 5_000

/** Called by the server for each request: the same key must be used on both sides of the build. */
export function provideRequestContext(value: RequestContext): RouterContextProvider {
  return new RouterContextProvider(new Map([[requestContext, value]]))
}

/** Renders the whole page before the first byte, so that errors get their status. The HTML goes to `keepPage`. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const requestCtx = context.get(requestContext)
  const { nonce, isDatabaseAway } = requestCtx
  // The error page renders this again; with the frame's data, because a guard may have kept loaders from
  // running.
  if (status !== 503 && isDatabaseAway(status))
    throw Response.json(rootData(requestCtx, request), { status: 503 })
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { serverHandoffStream, ...frame } = ofMatchedRoutes(routerContext)
  const page = <ServerRouter context={frame} url={request.url} nonce={nonce} />
  const html = await renderWhole(page, nonce)
  requestCtx.keepPage(withLoaderData(html, serverHandoffStream ? await text(serverHandoffStream) : '', nonce))
  return new Response(null, { status, headers })
}

/** ServerRouter prepares every route that it is given, for each request; it renders only the matched ones. */
function ofMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const matched = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]])
  return { ...context, manifest: { ...manifest, routes: Object.fromEntries(matched) } }
}

/** More than any page has, so that no boundary comes after the rest. */
const WHOLE_PAGE_BYTES = 16 * 1024 * 1024
/** The marker that `renderToString` writes for a `Suspense` boundary that it did not render. */
const NOT_RENDERED = '<!--$!-->'

/** Renders to a string, in a tenth less processor time than a stream, which only waiting boundaries need. */
async function renderWhole(page: React.ReactElement, nonce: string): Promise<string> {
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

/** Adds the scripts with which the router hands its data to the browser; it would render them as further streams. */
function withLoaderData(html: string, data: string, nonce: string): string {
  const hex = (sign: string) => sign.charCodeAt(0).toString(16).padStart(4, '0')
  const value = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${hex(sign)}`)
  const controller = 'window.__reactRouterContext.streamController'
  const script = `<script nonce="${nonce}">${controller}.enqueue(${value});${controller}.close();</script>`
  return `${html.slice(0, html.lastIndexOf(END))}${script}${END}`
}

/** Unexpected errors of loaders, actions and rendering, for the log. The router's own refusals (405) are none. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: unknown },
): void {
  if (request.signal.aborted || error instanceof Response) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  const { requestId, reportError } = (context as RouterContextProvider).get(requestContext)
  reportError(error, requestId)
}
