import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { type RequestContext, requestContext, rootData } from '#app/request/context.server.ts'

const RENDER_TIMEOUT_MS = 5_000

/** Called by the server for each request: the same key must be used on both sides of the build. */
export function provideRequestContext(value: RequestContext): RouterContextProvider {
  return new RouterContextProvider(new Map([[requestContext, value]]))
}

/**
 * Pages are rendered as a whole before the first byte: they are small, can be cached, and errors get their
 * status. The server gets the HTML through the request's context.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const asked = context.get(requestContext)
  const { nonce, isDatabaseAway } = asked
  // The error page renders this again; with the frame's data, because a guard may have kept loaders from
  // running.
  if (status !== 503 && isDatabaseAway(status)) throw Response.json(rootData(asked, request), { status: 503 })
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const page = <ServerRouter context={ofMatchedRoutes(routerContext)} url={request.url} nonce={nonce} />
  asked.keepPage(await renderWhole(page, nonce))
  return new Response(null, { status, headers })
}

/** ServerRouter prepares every route that it is given, for each request; it renders only the matched ones. */
function ofMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const matched = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]])
  return { ...context, manifest: { ...manifest, routes: Object.fromEntries(matched) } }
}

/** More than any page has, so that React writes it in one go. */
const WHOLE_PAGE_BYTES = 16 * 1024 * 1024

function renderWhole(page: React.ReactElement, nonce: string): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    let failure: unknown = null
    const chunks: Uint8Array[] = []
    const body = new Writable({
      highWaterMark: WHOLE_PAGE_BYTES,
      write: (chunk: Uint8Array, _encoding, done) => {
        chunks.push(chunk)
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: WHOLE_PAGE_BYTES,
      onAllReady: () => void pipe(body),
      onShellError: (error) => {
        body.destroy()
        reject(error)
      },
      onError: (error) => {
        failure ??= error
      },
    })
    const timer = setTimeout(() => abort(new Error('the page took too long to render')), RENDER_TIMEOUT_MS)
    body.once('close', () => clearTimeout(timer))
    body.once('finish', () => (failure ? reject(failure) : resolve(Buffer.concat(chunks))))
  })
}

/** Unexpected errors of loaders, actions and rendering; the server logs them with the request's id. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: unknown },
): void {
  if (request.signal.aborted || error instanceof Response) return
  const { requestId, reportError } = (context as RouterContextProvider).get(requestContext)
  reportError(error, requestId)
}
