import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'

/** Amounts and ids of type bigint stay far below 2^53, so they are read as numbers. */
const INT8 = 20
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

export type Database = { db: Kysely<DB>; pool: pg.Pool; close(): Promise<void> }

/**
 * Opens a pool on the PostgreSQL at `url`. `onError` hears of connections that broke while idle (the server went
 * away): without a listener such an error would end the process.
 */
export function openDatabase(options: {
  url: string
  poolSize: number
  onError: (error: Error) => void
  /** Hears of every query of the program's own: its text (never its values) and the milliseconds it took. */
  onQuery?: (sql: string, ms: number) => void
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    types,
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
