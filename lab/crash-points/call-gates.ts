/**
 * Proxies in front of HTTP and mail servers that can stop a call, as statement-gate.ts does in front of the database.
 */
import { once } from 'node:events'
import { createServer as createHttpServer, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Watcher } from '#lab/crash-points/statement-gate.ts'

type Gate = { url: string; close(): Promise<void> }

const statement = (sql: string) => ({ sql, values: [], connection: 0, rows: null })

/** Opens a gate in front of an HTTP server. A call is named by method and path without ids. */
export async function openHttpGate(name: string, target: string, watcher: Watcher): Promise<Gate> {
  const server = createHttpServer(async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => null)
    if (!body) return
    const path = (incoming.url ?? '').split('?')[0]?.replace(/\/(?=[^/]*\d)[\w.-]{8,}/g, '/…')
    const call = statement(`call ${name} ${incoming.method} ${path}`)
    if (watcher.onSent(call)) return
    const onward = request(target + incoming.url, {
      method: incoming.method,
      headers: incoming.headers,
      agent: false,
    })
    onward.on('error', () => outgoing.destroy())
    onward.on('response', async (answer) => {
      const responseBody = await buffer(answer)
      if (watcher.onDone(call)) return
      const { 'transfer-encoding': _, ...headers } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': `${responseBody.length}` })
      outgoing.end(responseBody)
    })
    onward.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const END_OF_MESSAGE = '\r\n.\r\n'

/** Opens a gate in front of a mail server. The step is a message, from its last byte to the server's response. */
export async function openMailGate(target: string, watcher: Watcher): Promise<Gate> {
  const message = statement('mail')
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1')
    let isMessage = false
    let isSent = false
    let text = ''
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (chunk) => {
      if (!isMessage) return void upstream.write(chunk)
      text += chunk.toString('latin1')
      if (!text.endsWith(END_OF_MESSAGE) || watcher.onSent(message)) return
      isMessage = false
      isSent = true
      upstream.write(text, 'latin1')
      text = ''
    })
    upstream.on('data', (chunk) => {
      if (chunk.toString('latin1').startsWith('354')) isMessage = true
      const isStopped = isSent && watcher.onDone(message)
      isSent = false
      if (!isStopped) client.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    async close() {
      server.close()
    },
  }
}
