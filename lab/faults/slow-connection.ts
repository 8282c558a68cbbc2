import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A connection to a database with adjustable latency. */
export type SlowConnection = { url: string; delay(ms: number): void; stop(): Promise<void> }

/** A TCP port in front of the server on the unix socket in `databaseUrl`, at first without delay. */
export async function slowConnection(databaseUrl: string): Promise<SlowConnection> {
  const { searchParams, pathname } = new URL(databaseUrl)
  const path = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`
  let late = 0
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(path)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.pipe(delayed(() => late)).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://${searchParams.get('user')}@127.0.0.1:${port}${pathname}?sslmode=disable`,
    delay: (ms) => {
      late = ms
    },
    stop: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Delays each chunk; chunks that arrive together stay together. */
function delayed(late: () => number): Transform {
  return new Transform({
    transform(piece, _, passOn) {
      const ms = late()
      if (ms === 0) passOn(null, piece)
      else setTimeout(passOn, ms, null, piece)
    },
  })
}
