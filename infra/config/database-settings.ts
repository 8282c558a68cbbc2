import { z } from 'zod'
import { textOr, unlessEmpty, whole } from '#infra/config/parsers.ts'

const postgresUrl = unlessEmpty(
  z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
)

/** Where the shop keeps what it knows. */
export const databaseEnvironment = {
  DATA_DIR: textOr('.data'),
  DATABASE_URL: postgresUrl,
  DATABASE_SESSION_URL: postgresUrl,
  DATABASE_REPLICA_URL: postgresUrl,
  DATABASE_POOL_SIZE: whole(10, 2, 200),
  DATABASE_PATIENCE_MS: whole(10_000, 500, 600_000),
  SLOW_QUERY_MS: whole(500, 1, Number.MAX_SAFE_INTEGER),
}

type DatabaseEnv = z.infer<z.ZodObject<typeof databaseEnvironment>>

export type DatabaseSettings = {
  dataDir: string
  /** Null: the embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | null
  /** The same database without a pooler between: what listens must keep its session. Null: `databaseUrl` will do. */
  databaseSessionUrl: string | null
  /** A streaming replica for reads of the catalogue and of figures. */
  databaseReplicaUrl: string | null
  databasePoolSize: number
  /** How long a query of a request may take, in milliseconds, before it is given up with a 503. */
  databasePatienceMs: number
  /** Queries that take longer are logged. */
  slowQueryMs: number
  /** Demo mode: no DATABASE_URL. Sample data, demo accounts and a mailbox page. */
  demo: boolean
}

export function contradictionsOfDatabase(env: DatabaseEnv): string[] {
  return env.DATABASE_REPLICA_URL && !env.DATABASE_URL
    ? ['DATABASE_REPLICA_URL: the embedded database has no replica, set DATABASE_URL too']
    : []
}

export function databaseOf(env: DatabaseEnv): DatabaseSettings {
  return {
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseSessionUrl: env.DATABASE_SESSION_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databasePatienceMs: env.DATABASE_PATIENCE_MS,
    slowQueryMs: env.SLOW_QUERY_MS,
    demo: env.DATABASE_URL === undefined,
  }
}
