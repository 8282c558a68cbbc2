import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
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
 * status.
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
  const page = <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
  return new Response(new Uint8Array(await renderWhole(page, nonce)), { status, headers })
}

async function renderWhole(page: React.ReactElement, nonce: string): Promise<Buffer> {
  const body = new PassThrough()
  let failure: unknown = null
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce,
    onAllReady: () => void pipe(body),
    onShellError: (error) => body.destroy(error as Error),
    onError: (error) => {
      failure ??= error
    },
  })
  const timer = setTimeout(() => abort(new Error('the page took too long to render')), RENDER_TIMEOUT_MS)
  try {
    const html = await buffer(body)
    if (failure) throw failure
    return html
  } finally {
    clearTimeout(timer)
  }
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
