import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Pool } from 'pg'
import type { DB } from '#db/types.ts'
import { type Database, type OpenOptions, openDatabase } from '#infra/database/open.ts'
import { watchReplica } from '#infra/database/replica-watch.ts'
import type { Ctx } from '#shop/ctx.ts'

/** Where what only reads may go. */
export type Reads = Ctx['reads'] & {
  /** The catalogue was changed. */
  changed(): void
  /** Resolves when no read is older than what was written before this call. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** All reads go to the primary: there is no replica. */
export function primaryReads({ db }: Pick<Database, 'db'>): Reads {
  return { catalogue: db, figures: db, changed: () => {}, caughtUp: async () => {}, close: async () => {} }
}

/**
 * Reads of the catalogue go to the replica once it holds the last change of the catalogue, those of figures while it is
 * a few seconds behind at most; else, and when the replica fails, to the primary. `canHear`: whether changes are heard
 * of at all.
 */
export function replicaReads(
  primary: Pick<Database, 'pool'>,
  options: OpenOptions & { say: (line: string) => void; canHear: () => boolean },
): Reads {
  const { say, canHear, onQuery } = options
  const { pool, close } = openDatabase(options)
  const watch = watchReplica({ primary: primary.pool, replica: pool, say })
  const readsOf = (isGood: () => boolean) =>
    readingFrom(async (query) => {
      if (!isGood()) return run(primary.pool, query)
      try {
        return await run(pool, query)
      } catch {
        // It went away, or stopped the query to follow on; what is wrong with the query itself the primary says too.
        return run(primary.pool, query)
      }
    }, onQuery)
  return {
    catalogue: readsOf(() => canHear() && watch.isCurrent()),
    figures: readsOf(watch.isClose),
    changed: watch.changed,
    caughtUp: watch.caughtUp,
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

function readingFrom(execute: Run, onQuery: OpenOptions['onQuery']): Kysely<DB> {
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

/** Every query for itself, on whichever server: what needs more than one statement at a time is no read. */
class ReadDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(execute: Run) {
    this.#connection = {
      executeQuery: async <Row>(query: CompiledQuery) => ({ rows: (await execute(query)).rows as Row[] }),
      streamQuery: () => refuse(),
    }
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    refuse()
  }
  async commitTransaction(): Promise<void> {
    refuse()
  }
  async rollbackTransaction(): Promise<void> {
    refuse()
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

function refuse(): never {
  throw new Error('This database is for reads of one statement.')
}
