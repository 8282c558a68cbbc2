import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { limitBody } from '#api/body-limit.ts'

const app = new Hono().use(limitBody).post('*', async (c) => c.json({ length: (await c.req.text()).length }))
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

  it('lets a picture of 5 MB through where pictures are sent, and refuses a larger one in its words', async () => {
    for (const path of ['work-logs/1/photo', 'products/1/images']) {
      expect((await fetch(url + path, inPieces(5 * MB))).status).toBe(200)
      const refused = await fetch(url + path, { method: 'POST', body: 'x'.repeat(6 * MB) })
      expect(refused.status).toBe(413)
      expect(await refused.json()).toMatchObject({ error: 'File size must be less than 5MB' })
    }
    expect((await fetch(`${url}work-logs/1/photos`, inPieces(2 * MB))).status).toBe(413)
  })
})
