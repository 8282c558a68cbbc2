/**
 * `npm run shop -- verify-audit [--head SEQ:HASH …]`: checks that no entry of the audit log was changed,
 * removed, inserted or moved, whether or not the shop is running. A head that was stored elsewhere, or the
 * lines in AUDIT_LINES_FILE, also reveal a truncated or rewritten log; without both, it warns. If a row is
 * wrong, names the first such row and ends with exit code 1.
 */
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { openMigratedDatabase } from '#infra/database/shop-database.ts'
import { readHeads } from '#infra/logging/audit-lines.ts'
import { type ChainProblem, type Head, verifyChain } from '#shop/audit/verify-chain.ts'

const USAGE = 'Usage: npm run shop -- verify-audit [--head SEQ:HASH …]'

function headsIn(args: readonly string[]): Head[] {
  if (args.length === 0) return []
  const [name, value = '', ...rest] = args
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(value) ?? []
  if (name !== '--head' || !seq || !hash) return fail(USAGE)
  return [{ seq: Number(seq), hash }, ...headsIn(rest)]
}

const WORDS: Record<ChainProblem['what'], string> = {
  changed: 'was changed',
  missing: 'is missing',
  inserted: 'was inserted',
  reordered: 'is not in its place',
}

function sentence({ seq, entryId, what }: ChainProblem): string {
  const entry = entryId === null ? '' : `entry ${entryId}`
  const row = seq === null ? entry : `link ${seq}${entry && ` (${entry})`}`
  return `The audit log is not as it was written: ${row} ${WORDS[what]}.`
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const settings = readSettingsOrExit()
const { file } = settings.auditLines
const fileHeads = file
  ? await readHeads(file).catch((error: Error) => fail(`AUDIT_LINES_FILE: ${error.message}`))
  : []
const heads = [...headsIn(process.argv.slice(2)), ...fileHeads]
const database = await openMigratedDatabase(settings, say).catch((error: Error) => fail(error.message))
const began = performance.now()
const result = await verifyChain(database, heads)
await database.close()
if (!result.ok) fail(sentence(result.problem))
const { seq, hash } = result.value
const seconds = ((performance.now() - began) / 1000).toFixed(1)
if (file) say(`Compared with ${fileHeads.length} lines of ${file}.`)
say(`The audit log is whole: ${seq} links, checked in ${seconds} s at ${new Date().toISOString()}.`)
say(`Head: ${seq}:${hash}`)
if (heads.length === 0)
  process.stderr.write(
    'Warning: without an earlier head, a truncated or rewritten log looks intact. Store this head elsewhere and pass it next time: --head SEQ:HASH.\n',
  )
