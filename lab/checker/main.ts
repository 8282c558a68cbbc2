/**
 * Runs clients against the shop and checks their histories. The shop as it is, in one process and in three, must have
 * no violation; each planted bug must have one. Prints a table. Exits with 1 otherwise.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { BUGS, type Bug, planted } from '#lab/checker/bugs.ts'
import { startCheckedShop } from '#lab/checker/checked-shop.ts'
import { describeOperation } from '#lab/checker/history.ts'
import { describeViolations, type Judgement, runClients } from '#lab/checker/run-clients.ts'
import { makeWorld } from '#lab/checker/world.ts'
import { makeTables, temporaryServer } from '#tests/database-server.ts'
import { withDatabase } from '#tests/database-url.ts'

const { values } = parseArgs({
  options: {
    /** Plants only bugs with this in their name, and leaves out the shop as it is. */
    bug: { type: 'string' },
    /** Runs of the shop as it is, in one process and again in three. */
    runs: { type: 'string', default: '3' },
    operations: { type: 'string', default: '250' },
    seed: { type: 'string', default: '1' },
  },
})

/** A race seldom shows in the first round. */
const MAX_ROUNDS = 6

/** `isEnough`: ends the rounds. */
type Runs = {
  processes: number
  root?: string
  rounds: number
  isEnough: (violations: readonly string[]) => boolean
}

const postgres = await temporaryServer()
const TABLES = 'checker_tables'
let databases = 0

/** Runs clients at most `rounds` times, each with a new world. Returns the last run's violations. */
async function judgeRuns({ processes, root, rounds, isEnough }: Runs) {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-checker-'))
  const databaseUrl = await newDatabase()
  const shop = await startCheckedShop(databaseUrl, dataDir, { processes, ...(root && { root }) })
  try {
    for (let tried = 1; ; tried += 1) {
      const world = await makeWorld(databaseUrl, shop.authSecret)
      const [operations, seed] = [Number(values.operations), Number(values.seed) + tried]
      const judgement = await runClients({ ...shop, databaseUrl, world, operations, seed })
      const violations = violationsOf(judgement)
      if (isEnough(violations) || tried === rounds) return { violations, tried, judgement }
    }
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** One line each, which a bug's `shows` matches. */
function violationsOf({ violations, unclear }: Judgement): string[] {
  return [...violations.map(({ about, what }) => `${about}: ${what}`), ...unclear.map(describeOperation)]
}

/** Creates a copy of the template. */
async function newDatabase(): Promise<string> {
  databases += 1
  const name = `checker_${databases}`
  await onServer(`create database ${name} template ${TABLES} strategy file_copy`)
  return withDatabase(postgres.url, name)
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Checks one program and prints its row. `shows`: matches the required violation; null: no violation is allowed. */
async function report(name: string, runs: Omit<Runs, 'isEnough'>, shows: RegExp | null): Promise<boolean> {
  const began = performance.now()
  const matching = (violations: readonly string[]) => violations.find((line) => shows?.test(line) ?? true)
  const { violations, tried, judgement } = await judgeRuns({
    ...runs,
    isEnough: (lines) => matching(lines) !== undefined,
  })
  const line = matching(violations)
  const isRight = (line !== undefined) === (shows !== null)
  const seconds = Math.round((performance.now() - began) / 1000)
  const verdict = line ?? violations[0] ?? 'one order of events explains it'
  say(`| ${isRight ? 'right' : 'WRONG'} | ${name} | ${tried} | ${seconds} s | ${verdict} |`)
  if (!isRight) say(describeViolations(judgement))
  return isRight
}

async function reportBug({ name, edits, shows }: Bug): Promise<boolean> {
  const { root, remove } = planted({ name, edits })
  try {
    return await report(name, { processes: 1, root, rounds: MAX_ROUNDS }, shows)
  } finally {
    remove()
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  await onServer(`create database ${TABLES}`)
  await makeTables(withDatabase(postgres.url, TABLES))
  say('|  | program | runs | time | verdict |\n|---|---|---|---|---|')
  const rounds = Number(values.runs)
  let wrong = 0
  for (const processes of values.bug === undefined ? [1, 3] : []) {
    const name = `as it is, in ${processes === 1 ? 'one process' : `${processes} processes`}`
    if (!(await report(name, { processes, rounds }, null))) wrong += 1
  }
  const bugs = BUGS.filter(({ name }) => name.includes(values.bug ?? ''))
  let found = 0
  for (const bug of bugs) if (await reportBug(bug)) found += 1
  say(`\n${found} of ${bugs.length} planted bugs were found.`)
  process.exitCode = wrong === 0 && found === bugs.length ? 0 : 1
} finally {
  await postgres.stop()
}
