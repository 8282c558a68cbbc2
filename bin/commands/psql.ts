/**
 * `npm run psql [-- STATEMENT]`: SQL on the running shop's database, in psql if this machine has it. Otherwise
 * statements end with a semicolon, `\d [TABLE]` lists tables or columns, and `\q` ends.
 */
import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { findRunningDatabase } from '#infra/embedded-postgres/running.ts'

const TABLES = `select table_name, table_type from information_schema.tables where table_schema = 'public' order by 1`
const COLUMNS = `select column_name, data_type, is_nullable, column_default from information_schema.columns
  where table_schema = 'public' and table_name = $1 order by ordinal_position`

const settings = readSettingsOrExit()
const url = settings.databaseUrl ?? findRunningDatabase(settings.dataDir)?.url
if (!url) fail(`No shop is running on ${settings.dataDir}: start it with npm run dev or npm start.`)

const statement = process.argv.slice(2).join(' ')
const { error, status } = spawnSync('psql', [url, ...(statement ? ['-c', statement] : [])], {
  stdio: 'inherit',
})
if (!error) process.exit(status ?? 1)

const client = new pg.Client({ connectionString: url })
await client.connect()

async function run(text: string, values: string[] = []): Promise<boolean> {
  try {
    // Several statements have several results.
    for (const { rows, command, rowCount } of [await client.query(text, values)].flat())
      if (rows.length > 0) console.table(rows)
      else process.stdout.write(`${command} ${rowCount ?? ''}\n`)
    return true
  } catch (problem) {
    process.stderr.write(`${(problem as Error).message}\n`)
    return false
  }
}

if (statement) {
  process.exitCode = (await run(statement)) ? 0 : 1
} else {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'shop=# ' })
  const prompt = () => process.stdin.isTTY && lines.prompt()
  prompt()
  let text = ''
  for await (const line of lines) {
    const [, table] = /^\\d\s*(\w*)/.exec(line) ?? []
    if (line === '\\q') break
    if (table !== undefined) await (table ? run(COLUMNS, [table]) : run(TABLES))
    else text += `${line}\n`
    if (text.trimEnd().endsWith(';')) {
      await run(text)
      text = ''
    }
    prompt()
  }
}
await client.end()
process.disconnect?.()
