import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A statement that the program sent, with the number of its connection. `rows`: affected rows; null before the
 * response.
 */
export type Statement = { sql: string; values: string[]; connection: number; rows: number | null }

/**
 * `onSent` runs before the server gets a complete statement, `onDone` after its execution and before the program gets
 * the response. Returning true stops the connection there permanently.
 */
export type Watcher = {
  onSent(statement: Statement): boolean
  onDone(statement: Statement): boolean
}

export type StatementGate = {
  url: string
  /** Lets connections reach the server. Until then they wait, and so does the start of the program. */
  open(): void
  close(): Promise<void>
}

/**
 * Opens a TCP port in front of the PostgreSQL at `databaseUrl` (a unix socket, or a host). Reads the message frames of
 * both sides (protocol 3.0) and passes every statement to the watcher.
 */
export async function openStatementGate(databaseUrl: string, watcher: Watcher): Promise<StatementGate> {
  const target = targetOf(databaseUrl)
  const sockets = new Set<Socket>()
  let isOpen = false
  let waiting: (() => void)[] = []
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    const connection = connections
    const join = () => {
      const upstream = connect(target.connect)
      for (const socket of [client, upstream]) {
        sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => {
          sockets.delete(socket)
          client.destroy()
          upstream.destroy()
        })
      }
      relay(client, upstream, connection, watcher)
    }
    client.on('error', () => {})
    if (isOpen) join()
    else waiting.push(join)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: target.urlAt(port),
    open() {
      isOpen = true
      for (const join of waiting) join()
      waiting = []
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Where to connect, and the URL of the same database through a port of this process. */
function targetOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const host = url.searchParams.get('host')
  const isSocket = host?.startsWith('/') ?? false
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  const user = url.searchParams.get('user') ?? url.username
  const login = url.password ? `${user}:${url.password}` : user
  return {
    connect: isSocket ? { path: `${host}/.s.PGSQL.${port}` } : { host: url.hostname, port },
    urlAt: (gatePort: number) => `postgres://${login}@127.0.0.1:${gatePort}${url.pathname}?sslmode=disable`,
  }
}

function relay(client: Socket, upstream: Socket, connection: number, watcher: Watcher): void {
  /** Statements without a response, the oldest first. */
  const pending: Statement[] = []
  const prepared = new Map<string, string>()
  let isStopped = false
  let messages: Buffer[] = []
  let current: Statement | null = null

  const toServer = frames(true, (type, frame) => {
    if (isStopped) return
    messages.push(frame)
    if (type === 'Q') current = { sql: cString(frame, 5), values: [], connection, rows: null }
    if (type === 'P') {
      const name = cString(frame, 5)
      prepared.set(name, cString(frame, 6 + Buffer.byteLength(name)))
    }
    if (type === 'B') current = { ...readBind(frame, prepared), connection, rows: null }
    // Sync and Query end a statement; passwords, copied data and the like belong to none.
    const isComplete = type !== 'P' && type !== 'B' && type !== 'D' && type !== 'E'
    if (!isComplete) return
    if (current) {
      if (watcher.onSent(current)) {
        isStopped = true
        return
      }
      pending.push(current)
      current = null
    }
    upstream.write(Buffer.concat(messages))
    messages = []
  })

  let answer: Buffer[] = []
  const toProgram = frames(false, (type, frame) => {
    if (isStopped) return
    const [statement] = pending
    if (!statement) return void client.write(frame)
    // A response is forwarded as a whole, so that a program never acts on half of it.
    answer.push(frame)
    if (type === 'C') statement.rows = Number(/(\d+)$/.exec(cString(frame, 5))?.[1] ?? 0)
    if (type === 'G' || type === 'W' || type === 'H') flush()
    if (type !== 'Z') return
    pending.shift()
    if (watcher.onDone(statement)) isStopped = true
    else flush()
  })
  const flush = () => {
    client.write(Buffer.concat(answer))
    answer = []
  }
  client.on('data', toServer)
  upstream.on('data', toProgram)
}

/** Splits a stream into messages. A program's first message has no type. */
function frames(hasStartup: boolean, onFrame: (type: string, frame: Buffer) => void) {
  let isStarting = hasStartup
  let buffered: Buffer = Buffer.alloc(0)
  return (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    for (;;) {
      const head = isStarting ? 0 : 1
      if (buffered.length < head + 4) return
      const end = head + buffered.readUInt32BE(head)
      if (buffered.length < end) return
      const type = isStarting ? '' : String.fromCharCode(buffered[0] ?? 0)
      const frame = buffered.subarray(0, end)
      buffered = buffered.subarray(end)
      isStarting = false
      onFrame(type, frame)
    }
  }
}

function cString(frame: Buffer, from: number): string {
  return frame.toString('utf8', from, frame.indexOf(0, from))
}

/** Reads the prepared statement and the texts of the parameters from a Bind message. */
function readBind(frame: Buffer, prepared: ReadonlyMap<string, string>) {
  let at = frame.indexOf(0, 5) + 1
  const name = cString(frame, at)
  at += Buffer.byteLength(name) + 1
  at += 2 + 2 * frame.readUInt16BE(at)
  const values: string[] = []
  const count = frame.readUInt16BE(at)
  at += 2
  for (let parameter = 0; parameter < count; parameter += 1) {
    const length = frame.readInt32BE(at)
    at += 4
    values.push(length < 0 ? '' : frame.toString('utf8', at, at + Math.min(length, 200)))
    at += Math.max(length, 0)
  }
  return { sql: prepared.get(name) ?? name, values }
}
