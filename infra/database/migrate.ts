import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const FOLDER = join(PROJECT_ROOT, 'db', 'migrations')

async function listMigrations(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'))
  return files.map((file) => file.replace(/\.sql$/, '')).sort()
}

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const pairs = (await listMigrations()).map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(join(FOLDER, `${name}.sql`), 'utf8')
      return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
    })
    return Object.fromEntries(await Promise.all(pairs))
  },
}

/** Applies missing migrations under a lock and returns their names. A failed migration is rolled back. */
// biome-ignore lint/suspicious/noExplicitAny: a migration works on any schema
export async function migrate(db: Kysely<any>): Promise<string[]> {
  // The migrator reads all tables of the database, which slows every start.
  if (await isMigrated(db)) return []
  const migrator = new Migrator({ db, provider: sqlFiles })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export async function isMigrated(db: Kysely<any>): Promise<boolean> {
  const { rows } = await sql<{
    relation: string | null
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) as relation`.execute(db)
  if (!rows[0]?.relation) return false
  const applied = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select('name').execute()
  const names = new Set(applied.map(({ name }) => String(name)))
  return (await listMigrations()).every((name) => names.has(name))
}
