/**
 * `npm run shop -- restore BACKUP`: copies a backup into DATA_DIR, which must not contain a database yet.
 * Starts the database once to check it, and prints the time of the restored data.
 */
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { restoreCluster } from '#infra/embedded-postgres/backup.ts'
import { copyTree } from '#infra/embedded-postgres/copy-tree.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const { dataDir, databaseUrl } = readSettingsOrExit()
if (databaseUrl) fail('DATABASE_URL is set: restore that server with its own tools (see docs/operations.md).')
const from = process.argv[2] ?? ''
const note = await readFile(join(from, 'backup.json'), 'utf8').catch(() =>
  fail(`${from || 'The first argument'} is no finished backup: it has no backup.json.`),
)
await mkdir(dataDir, { recursive: true })
try {
  await restoreCluster(join(from, 'postgres'), dataDir, say)
  if (existsSync(join(from, 'files'))) await copyTree(join(from, 'files'), join(dataDir, 'files'))
  if (existsSync(join(from, 'secret'))) {
    await copyFile(join(from, 'secret'), join(dataDir, 'secret'))
    await chmod(join(dataDir, 'secret'), 0o600)
  }
  const postgres = await startEmbeddedPostgres({ dataDir, say })
  await postgres.stop()
} catch (error) {
  fail((error as Error).message)
}
say(`${dataDir} holds the shop as of ${JSON.parse(note).until}`)
