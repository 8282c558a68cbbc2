import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'
import { storableText } from '#shop/kernel/text.ts'
import { PREPARED_MARK } from '#shop/prepared-statement.ts'

/** Amounts and ids of type bigint stay far below 2^53, so they are read as numbers. */
const INT8 = 20
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

export type OpenOptions = {
  url: string
  poolSize: number
  /** How long a query may wait for a connection; 5 s if absent. */
  connectTimeoutMs?: number
  onError: (error: Error) => void
  /** Called with a query's text, never its values, and its duration in milliseconds. */
  onQuery?: (sql: string, ms: number) => void
  /** Absent: queries may take any time. */
  queryTimeout?: QueryTimeout
  /** False behind a transaction pooler, which does not know prepared statements. */
  preparesStatements?: boolean
}

export type Database = { db: Kysely<DB>; pool: pg.Pool; close(): Promise<void> }

/** `isSetOnServer`: the server ends the query too, except a commit that waits for a standby. */
type QueryTimeout = { ms: number; isSetOnServer: boolean }

const CONNECT_TIMEOUT_MS = 5_000
/** The client waits a little longer than the server, so that a slow query does not cost the connection. */
const GRACE_MS = 500
/** Ends the transaction of a process that froze in it, so that its locks are released. */
const IDLE_IN_TRANSACTION_MS = 60_000

/** Opens a pool. `onError` gets errors of idle connections, which would otherwise end the process. */
export function openDatabase(options: OpenOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    types,
    Client: clientFor(options),
    // A pooler refuses connections with these settings, so behind a pooler only the client has a limit.
    ...(options.queryTimeout?.isSetOnServer && {
      statement_timeout: options.queryTimeout.ms,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
  })
  let isClosing = false
  // While the pool closes, the server may end connections first.
  const onError = (error: Error) => isClosing || options.onError(error)
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  closeStaleClients(pool)
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    // Also renames keys of JSON that queries build. Stored JSON already has camelCase keys.
    plugins: [new CamelCasePlugin()],
    log: ({ query, queryDurationMillis }: LogEvent) => options.onQuery?.(query.sql, queryDurationMillis),
  })
  const close = () => {
    isClosing = true
    return db.destroy()
  }
  return { db, pool, close }
}

function clientFor({ queryTimeout, preparesStatements }: OpenOptions): typeof pg.Client {
  const Base = queryTimeout ? queryTimeoutClient(queryTimeout.ms + GRACE_MS) : pg.Client
  const Client = primaryClient(Base)
  return storableTextClient(preparesStatements ? preparedStatementClient(Client) : Client)
}

/** Replaces what PostgreSQL refuses in parameters, so that no text of a request can fail a statement. */
function storableTextClient(Base: typeof pg.Client): typeof pg.Client {
  return class extends Base {
    override query(...args: unknown[]): never {
      const [text, values, ...others] = args
      const stored = Array.isArray(values) ? [text, values.map(storableValue), ...others] : args
      return super.query(...(stored as [string])) as never
    }
  }
}

/** The driver writes a plain object as JSON. */
function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain && !('toPostgres' in value) ? storableText(JSON.stringify(value)) : value
}

/** Prepares marked statements (shop/prepared-statement.ts) once per connection. */
function preparedStatementClient(Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    override query(...args: unknown[]): never {
      const [text, values] = args
      const isMarked = typeof text === 'string' && text.includes(PREPARED_MARK)
      return super.query(...((isMarked ? [{ name: nameOf(text), text, values }] : args) as [string])) as never
    }
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const cached = names.get(text)
  if (cached) return cached
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}

/** SQLSTATEs of a server that is not the primary: read-only, shutting down, crashed, starting up. */
const NOT_PRIMARY = /^(25006|57P0[1-3])$/
const UNKNOWN = '40003'
const WARNING = '01000'

const staleClients = new WeakSet<pg.ClientBase>()

/**
 * Marks connections to a server that is no longer the primary. A statement with a warning fails with 40003: its wait
 * for the synchronous standby may have been cancelled, so the commit may exist on one machine only.
 */
function primaryClient(Base: typeof pg.Client): typeof pg.Client {
  return class extends Base {
    #warning: string | null = null

    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.on('notice', ({ code, message }) => {
        if (code === WARNING) this.#warning = message ?? ''
      })
    }

    override query(...args: unknown[]): never {
      const answer: unknown = super.query(...(args as [string]))
      // With a callback, the pool closes the connection of a failed query.
      return (answer instanceof Promise ? this.#checkResult(answer) : answer) as never
    }

    async #checkResult(answer: Promise<unknown>): Promise<unknown> {
      this.#warning = null
      try {
        const result = await answer
        if (this.#warning === null) return result
        staleClients.add(this)
        throw Object.assign(new Error(`Unconfirmed commit: ${this.#warning}`), { code: UNKNOWN })
      } catch (error) {
        if (NOT_PRIMARY.test((error as { code?: string }).code ?? '')) staleClients.add(this)
        throw error
      }
    }
  }
}

/** Closes marked connections when they return to the pool. */
function closeStaleClients(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    if (staleClients.has(client)) void (client as pg.Client).end().catch(() => {})
  })
}

/** Driver fields without types. `readyForQuery`: the last query is answered. */
type ClientInternals = { readyForQuery: boolean; connection: { stream: Socket } }

/** A query without an answer for `timeoutMs` fails with ETIMEDOUT and closes its connection. */
export function queryTimeoutClient(timeoutMs: number): typeof pg.Client {
  const message = `the database did not answer within ${timeoutMs} ms`
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.once('connect', () => {
        const driver = this as unknown as ClientInternals
        const { stream } = driver.connection
        stream.setTimeout(timeoutMs)
        stream.on('timeout', () => {
          if (!driver.readyForQuery) stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
          // Restarts the timer of an idle connection. Otherwise it would stay off for the next query.
          else stream.setTimeout(timeoutMs)
        })
      })
    }
  }
}
