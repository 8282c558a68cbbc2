import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/**
 * Starts a round-robin load balancer in front of local processes of the shop. A request whose connection was
 * refused goes to the next process, and so does a request with an idempotency key whose connection was cut off.
 */
export async function startBalancer(
  backends: readonly number[],
): Promise<{ url: string; stop(): Promise<void> }> {
  let requests = 0
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    const first = requests++
    incoming.on('end', () => forward(0))
    const forward = (tried: number) => {
      const port = backends[(first + tried) % backends.length]
      const options = { port, path: incoming.url, method: incoming.method }
      const onward = request({ ...options, headers: incoming.headers, agent: false }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        // If the process is killed while it responds, the response to the client ends too.
        pipeline(answer, outgoing, () => {})
      })
      onward.on('error', (error: NodeJS.ErrnoException) => {
        const isRepeatable =
          error.code === 'ECONNREFUSED' ||
          (error.code === 'ECONNRESET' && incoming.headers['idempotency-key'] !== undefined)
        if (isRepeatable && tried < backends.length - 1 && !outgoing.headersSent) forward(tried + 1)
        else if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end()
      })
      onward.end(Buffer.concat(chunks))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
