import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll } from 'vitest'
import type { createApi } from '#api/api.ts'
import { sessionKeys } from '#infra/keys/key-ring.ts'
import { cookieEdge } from '#server/cookie-edge.ts'
import { createListener } from '#server/listener.ts'
import { refuseOtherSites } from '#server/same-origin.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { ORIGIN } from '#tests/accounts.ts'
import { SECRET } from '#tests/database.ts'

const NO_PAGES = {
  files: (_request: unknown, _response: unknown, next: () => void) => next(),
  registry: () => ({ cachedAt: () => undefined }),
}

export const OLDER_SECRET = 'an older secret of thirty-two characters'

/** Serves the API over HTTP, with listener, cookie edge and origin check but without pages. Returns its address. */
export async function serveApi(
  api: ReturnType<typeof createApi>,
  actorOf: (cookies: string) => Promise<Actor> = async () => VISITOR,
): Promise<string> {
  const server: Server = createListener({
    site: new Hono().use(refuseOtherSites([ORIGIN])).route('/api', api),
    headers: {},
    web: NO_PAGES as never,
    pages: null,
    trustedProxies: 0,
    isSecure: false,
    onCached: () => {},
    onRead: () => {},
    actorOf,
    cookies: cookieEdge({
      isSecure: false,
      sessionKeys: sessionKeys([SECRET, OLDER_SECRET]),
      sessionSeconds: 60,
    }),
    friends: { stripOf: () => null, check: async () => ({ strip: null, setCookies: [] }) },
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
}
