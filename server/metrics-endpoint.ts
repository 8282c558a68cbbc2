import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Settings } from '#infra/config/settings.ts'
import type { Metrics } from '#infra/metrics/metrics.ts'

type Sources = {
  metrics: Pick<Metrics, 'text'>
  settings: Pick<Settings, 'metricsToken' | 'metricsPort' | 'metricsHost'>
}

export async function serveMetrics({ metrics, settings }: Sources, authorization: string | undefined) {
  if (!hasToken(settings.metricsToken, authorization))
    return new Response('unauthorized', { status: 401, headers: { 'www-authenticate': 'Bearer' } })
  const { body, contentType } = await metrics.text()
  return new Response(body, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } })
}

/** Compares digests, so that timing reveals nothing about the token. */
function hasToken(token: string | null, authorization = ''): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return token === null || timingSafeEqual(digest(`Bearer ${token}`), digest(authorization))
}

/** Serves /metrics on its own port, if configured. Throws if the port is in use. */
export async function listenForMetrics(sources: Sources): Promise<Server | null> {
  const { metricsPort, metricsHost } = sources.settings
  if (metricsPort === null) return null
  const site = new Hono().get('/metrics', (c) => serveMetrics(sources, c.req.header('authorization')))
  const server = createServer(getRequestListener(site.fetch, { overrideGlobalObjects: false }))
  server.maxConnections = 20
  server.listen(metricsPort, metricsHost)
  await once(server, 'listening')
  return server
}
