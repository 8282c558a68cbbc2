import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A connection to a database with adjustable latency. */
export type SlowConnection = { url: string; delay(ms: number): void; stop(): Promise<void> }

/** Opens a TCP port in front of the server on the unix socket in `databaseUrl`, at first without delay. */
export async function slowConnection(databaseUrl: string): Promise<SlowConnection> {
  const { searchParams, pathname } = new URL(databaseUrl)
  const path = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`
  let delayMs = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(path)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.pipe(createDelay(() => delayMs)).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://${searchParams.get('user')}@127.0.0.1:${port}${pathname}?sslmode=disable`,
    delay: (ms) => {
      delayMs = ms
    },
    stop: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Delays each chunk; chunks that arrive together stay together. */
function createDelay(readDelay: () => number): Transform {
  return new Transform({
    transform(chunk, _, callback) {
      const ms = readDelay()
      if (ms === 0) callback(null, chunk)
      else setTimeout(callback, ms, null, chunk)
    },
  })
}
