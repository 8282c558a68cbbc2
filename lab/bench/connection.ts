import { once } from 'node:events'
import { connect } from 'node:net'

export type Answer = { status: number; body: string }

/** A keep-alive connection with one request at a time. */
export type Connection = {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>
  close(): void
}

/** A minimal HTTP/1.1 client, since client and shop share the processor. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port, host, origin } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.setNoDelay(true)
  let received: Buffer[] = []
  let resolveResponse: ((answer: Answer) => void) | null = null
  let rejectResponse: (error: Error) => void = () => {}
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    const answer = completeAnswer(received.length === 1 ? chunk : Buffer.concat(received))
    if (!answer) return
    received = []
    resolveResponse?.(answer)
  })
  socket.on('error', (error) => rejectResponse(error))
  socket.on('close', () => rejectResponse(new Error('the connection was closed')))
  const send = (request: string) =>
    new Promise<Answer>((resolve, reject) => {
      resolveResponse = resolve
      rejectResponse = reject
      socket.write(request)
    })
  const head = (method: string, path: string, headers: Record<string, string | number> = {}) => {
    const lines = Object.entries({ Host: host, Origin: origin, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
  }
  return {
    get: (path, headers) => send(head('GET', path, headers)),
    post: (path, body, headers) => {
      const text = JSON.stringify(body)
      const bodyHeaders = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
      return send(head('POST', path, { ...headers, ...bodyHeaders }) + text)
    },
    close: () => {
      rejectResponse = () => {}
      socket.destroy()
    },
  }
}

/** The complete response, by its length or chunks; null while it is incomplete. */
function completeAnswer(bytes: Buffer): Answer | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined && /\r\ntransfer-encoding: chunked/i.test(head))
    return chunkedAnswer(bytes, end + 4, status)
  const from = end + 4
  const to = from + Number(length ?? 0)
  return bytes.length < to ? null : { status, body: bytes.toString('utf8', from, to) }
}

function chunkedAnswer(bytes: Buffer, from: number, status: number): Answer | null {
  if (bytes.toString('latin1', bytes.length - 5) !== '0\r\n\r\n') return null
  return { status, body: bytes.toString('utf8', from) }
}
