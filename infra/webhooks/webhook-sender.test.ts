import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, it } from 'vitest'
import { webhookSender } from '#infra/webhooks/webhook-sender.ts'

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

type Received = {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a local receiver, which `onThisMachine` allows. */
async function receiver(answer: RequestListener) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request
    received.push({ method, path, headers, body: await text(request) })
    answer(request, response)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { received, port: (server.address() as AddressInfo).port }
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const message = (url: string) => ({
  url,
  secret: SECRET,
  id: 'msg_1',
  body: '{"type":"test"}',
  now: new Date(),
})
const onThisMachine = {
  isAllowedUrl: () => true,
  isAllowedAddress: () => true,
  resolve: async () => ['127.0.0.1'],
}

describe('a message', () => {
  it('is posted with a signature that receivers can verify', async () => {
    const { received, port } = await receiver((_, response) => response.writeHead(204).end())
    const answer = await webhookSender(onThisMachine).send(
      message(`http://receiver.example:${port}/events?a=1`),
    )
    expect(answer).toEqual({ status: 204, text: 'HTTP 204' })
    const [request] = received
    expect(request).toMatchObject({ method: 'POST', path: '/events?a=1', headers: { 'webhook-id': 'msg_1' } })
    const verify = (body: string) => new Webhook(SECRET).verify(body, request?.headers as never)
    expect(verify(request?.body ?? '')).toEqual({ type: 'test' })
    expect(() => verify('{"type":"other"}')).toThrow()
  })

  it('follows no redirect, and reads only the status of the answer', async () => {
    const inside = await receiver((_, response) => response.end())
    const moved = await receiver((_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    )
    let written = 0
    const endless = await receiver((_, response) => {
      response.writeHead(500)
      const more = () => {
        written += 1
        if (response.write('no '.repeat(10_000))) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    const { send } = webhookSender(onThisMachine)
    expect(await send(message(`http://127.0.0.1:${moved.port}/`))).toEqual({ status: 302, text: 'HTTP 302' })
    expect(inside.received).toEqual([])
    expect(await send(message(`http://127.0.0.1:${endless.port}/`))).toMatchObject({ status: 500 })
    expect(written).toBeLessThan(1_000)
  })

  it('counts as unanswered if connecting, resolving the name or answering takes too long', async () => {
    const silent = await receiver(() => {})
    const hasty = { ...onThisMachine, timeoutMs: 100 }
    const late = { status: null, text: 'No answer: not within 10 seconds' }
    expect(await webhookSender(hasty).send(message(`http://127.0.0.1:${silent.port}/`))).toEqual(late)
    const lost = webhookSender({ ...hasty, resolve: () => new Promise(() => {}) })
    expect(await lost.send(message('http://receiver.example/'))).toMatchObject({ status: null })
    const closed = await webhookSender(onThisMachine).send(message('http://127.0.0.1:1/'))
    expect(closed).toEqual({ status: null, text: 'No answer: ECONNREFUSED' })
  })
})

describe('no message is sent', () => {
  it.each([
    'http://93.184.216.34/',
    'https://93.184.216.34:8443/',
    'https://user:password@93.184.216.34/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
  ])('to %s', async (url) => {
    const text = expect.stringMatching(/^Not sent: only https/)
    expect(await webhookSender().send(message(url))).toEqual({ status: null, text })
  })

  it('to a name with any private address, and a message connects only to the address that was checked', async () => {
    const { received, port } = await receiver((_, response) => response.end())
    // Resolves to another address each time, like a name that an attacker controls.
    const answers = [['127.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['169.254.169.254']]
    let lookups = 0
    const rules = {
      isAllowedUrl: () => true,
      isAllowedAddress: (address: string) => address === '127.0.0.1',
      resolve: async () => answers[lookups++] ?? [],
    }
    const { send } = webhookSender(rules)
    const statuses: (number | null)[] = []
    for (let count = 0; count < 3; count += 1)
      statuses.push((await send(message(`http://rebinding.example:${port}/`))).status)
    expect(statuses).toEqual([200, null, null])
    expect([lookups, received.length]).toEqual([3, 1])
  })
})
