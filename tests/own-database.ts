import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { copyStoredCluster } from '#tests/database-server.ts'

/** A PostgreSQL server that tests can stop and restart. Its `url` stays the same. */
type RestartableDatabase = { url: string; start(): Promise<void>; stop(): Promise<void> }

/** `directory`: for the server's files. The user who runs PostgreSQL must be able to enter it. */
export function restartableDatabase(directory: string): RestartableDatabase {
  const socketDir = join(directory, 's')
  const dataDir = join(directory, 'database')
  const query = new URLSearchParams({ host: socketDir, port: '5432', user: 'shop', sslmode: 'disable' })
  let running: EmbeddedPostgres | null = null
  return {
    url: `postgres:///postgres?${query}`,
    async start() {
      if (!existsSync(dataDir)) await copyStoredCluster(dataDir)
      running = await startEmbeddedPostgres({ dataDir, say: () => {} })
      // Each start has a new socket directory.
      rmSync(socketDir, { force: true })
      symlinkSync(new URL(running.url).searchParams.get('host') ?? '', socketDir)
    },
    async stop() {
      await running?.stop()
      running = null
    },
  }
}
