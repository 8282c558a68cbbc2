import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const FOLDER = join(PROJECT_ROOT, 'db', 'migrations')

/** Migrations are SQL files, applied in the order of their names. */
async function namesOfMigrations(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'))
  return files.map((file) => file.replace(/\.sql$/, '')).sort()
}

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const pairs = (await namesOfMigrations()).map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(join(FOLDER, `${name}.sql`), 'utf8')
      return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
    })
    return Object.fromEntries(await Promise.all(pairs))
  },
}

/**
 * Brings the schema up to date, under a lock, and returns the applied names. A database of a newer version is
 * left as it is. Throws the database's error when a migration fails, which is rolled back.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration works on any schema; its tables are what it makes
export async function migrate(db: Kysely<any>): Promise<string[]> {
  // The migrator looks through all tables of the database, which takes longer than the rest of a start's queries.
  if (await isMigrated(db)) return []
  const migrator = new Migrator({ db, provider: sqlFiles })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/** True when every migration file has been applied. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export async function isMigrated(db: Kysely<any>): Promise<boolean> {
  const { rows } = await sql<{
    it: string | null
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) as it`.execute(db)
  if (!rows[0]?.it) return false
  const applied = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select('name').execute()
  const names = new Set(applied.map(({ name }) => String(name)))
  return (await namesOfMigrations()).every((name) => names.has(name))
}
