import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'
import { preparedStatementClient } from '#infra/database/prepared-statements.ts'
import { queryTimeoutClient } from '#infra/database/query-timeout.ts'

/** Amounts and ids of type bigint stay far below 2^53, so they are read as numbers. */
const INT8 = 20
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

export type OpenOptions = {
  url: string
  poolSize: number
  onError: (error: Error) => void
  /** Hears of every query of the program's own: its text (never its values) and the milliseconds it took. */
  onQuery?: (sql: string, ms: number) => void
  /** Absent: a query may take as long as it takes. */
  patience?: QueryTimeout
  /** False where a pooler gives each transaction another connection: what is prepared on one is unknown on the next. */
  keepPlans?: boolean
}

export type Database = { db: Kysely<DB>; pool: pg.Pool; close(): Promise<void> }

/** How long a query may take; `isToldServer`: the server is told as well, so that it ends what nobody waits for. */
export type QueryTimeout = { ms: number; isToldServer: boolean }

/** The client waits a little longer than the server works, so that a slow query costs no connection. */
const GRACE_MS = 500
/** A program that was frozen inside a transaction must not keep its locks for good. */
const IDLE_IN_TRANSACTION_MS = 60_000

/**
 * Opens a pool on the PostgreSQL at `url`. `onError` hears of connections that broke while idle (the server went
 * away): without a listener such an error would end the process.
 */
export function openDatabase(options: OpenOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    types,
    Client: clientFor(options),
    ...(options.patience?.isToldServer && told(options.patience)),
  })
  pool.on('error', options.onError)
  pool.on('connect', (client) => client.on('error', options.onError))
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    // JSON built by queries is renamed too; JSON that is stored has camelCase keys and stays as it is.
    plugins: [new CamelCasePlugin()],
    log: ({ query, queryDurationMillis }: LogEvent) => options.onQuery?.(query.sql, queryDurationMillis),
  })
  return { db, pool, close: () => db.destroy() }
}

function clientFor({ patience, keepPlans }: OpenOptions): typeof pg.Client {
  const Client = patience ? queryTimeoutClient(patience.ms + GRACE_MS) : pg.Client
  return keepPlans ? preparedStatementClient(Client) : Client
}

/** A pooler between refuses such settings at the start of a connection: there the client alone is impatient. */
function told({ ms }: QueryTimeout): pg.PoolConfig {
  return { statement_timeout: ms, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS }
}
