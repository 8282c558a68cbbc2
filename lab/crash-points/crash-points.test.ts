/**
 * Kills the program before and after each statement, external call and email of an operation and its jobs. Another
 * process takes over, clients repeat requests without a response, and the result must equal an undisturbed run. Writes
 * results.md.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { checkRules } from '#lab/checker/rules.ts'
import { readTables } from '#lab/checker/tables.ts'
import { type Point, startCrashLane } from '#lab/crash-points/lane.ts'
import type { Operation } from '#lab/crash-points/operations.ts'
import type { Step } from '#lab/crash-points/watch.ts'
import type { Db } from '#shop/ctx.ts'
import { testDatabase } from '#tests/database.ts'
import { expectSingleFirstOrderDiscounts, expectTotalsReconcile } from '#tests/sums.ts'

type Lane = Awaited<ReturnType<typeof startCrashLane>>
type CrashResult = { name: string; steps: readonly Step[]; points: Point[]; wrong: string[]; seconds: number }

/** Tries only operations with this in their name. */
const { CRASH_OPERATION = '' } = process.env
const ROOT = join(import.meta.dirname, '..', '..')
/** Programs with a database each. Two keep two cores busy. */
const LANES = 2
/** Operations that are frozen in one program before it is killed. */
const MAX_TOGETHER = 12

const databases = await Promise.all(Array.from({ length: LANES + 1 }, () => testDatabase()))
const plantedFolders: string[] = []
afterAll(() => {
  for (const folder of plantedFolders) rmSync(folder, { recursive: true, force: true })
})

const titleOf = ({ step, side }: Point) => `${step.name} (${step.occurrence}) ${side}`
const allPoints = (steps: readonly Step[]): Point[] =>
  steps.flatMap((step) => step.sides.map((side) => ({ step, side })))

/** Returns the steps that happen in both runs. A step in only one of them is scheduled, or happens once per program. */
function inBoth(steps: readonly Step[], others: readonly Step[]): Step[] {
  return steps.filter(({ key, occurrence }) =>
    others.some((other) => other.key === key && other.occurrence === occurrence),
  )
}

/** Rehearses an operation and crashes it at the chosen points. `wrong`: a line for each point without recovery. */
async function tryPoints(
  lane: Lane,
  operation: Operation,
  choose: (steps: readonly Step[]) => Point[],
): Promise<CrashResult> {
  const startedAt = performance.now()
  // The first rehearsal fills caches.
  await lane.rehearse(operation)
  const second = await lane.rehearse(operation)
  const third = await lane.rehearse(operation)
  expect(third.result, `two undisturbed runs of '${operation.name}'`).toEqual(second.result)
  const steps = inBoth(second.steps, third.steps)
  const points = choose(steps)
  const wrong: string[] = []
  const prepareTries = async (chosen: readonly Point[]) => {
    const tries = []
    for (const point of chosen) tries.push({ point, act: await operation.prepare() })
    return tries
  }
  const [together, alone] = operation.isAlone ? [[], points] : beforeJobs(points, steps)
  for (const next of splitIntoParts(together, MAX_TOGETHER)) {
    const outcome = await lane.crash(await prepareTries(next), second.result)
    // Trying each point alone shows from which point the shop does not recover.
    alone.push(...(outcome.wrong.length > 0 ? next : outcome.missed))
  }
  for (const next of splitIntoParts(alone, operation.isAlone ? 1 : MAX_TOGETHER))
    for (const attempt of await prepareTries(next)) {
      const outcome = await lane.crash([attempt], second.result)
      const title = `${operation.name}: ${titleOf(attempt.point)}`
      if (outcome.missed.length > 0) wrong.push(`${title} did not happen`)
      if (outcome.wrong.length > 0) wrong.push([`${title} did not recover`, ...outcome.wrong].join('\n  '))
    }
  return { name: operation.name, steps, points, wrong, seconds: (performance.now() - startedAt) / 1000 }
}

function splitIntoParts<Value>(values: readonly Value[], size: number): Value[][] {
  const count = Math.ceil(values.length / size)
  return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size))
}

/** Splits the points: before the first job, where one program can stop at many of them, and from that job on. */
function beforeJobs(points: readonly Point[], steps: readonly Step[]): [Point[], Point[]] {
  const job = steps.findIndex(({ name }) => name === 'insert job_common')
  const early = new Set(job === -1 ? steps : steps.slice(0, job))
  const isEarly = ({ step }: Point) => early.has(step)
  return [points.filter(isEarly), points.filter((point) => !isEarly(point))]
}

function findOperation(lane: Lane, name: string): Operation {
  const operation = lane.operations.find((each) => each.name === name)
  if (!operation) throw new Error(`no operation '${name}'`)
  return operation
}

/** Checks the tables after all crashes: their totals, and the checker's rules with the bank's books. */
async function expectTablesReconcile(lane: Lane, db: Db): Promise<void> {
  await expectTotalsReconcile(db, new Map())
  await expectSingleFirstOrderDiscounts(db)
  const tables = await readTables(lane.databaseUrl)
  const coupon = tables.coupons.find(({ currentUses }) => currentUses > 0)
  // Without an order the checker has nothing to check.
  if (!coupon) return
  const customers = tables.orders.map(({ userId }) => ({ id: userId ?? '' }))
  const once = { id: coupon.id, code: coupon.code, maxUses: 1, maxUsesPerCustomer: 1, share: 0 }
  const world = { products: [], coupon: once, tax: null, customers, admin: { id: '' } }
  expect(checkRules({ history: [], tables, bank: lane.books(), world, maxUnpaidOrders: 0 })).toEqual([])
}

it('the shop recovers from a kill at every point of every operation', { timeout: 7_200_000 }, async () => {
  const lanes = await Promise.all(databases.slice(0, LANES).map((database) => startCrashLane(database)))
  for (const { stop } of lanes) onTestFinished(stop)
  const order = (lanes[0]?.operations ?? []).map(({ name }) => name)
  const names = order.filter((name) => name.includes(CRASH_OPERATION))
  const results: CrashResult[] = []
  await Promise.all(
    lanes.map(async (lane) => {
      for (let name = names.shift(); name; name = names.shift()) {
        const result = await tryPoints(lane, findOperation(lane, name), allPoints)
        results.push(result)
        report(result, order)
        process.stdout.write(`  ${summary(result)}\n${result.wrong.map((line) => `${line}\n`).join('')}`)
      }
    }),
  )
  for (const [at, { db }] of databases.slice(0, LANES).entries()) {
    const lane = lanes[at]
    if (lane) await expectTablesReconcile(lane, db)
  }
  expect(results.flatMap(({ wrong }) => wrong)).toEqual([])
})

/**
 * Copies the built program with replaced texts, and returns the root to start it from. Sources would take twice as long
 * to start.
 */
function plant(name: string, changes: readonly (readonly [string, string])[]): string {
  const folder = join(ROOT, 'build', `planted-${name}`)
  plantedFolders.push(folder)
  cpSync(join(ROOT, 'build', 'program'), folder, { recursive: true })
  const files = readdirSync(join(folder, 'assets')).map((file) => join(folder, 'assets', file))
  for (const [find, replace] of changes) {
    const matching = files.filter((file) => readFileSync(file, 'utf8').includes(find))
    if (matching.length === 0) throw new Error(`not in the program: ${find}`)
    for (const file of matching) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(find, replace))
  }
  const root = `${folder}-root`
  plantedFolders.push(root)
  mkdirSync(join(root, 'server'), { recursive: true })
  writeFileSync(join(root, 'server', 'main.ts'), `import '../../planted-${name}/main.js'\n`)
  return root
}

it.skipIf(CRASH_OPERATION !== '')(
  'an idempotency key that is stored after the order instead of with it does not recover',
  { timeout: 300_000 },
  async () => {
    const root = plant('late-key', [
      ['\tkey: input.idempotencyKey,\n', '\tkey: crypto.randomUUID(),\n'],
      [
        '\tif (outcome.ok) ctx.stockEvents.stockChanged();\n',
        `\tif (outcome.ok) await ctx.db.updateTable("idempotencyKeys").set({ key: input.idempotencyKey }).where("resultId", "=", orderId).execute();\n\tif (outcome.ok) ctx.stockEvents.stockChanged();\n`,
      ],
    ])
    const database = databases.at(-1)
    if (!database) return
    const lane = await startCrashLane(database, root)
    onTestFinished(lane.stop)
    const { wrong } = await tryPoints(lane, findOperation(lane, 'purchase in cash'), (steps) =>
      allPoints(steps).filter((point) =>
        /^(commit \(1\) after|update idempotency_keys \(1\) before)/.test(titleOf(point)),
      ),
    )
    expect(wrong.map((line) => line.split('\n')[0])).toEqual([
      'purchase in cash: commit (1) after did not recover',
      'purchase in cash: update idempotency_keys (1) before did not recover',
    ])
    // The order exists, but a retry with its key is refused because the coupon is used up.
    expect(wrong.join()).toContain('coupon_used_up')
  },
)

const isStatement = ({ key }: Step) => !/^(call|mail|fetch|finish) ?/.test(key)

function summary({ name, steps, points, wrong, seconds }: CrashResult): string {
  const secondsEach = (seconds / Math.max(points.length, 1)).toFixed(1)
  const outcome = wrong.length === 0 ? 'all recovered' : `${wrong.length} did not recover`
  return `${name}: ${steps.filter(isStatement).length} statements, ${steps.length} steps, ${points.length} points, ${outcome} (${secondsEach} s each)`
}

const REPORT = join(import.meta.dirname, 'results.md')

/** Replaces the operation's row and list in the report. */
function report(result: CrashResult, order: readonly string[]): void {
  const { name, steps, points, wrong } = result
  const count = (kind: RegExp) => steps.filter(({ key }) => kind.test(key)).length
  const counts = [steps.filter(isStatement).length, count(/^fetch /), count(/^call /), count(/^mail/)]
  const recovered = points.length - wrong.length
  const date = new Date().toISOString().slice(0, 10)
  const row = `| ${[name, ...counts, points.length, recovered, date].join(' | ')} |`
  const list = `**${name}**: ${steps.map((step) => `${step.name} (${step.occurrence})`).join(', ')}.`
  const old = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : ''
  const replacePart = (own: string, parts: string[], startOf: (name: string) => string) =>
    order.flatMap((other) => (other === name ? own : parts.filter((part) => part.startsWith(startOf(other)))))
  writeFileSync(
    REPORT,
    `# Crash points

Written by \`npm run lab -- crash-points\`, which kills the program at each step of an operation and of its jobs: once before
the step reaches the database, the payment provider, the bucket or the mail server, and once after its execution there but
before its response. Another program then starts on the same database, clients repeat requests without a response, and
jobs run until none is left, also those due an hour later. The shop has recovered if rows, jobs, refunds at the provider,
files and emails (each Message-ID once) equal an undisturbed run. \`begin\`, and a fetch without a job, are no steps.

| operation | statements | jobs | external calls | emails | points | recovered | on |
|---|---|---|---|---|---|---|---|
${replacePart(row, old.split('\n'), (operation) => `| ${operation} |`).join('\n')}

## Steps

The number in brackets counts the occurrences of a step.

${replacePart(wrap(list), old.trimEnd().split('\n\n'), (operation) => `**${operation}**:`).join('\n\n')}
`,
  )
}

/** Breaks a paragraph into lines of at most 120 characters. */
const wrap = (text: string) => text.replace(/(.{1,120})(?: |$)/g, '$1\n').trimEnd()
