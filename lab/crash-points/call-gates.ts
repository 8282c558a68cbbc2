/** Gates like the one in front of the database, for what else the program talks to. */
import { once } from 'node:events'
import { createServer as createHttpServer, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Watcher } from '#tests/statement-gate.ts'

type Gate = { url: string; close(): Promise<void> }

const asked = (sql: string) => ({ sql, values: [], connection: 0, rows: null })

/** In front of an HTTP server; a call is named by method and path, ids left out. */
export async function httpGate(name: string, target: string, watcher: Watcher): Promise<Gate> {
  const server = createHttpServer(async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => null)
    if (!body) return
    const path = (incoming.url ?? '').split('?')[0]?.replace(/\/(?=[^/]*\d)[\w.-]{8,}/g, '/…')
    const call = asked(`call ${name} ${incoming.method} ${path}`)
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

const END_OF_LETTER = '\r\n.\r\n'

/** In front of a mail server: the step is the letter itself, from its last byte to the server's answer. */
export async function mailGate(target: string, watcher: Watcher): Promise<Gate> {
  const letter = asked('mail')
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
      if (!text.endsWith(END_OF_LETTER) || watcher.onSent(letter)) return
      isLetter = false
      isSent = true
      far.write(text, 'latin1')
      text = ''
    })
    far.on('data', (piece) => {
      if (piece.toString('latin1').startsWith('354')) isLetter = true
      const isStopped = isSent && watcher.onDone(letter)
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
