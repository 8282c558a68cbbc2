/**
 * Writes db/types.ts from the migrated schema; with --verify checks that the file matches. A text column with a
 * check of its values gets the union of these values as its type. Amounts are Money. DATABASE_URL names a
 * scratch database; without it, a temporary embedded server is used.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '#infra/database/migrate.ts'
import { type Database, openDatabase } from '#infra/database/open.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { AMOUNT_COLUMNS } from '#shop/kernel/amount-columns.ts'

const FILE = 'db/types.ts'

/** Writes accept any text and number, because the database checks them. */
const HEAD = `import type { Money } from "#shop/kernel/money.ts";

export type Amount = ColumnType<Money, number, number>;

export type Checked<Text extends string> = ColumnType<Text, string, string>;
`

const server = process.env.DATABASE_URL ? null : await startServer()
const url = server?.url ?? process.env.DATABASE_URL ?? ''
const database = openDatabase({ url, poolSize: 2, onError: console.error })
await migrate(database.db)
const unions = await checkedUnions(database)
await database.close()
const types = withColumnTypes(generateTypes(url), unions)
await server?.stop()

if (!process.argv.includes('--verify')) writeFileSync(FILE, types)
else if (types === readFileSync(FILE, 'utf8')) console.log(`${FILE} is up-to-date`)
else throw new Error(`${FILE} does not match the schema: run \`npm run schema-types\``)

async function startServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'schema-types-'))
  // If root runs this, the server runs as another user.
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  const stop = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
  return { url: postgres.url, stop }
}

function generateTypes(from: string): string {
  const file = `${FILE}.new`
  const options = ['--dialect', 'postgres', '--url', from, '--camel-case', '--out-file', file]
  const columns = ['--exclude-pattern', '{kysely_*,pgboss.*}', '--type-mapping', '{"int8":"number"}']
  const run = spawnSync('kysely-codegen', [...options, ...columns], { stdio: 'inherit' })
  if (run.status !== 0) process.exit(run.status ?? 1)
  const text = readFileSync(file, 'utf8')
  rmSync(file)
  return text
}

/** Returns the union of values that a check allows in a column, by 'table.column' in camel case. */
async function checkedUnions({ db }: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ table: string; column: string; check: string }>`
    select relname as "table", attname as "column", pg_get_constraintdef(pg_constraint.oid) as "check"
    from pg_constraint join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and array_length(conkey, 1) = 1 and relnamespace = 'public'::regnamespace`.execute(db)
  return new Map(
    rows.flatMap(({ table, column, check }) => {
      const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(check) ?? []
      const values = list?.match(/'[^']*'(?=::text)/g)
      return values ? [[`${camel(table)}.${camel(column)}`, values.toSorted().join(' | ')] as const] : []
    }),
  )
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the types with unions and amounts instead of strings and numbers. */
function withColumnTypes(text: string, unions: ReadonlyMap<string, string>): string {
  let table = ''
  const lines = text.split('\n').map((line) => {
    const [, name] = /^export interface (\w+) \{$/.exec(line) ?? []
    if (name) table = `${name[0]?.toLowerCase()}${name.slice(1)}`
    const [, column = ''] = /^ {2}(\w+): /.exec(line) ?? []
    const union = unions.get(`${table}.${column}`)
    if (union) return line.replace(/\bstring\b/, `Checked<${union}>`)
    return AMOUNT_COLUMNS.has(column) ? line.replace(/\bnumber\b/, 'Amount') : line
  })
  return lines.join('\n').replace(/^import .*\n/m, `$&${HEAD}`)
}
