import { data, type MiddlewareFunction, redirectDocument } from 'react-router'
import { requestContext } from '#app/request/context.server.ts'

/**
 * A link that is followed inside the page asks for data alone. When the database is away it becomes a full visit: the
 * server may have kept that page, or answers with one that says why it has to wait. A form is told by status 503.
 */
export const readOnlyWhenUnavailable: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  const response = await next()
  const isData = response.headers.has('x-remix-response')
  if (!isData || response.status === 503 || !context.get(requestContext).isDatabaseAway(response.status))
    return response
  if (request.method === 'GET') throw redirectDocument(url.pathname + url.search)
  throw data(null, { status: 503 })
}
