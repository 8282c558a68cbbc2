import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Pool } from 'pg'
import type { DB } from '#db/types.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { type Database, type OpenOptions, openDatabase } from '#infra/database/open.ts'
import { watchReplica } from '#infra/database/replica-watch.ts'
import type { Ctx } from '#shop/ctx.ts'

export type Reads = Ctx['reads'] & {
  noteChange(): void
  /** Resolves when reads include the writes before this call. `figures` may lack them if the replica lags. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

export function primaryReads({ db }: Pick<Database, 'db'>): Reads {
  return { catalogue: db, figures: db, noteChange: () => {}, catchUp: async () => {}, close: async () => {} }
}

/**
 * Reads the catalogue from the replica if it is current, and figures if it is recent; otherwise from the primary.
 * `isListening`: false while change notifications are missed.
 */
export function replicaReads(
  primary: Pick<Database, 'pool'>,
  options: OpenOptions & { say: (line: string) => void; isListening: () => boolean },
): Reads {
  const { say, isListening, onQuery } = options
  const { pool, close } = openDatabase(options)
  const watch = watchReplica({ primary: primary.pool, replica: pool, say })
  /** Without a primary, falls back to the replica, which may lack the writes of the last seconds. */
  const readPrimaryFirst: Run = (query) =>
    run(primary.pool, query).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error) || !watch.isRecent()) throw error
      return run(pool, query)
    })
  const readReplicaFirst = (isGood: () => boolean) =>
    createReader(async (query) => {
      if (!isGood()) return readPrimaryFirst(query)
      try {
        return await run(pool, query)
      } catch {
        // The replica is down or cancelled the query; an invalid query fails on the primary too.
        return run(primary.pool, query)
      }
    }, onQuery)
  return {
    catalogue: readReplicaFirst(() => isListening() && watch.isCurrent()),
    figures: readReplicaFirst(watch.isRecent),
    noteChange: watch.noteChange,
    catchUp: watch.catchUp,
    async close() {
      await watch.stop()
      await close()
    },
  }
}

type Run = (query: CompiledQuery) => Promise<{ rows: unknown[] }>

async function run(pool: Pool, { sql, parameters }: CompiledQuery): Promise<{ rows: unknown[] }> {
  const { rows } = await pool.query(sql, [...parameters])
  return { rows }
}

function createReader(execute: Run, onQuery: OpenOptions['onQuery']): Kysely<DB> {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ReadDriver(execute),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
    log: ({ query, queryDurationMillis }: LogEvent) => onQuery?.(query.sql, queryDurationMillis),
  })
}

/** Runs single queries on either server. Throws for transactions and streams. */
class ReadDriver extends DummyDriver {
  readonly #connection: DatabaseConnection

  constructor(execute: Run) {
    super()
    this.#connection = {
      executeQuery: async <Row>(query: CompiledQuery) => ({ rows: (await execute(query)).rows as Row[] }),
      streamQuery: () => throwUnsupported(),
    }
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  override async beginTransaction(): Promise<void> {
    throwUnsupported()
  }
}

function throwUnsupported(): never {
  throw new Error('This connection supports only single reads, no transactions or streams.')
}
