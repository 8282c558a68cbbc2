import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as Listening } from 'node:net'

/** A load balancer may send one more request over an open connection. */
const LAST_CALL_MS = 1_000
/** Time for requests under way. */
const MAX_MS = 10_000

/**
 * Stops accepting connections and finishes running requests. Open connections are served once more with `Connection:
 * close`, idle ones are closed after a moment, and the rest after ten seconds.
 */
export async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // Not the close of node:http, which cuts idle connections immediately and would lose a request in transit.
  Listening.prototype.close.call(server)
  const lastCall = setInterval(() => server.closeIdleConnections(), LAST_CALL_MS)
  const cut = setTimeout(() => server.closeAllConnections(), MAX_MS)
  await closed
  clearInterval(lastCall)
  clearTimeout(cut)
}
