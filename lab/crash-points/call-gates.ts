/** Gates in front of HTTP and mail servers, as statement-gate.ts is in front of the database. */
import { once } from 'node:events'
import { createServer as createHttpServer, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Watcher } from '#lab/crash-points/statement-gate.ts'

type Gate = { url: string; close(): Promise<void> }

const statement = (sql: string) => ({ sql, values: [], connection: 0, rows: null })

/** Gate in front of an HTTP server. A call is named by method and path without ids. */
export async function httpGate(name: string, target: string, watcher: Watcher): Promise<Gate> {
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
      const answered = await buffer(answer)
      if (watcher.onDone(call)) return
      const { 'transfer-encoding': _, ...headers } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': `${answered.length}` })
      outgoing.end(answered)
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

/** Gate in front of a mail server. The step is the message, from its last byte to the server's response. */
export async function mailGate(target: string, watcher: Watcher): Promise<Gate> {
  const message = statement('mail')
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1')
    let isLetter = false
    let isSent = false
    let text = ''
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (piece) => {
      if (!isLetter) return void far.write(piece)
      text += piece.toString('latin1')
      if (!text.endsWith(END_OF_MESSAGE) || watcher.onSent(message)) return
      isLetter = false
      isSent = true
      far.write(text, 'latin1')
      text = ''
    })
    far.on('data', (piece) => {
      if (piece.toString('latin1').startsWith('354')) isLetter = true
      const isStopped = isSent && watcher.onDone(message)
      isSent = false
      if (!isStopped) near.write(piece)
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
