import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationProvider, Migrator } from 'kysely/migration'

const FOLDER = new URL('../../db/migrations/', import.meta.url)

/** Migrations are SQL files, applied in the order of their names. */
const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
    const pairs = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
    })
    return Object.fromEntries(await Promise.all(pairs))
  },
}

/**
 * Brings the schema up to date. The migrator holds an advisory lock, so that programs started together do it once.
 * Returns the names applied; throws the database's error when one fails (the failed one is rolled back).
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration works on any schema; its tables are what it makes
export async function migrate(db: Kysely<any>): Promise<string[]> {
  if (await isNewer(db)) return []
  const migrator = new Migrator({ db, provider: sqlFiles })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/**
 * True when a newer version of the program has been here: it has applied migrations that this one does not know, beside
 * all that it knows. Migrations keep the version before working (docs/operations.md), so this one may run on, or again.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function isNewer(db: Kysely<any>): Promise<boolean> {
  const { rows } = await sql`select to_regclass(${DEFAULT_MIGRATION_TABLE}) as it`.execute(db)
  if (!(rows[0] as { it: string | null }).it) return false
  const applied = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select('name').execute()
  const known = Object.keys(await sqlFiles.getMigrations())
  const names = new Set(applied.map(({ name }) => String(name)))
  return names.size > known.length && known.every((name) => names.has(name))
}

/** True when every migration file has been applied. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export async function isMigrated(db: Kysely<any>): Promise<boolean> {
  const migrations = await new Migrator({ db, provider: sqlFiles }).getMigrations()
  return migrations.every((migration) => migration.executedAt !== undefined)
}
