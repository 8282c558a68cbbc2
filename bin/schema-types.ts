/**
 * Writes db/types.ts from the schema that the migrations make; with --verify says whether the file still matches.
 * Needs DATABASE_URL naming a scratch database.
 */
import { spawnSync } from 'node:child_process'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'

const url = process.env.DATABASE_URL
if (!url) throw new Error('set DATABASE_URL to a scratch database')
const database = openDatabase({ url, poolSize: 2, onError: console.error })
await migrate(database.db)
await database.close()

const options = [
  '--dialect',
  'postgres',
  '--url',
  url,
  '--camel-case',
  '--exclude-pattern',
  '{kysely_*,pgboss.*}',
]
const types = ['--type-mapping', '{"int8":"number"}', '--out-file', 'db/types.ts']
const verify = process.argv.includes('--verify') ? ['--verify'] : []
const run = spawnSync('kysely-codegen', [...options, ...types, ...verify], { stdio: 'inherit' })
process.exit(run.status ?? 1)
