import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as Listening } from 'node:net'

/** A load balancer may be about to send one more request over a connection that it kept open. */
const LAST_CALL_MS = 1_000
/** How long requests under way may take. */
const MOST_MS = 10_000

/**
 * Stops taking connections and lets what runs end. Connections that are open are served once more and told to close,
 * idle ones are cut after a moment, and whatever is left after ten seconds.
 */
export async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // Not the close of node:http, which cuts idle connections at once: a request on its way there would be lost.
  Listening.prototype.close.call(server)
  const lastCall = setInterval(() => server.closeIdleConnections(), LAST_CALL_MS)
  const cut = setTimeout(() => server.closeAllConnections(), MOST_MS)
  await closed
  clearInterval(lastCall)
  clearTimeout(cut)
}
