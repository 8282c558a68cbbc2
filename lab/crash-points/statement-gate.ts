import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A statement as the program sent it, with the number of its connection. `rows`: affected rows; null before the
 * response.
 */
export type Statement = { sql: string; values: string[]; connection: number; rows: number | null }

/**
 * `onSent` runs before the server gets a complete statement, `onDone` after its execution and before the program gets
 * the response. Returning true stops the connection there for good.
 */
export type Watcher = {
  onSent(statement: Statement): boolean
  onDone(statement: Statement): boolean
}

export type StatementGate = {
  url: string
  /** From here on connections reach the server; until then they wait, as the program's start does. */
  open(): void
  close(): Promise<void>
}

/**
 * Opens a TCP port in front of the PostgreSQL at `databaseUrl` (a unix socket, or a host). Reads the message frames of
 * both sides (protocol 3.0) and passes every statement to the watcher.
 */
export async function statementGate(databaseUrl: string, watcher: Watcher): Promise<StatementGate> {
  const target = targetOf(databaseUrl)
  const sockets = new Set<Socket>()
  let isOpen = false
  let waiting: (() => void)[] = []
  let connections = 0
  const server = createServer((near) => {
    connections += 1
    const connection = connections
    const join = () => {
      const far = connect(target.connect)
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => {
          sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
      }
      relay(near, far, connection, watcher)
    }
    near.on('error', () => {})
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

/** Where to connect, and the same address with this process in between. */
function targetOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const host = url.searchParams.get('host')
  const isSocket = host?.startsWith('/') ?? false
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  const user = url.searchParams.get('user') ?? url.username
  const login = url.password ? `${user}:${url.password}` : user
  return {
    connect: isSocket ? { path: `${host}/.s.PGSQL.${port}` } : { host: url.hostname, port },
    urlAt: (near: number) => `postgres://${login}@127.0.0.1:${near}${url.pathname}?sslmode=disable`,
  }
}

function relay(near: Socket, far: Socket, connection: number, watcher: Watcher): void {
  /** Statements that the server has not answered yet, the oldest first. */
  const open: Statement[] = []
  const prepared = new Map<string, string>()
  let isStopped = false
  let unit: Buffer[] = []
  let current: Statement | null = null

  const toServer = frames(true, (type, frame) => {
    if (isStopped) return
    unit.push(frame)
    if (type === 'Q') current = { sql: cString(frame, 5), values: [], connection, rows: null }
    if (type === 'P') {
      const name = cString(frame, 5)
      prepared.set(name, cString(frame, 6 + Buffer.byteLength(name)))
    }
    if (type === 'B') current = { ...boundBy(frame, prepared), connection, rows: null }
    // Password, copied data and the like belong to no statement; Sync and Query end one.
    const isWhole = type !== 'P' && type !== 'B' && type !== 'D' && type !== 'E'
    if (!isWhole) return
    if (current) {
      if (watcher.onSent(current)) {
        isStopped = true
        return
      }
      open.push(current)
      current = null
    }
    far.write(Buffer.concat(unit))
    unit = []
  })

  let answer: Buffer[] = []
  const toProgram = frames(false, (type, frame) => {
    if (isStopped) return
    const [statement] = open
    if (!statement) return void near.write(frame)
    // An answer is passed on whole, so that a program never acts on half of one.
    answer.push(frame)
    if (type === 'C') statement.rows = Number(/(\d+)$/.exec(cString(frame, 5))?.[1] ?? 0)
    if (type === 'G' || type === 'W' || type === 'H') flush()
    if (type !== 'Z') return
    open.shift()
    if (watcher.onDone(statement)) isStopped = true
    else flush()
  })
  const flush = () => {
    near.write(Buffer.concat(answer))
    answer = []
  }
  near.on('data', toServer)
  far.on('data', toProgram)
}

/** Cuts a stream into messages. A program's first message has no type. */
function frames(hasStartup: boolean, onFrame: (type: string, frame: Buffer) => void) {
  let isStarting = hasStartup
  let rest: Buffer = Buffer.alloc(0)
  return (piece: Buffer) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (;;) {
      const head = isStarting ? 0 : 1
      if (rest.length < head + 4) return
      const end = head + rest.readUInt32BE(head)
      if (rest.length < end) return
      const type = isStarting ? '' : String.fromCharCode(rest[0] ?? 0)
      const frame = rest.subarray(0, end)
      rest = rest.subarray(end)
      isStarting = false
      onFrame(type, frame)
    }
  }
}

function cString(frame: Buffer, from: number): string {
  return frame.toString('utf8', from, frame.indexOf(0, from))
}

/** The prepared statement and the text of its parameters that a Bind message names. */
function boundBy(frame: Buffer, prepared: ReadonlyMap<string, string>) {
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
