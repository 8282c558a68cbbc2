/**
 * Runs clients against the shop and checks their histories. The unchanged shop, in one process and in three,
 * must have no violation; each planted bug must have one. Prints a table, and exits with 1 if the result is
 * different.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { BUGS, type Bug, plantBug } from '#lab/checker/bugs.ts'
import { startCheckedShop } from '#lab/checker/checked-shop.ts'
import { describeOperation } from '#lab/checker/history.ts'
import { type CheckResult, describeViolations, runClients } from '#lab/checker/run-clients.ts'
import { makeWorld } from '#lab/checker/world.ts'
import { makeTables, temporaryServer } from '#tests/database-server.ts'
import { withDatabase } from '#tests/database-url.ts'

const { values } = parseArgs({
  options: {
    /** Plants only bugs with this text in their name, and skips the unchanged shop. */
    bug: { type: 'string' },
    /** Runs of the unchanged shop, in one process and again in three. */
    runs: { type: 'string', default: '3' },
    operations: { type: 'string', default: '250' },
    seed: { type: 'string', default: '1' },
  },
})

/** A race condition seldom shows in the first round. */
const MAX_ROUNDS = 6

/** `isEnough`: true for violations that end the rounds. */
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
async function checkRuns({ processes, root, rounds, isEnough }: Runs) {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-checker-'))
  const databaseUrl = await newDatabase()
  const shop = await startCheckedShop(databaseUrl, dataDir, { processes, ...(root && { root }) })
  try {
    for (let round = 1; ; round += 1) {
      const world = await makeWorld(databaseUrl, shop.authSecret)
      const [operations, seed] = [Number(values.operations), Number(values.seed) + round]
      const judgement = await runClients({ ...shop, databaseUrl, world, operations, seed })
      const violations = violationsOf(judgement)
      if (isEnough(violations) || round === rounds) return { violations, round, judgement }
    }
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Returns one line for each violation, to match with a bug's `shows`. */
function violationsOf({ violations, unclear }: CheckResult): string[] {
  return [...violations.map(({ about, what }) => `${about}: ${what}`), ...unclear.map(describeOperation)]
}

/** Copies the template database. */
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

/** Checks one program and prints its row. `shows` matches the required violation; null allows no violation. */
async function report(name: string, runs: Omit<Runs, 'isEnough'>, shows: RegExp | null): Promise<boolean> {
  const startedAt = performance.now()
  const findViolation = (violations: readonly string[]) =>
    violations.find((line) => shows?.test(line) ?? true)
  const { violations, round, judgement } = await checkRuns({
    ...runs,
    isEnough: (lines) => findViolation(lines) !== undefined,
  })
  const line = findViolation(violations)
  const isRight = (line !== undefined) === (shows !== null)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const verdict = line ?? violations[0] ?? 'linearizable'
  say(`| ${isRight ? 'right' : 'WRONG'} | ${name} | ${round} | ${seconds} s | ${verdict} |`)
  if (!isRight) say(describeViolations(judgement))
  return isRight
}

async function reportBug({ name, edits, shows }: Bug): Promise<boolean> {
  const { root, remove } = plantBug({ name, edits })
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
    const name = `unchanged, in ${processes === 1 ? 'one process' : `${processes} processes`}`
    if (!(await report(name, { processes, rounds }, null))) wrong += 1
  }
  const bugs = BUGS.filter(({ name }) => name.includes(values.bug ?? ''))
  let foundCount = 0
  for (const bug of bugs) if (await reportBug(bug)) foundCount += 1
  say(`\n${foundCount} of ${bugs.length} planted bugs were found.`)
  process.exitCode = wrong === 0 && foundCount === bugs.length ? 0 : 1
} finally {
  await postgres.stop()
}
