import type { Settings } from '#infra/config/settings.ts'
import { isMigrated } from '#infra/database/migrate.ts'
import { type Database, openDatabase } from '#infra/database/open.ts'
import { holdsDatabase } from '#infra/embedded-postgres/data-location.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { findRunningDatabase } from '#infra/embedded-postgres/running.ts'

/** Opens DATABASE_URL or the embedded database. Throws if neither exists: DATABASE_URL may have been forgotten. */
export async function openShopDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
): Promise<Database & { url: string }> {
  const own = settings.databaseUrl ? null : await ownDatabase(settings.dataDir, say)
  const url = own?.url ?? settings.databaseUrl ?? ''
  const database = openDatabase({ url, poolSize: 2, onError: (error) => say(error.message) })
  const close = async () => {
    await database.close()
    await own?.stop()
  }
  return { ...database, url, close }
}

async function ownDatabase(dataDir: string, say: (line: string) => void) {
  const running = findRunningDatabase(dataDir)
  if (running) return { url: running.url, stop: async () => {} }
  if (!holdsDatabase(dataDir)) {
    throw new Error(
      `There is no shop in ${dataDir}: set DATABASE_URL to an existing shop’s database, or DATA_DIR to the folder of a shop that has run.`,
    )
  }
  return startEmbeddedPostgres({ dataDir, say })
}

/** Throws if the database is not migrated to this version. */
export async function openMigratedDatabase(...args: Parameters<typeof openShopDatabase>) {
  const database = await openShopDatabase(...args)
  if (await isMigrated(database.db)) return database
  await database.close()
  throw new Error(
    'The database is not up to date: start the shop once, or run `npm run shop -- migrate`, first.',
  )
}
