/**
 * `npm run shop -- backup [DIRECTORY]`: copies the embedded database and the files of the running shop to a new
 * directory below DIRECTORY (default: backups). Prints the time up to which the copy has all data.
 */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { backUpCluster } from '#infra/embedded-postgres/backup.ts'
import { copyTree } from '#infra/embedded-postgres/copy-tree.ts'
import { findRunningDatabase } from '#infra/embedded-postgres/running.ts'

const settings = readSettingsOrExit()
if (settings.databaseUrl)
  fail('DATABASE_URL is set: back that server up with its own tools (see docs/operations.md).')
const running = findRunningDatabase(settings.dataDir)
if (!running)
  fail(`No shop is running on ${settings.dataDir}: start it, or copy the directory while it is stopped.`)

const began = new Date()
const name = began.toISOString().replace(/[:.]/g, '-')
const target = join(process.argv[2] ?? 'backups', name)
const unfinished = `${target}.unfinished`
await mkdir(unfinished, { recursive: true, mode: 0o700 })
const { until, lsn, files } = await backUpCluster(running, join(unfinished, 'postgres'))
// Copied after the database, so that every picture that the database names is in the copy.
const uploads = join(settings.dataDir, 'files')
if (existsSync(uploads)) await copyTree(uploads, join(unfinished, 'files'))
const secret = join(settings.dataDir, 'secret')
if (existsSync(secret)) await copyFile(secret, join(unfinished, 'secret'))
await writeFile(join(unfinished, 'backup.json'), `${JSON.stringify({ began, until, lsn, files }, null, 2)}\n`)
await rename(unfinished, target)
process.stdout.write(`${target} holds everything up to ${until.toISOString()} (log position ${lsn})\n`)
