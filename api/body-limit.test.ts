import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { limitBody } from '#api/body-limit.ts'

const app = new Hono().use(limitBody).post('/', async (c) => c.json({ length: (await c.req.text()).length }))
const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })).listen(
  0,
  '127.0.0.1',
)
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const MB = 1024 * 1024

/** Sent in pieces, so that no length is announced. */
function inPieces(length: number): RequestInit {
  const body = new Blob(['x'.repeat(length)]).stream()
  return { method: 'POST', body, duplex: 'half' } as RequestInit
}

describe('limitBody', () => {
  it('lets 1 MB through, announced or not', async () => {
    expect(await (await fetch(url, { method: 'POST', body: 'x'.repeat(MB) })).json()).toEqual({ length: MB })
    expect(await (await fetch(url, inPieces(MB))).json()).toEqual({ length: MB })
    expect(await (await fetch(url, { method: 'POST' })).json()).toEqual({ length: 0 })
  })

  it('refuses more', async () => {
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(MB + 1) })).status).toBe(413)
    expect((await fetch(url, inPieces(MB + 1))).status).toBe(413)
  })
})
