/**
 * Kills the program before and after each statement, outside call and email of an operation and its jobs. Another
 * process takes over, clients repeat requests without a response, and the result must equal an undisturbed run.
 * Writes results.md.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { checkRules } from '#lab/checker/rules.ts'
import { readTables } from '#lab/checker/tables.ts'
import { crashLane, type Point } from '#lab/crash-points/lane.ts'
import type { Operation } from '#lab/crash-points/operations.ts'
import type { Step } from '#lab/crash-points/watch.ts'
import type { Db } from '#shop/ctx.ts'
import { testDatabase } from '#tests/database.ts'
import { expectSingleFirstOrderDiscounts, expectTotalsReconcile } from '#tests/sums.ts'

type Lane = Awaited<ReturnType<typeof crashLane>>
type Tried = { name: string; steps: readonly Step[]; points: Point[]; wrong: string[]; seconds: number }

/** Tries only operations with this in their name. */
const { CRASH_OPERATION = '' } = process.env
const ROOT = join(import.meta.dirname, '..', '..')
/** Programs with a database each. Two keep two cores busy. */
const LANES = 2
/** Operations that stop in one program before it is killed. */
const AT_ONCE = 12

const grounds = await Promise.all(Array.from({ length: LANES + 1 }, () => testDatabase()))
const planted: string[] = []
afterAll(() => {
  for (const folder of planted) rmSync(folder, { recursive: true, force: true })
})

const titleOf = ({ step, side }: Point) => `${step.name} (${step.occurrence}) ${side}`
const allPoints = (steps: readonly Step[]): Point[] =>
  steps.flatMap((step) => step.sides.map((side) => ({ step, side })))

/** Steps of both runs. Others are scheduled, or happen once in a program. */
function inBoth(steps: readonly Step[], others: readonly Step[]): Step[] {
  return steps.filter(({ key, occurrence }) =>
    others.some((other) => other.key === key && other.occurrence === occurrence),
  )
}

/** Rehearses an operation and crashes it at the chosen points. `wrong`: a line for each point that did not heal. */
async function tryPoints(
  lane: Lane,
  operation: Operation,
  choose: (steps: readonly Step[]) => Point[],
): Promise<Tried> {
  const began = performance.now()
  // The first one fills caches.
  await lane.rehearse(operation)
  const second = await lane.rehearse(operation)
  const third = await lane.rehearse(operation)
  expect(third.result, `two undisturbed runs of '${operation.name}'`).toEqual(second.result)
  const steps = inBoth(second.steps, third.steps)
  const points = choose(steps)
  const wrong: string[] = []
  const prepared = async (some: readonly Point[]) => {
    const tries = []
    for (const point of some) tries.push({ point, act: await operation.prepare() })
    return tries
  }
  const [together, alone] = operation.isAlone ? [[], points] : beforeJobs(points, steps)
  for (const next of inParts(together, AT_ONCE)) {
    const outcome = await lane.crash(await prepared(next), second.result)
    // Trying each alone shows which one did not heal.
    alone.push(...(outcome.wrong.length > 0 ? next : outcome.missed))
  }
  for (const next of inParts(alone, operation.isAlone ? 1 : AT_ONCE))
    for (const attempt of await prepared(next)) {
      const outcome = await lane.crash([attempt], second.result)
      const title = `${operation.name}: ${titleOf(attempt.point)}`
      if (outcome.missed.length > 0) wrong.push(`${title} has not happened`)
      if (outcome.wrong.length > 0) wrong.push([`${title} has not healed`, ...outcome.wrong].join('\n  '))
    }
  return { name: operation.name, steps, points, wrong, seconds: (performance.now() - began) / 1000 }
}

function inParts<Value>(values: readonly Value[], size: number): Value[][] {
  const count = Math.ceil(values.length / size)
  return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size))
}

/** Returns the points before the operation's first job, where many can stop in one program, and the other points. */
function beforeJobs(points: readonly Point[], steps: readonly Step[]): [Point[], Point[]] {
  const job = steps.findIndex(({ name }) => name === 'insert job_common')
  const early = new Set(job === -1 ? steps : steps.slice(0, job))
  const isEarly = ({ step }: Point) => early.has(step)
  return [points.filter(isEarly), points.filter((point) => !isEarly(point))]
}

function found(lane: Lane, name: string): Operation {
  const operation = lane.operations.find((each) => each.name === name)
  if (!operation) throw new Error(`there is no operation '${name}'`)
  return operation
}

/** Checks the tables after all crashes: their sums, and the checker's rules with the provider's books. */
async function expectBooksFit(lane: Lane, db: Db): Promise<void> {
  await expectTotalsReconcile(db, new Map())
  await expectSingleFirstOrderDiscounts(db)
  const tables = await readTables(lane.databaseUrl)
  const coupon = tables.coupons.find(({ currentUses }) => currentUses > 0)
  // Without an order there is nothing for the checker.
  if (!coupon) return
  const customers = tables.orders.map(({ userId }) => ({ id: userId ?? '' }))
  const once = { id: coupon.id, code: coupon.code, maxUses: 1, maxUsesPerCustomer: 1, share: 0 }
  const world = { products: [], coupon: once, tax: null, customers, admin: { id: '' } }
  expect(checkRules({ history: [], tables, bank: lane.books(), world, maxUnpaidOrders: 0 })).toEqual([])
}

it('at every point of every operation', { timeout: 7_200_000 }, async () => {
  const lanes = await Promise.all(grounds.slice(0, LANES).map((ground) => crashLane(ground)))
  for (const { stop } of lanes) onTestFinished(stop)
  const order = (lanes[0]?.operations ?? []).map(({ name }) => name)
  const names = order.filter((name) => name.includes(CRASH_OPERATION))
  const tried: Tried[] = []
  await Promise.all(
    lanes.map(async (lane) => {
      for (let name = names.shift(); name; name = names.shift()) {
        const result = await tryPoints(lane, found(lane, name), allPoints)
        tried.push(result)
        report(result, order)
        process.stdout.write(`  ${summary(result)}\n${result.wrong.map((line) => `${line}\n`).join('')}`)
      }
    }),
  )
  for (const [at, { db }] of grounds.slice(0, LANES).entries()) {
    const lane = lanes[at]
    if (lane) await expectBooksFit(lane, db)
  }
  expect(tried.flatMap(({ wrong }) => wrong)).toEqual([])
})

/**
 * Copies the built program, replaces text in all files that have it, and returns a root to start. Sources would take
 * twice as long to start.
 */
function plant(name: string, changes: readonly (readonly [string, string])[]): string {
  const folder = join(ROOT, 'build', `planted-${name}`)
  planted.push(folder)
  cpSync(join(ROOT, 'build', 'program'), folder, { recursive: true })
  const files = readdirSync(join(folder, 'assets')).map((file) => join(folder, 'assets', file))
  for (const [is, becomes] of changes) {
    const holding = files.filter((file) => readFileSync(file, 'utf8').includes(is))
    if (holding.length === 0) throw new Error(`not in the program: ${is}`)
    for (const file of holding) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(is, becomes))
  }
  const root = `${folder}-root`
  planted.push(root)
  mkdirSync(join(root, 'server'), { recursive: true })
  writeFileSync(join(root, 'server', 'main.ts'), `import '../../planted-${name}/main.js'\n`)
  return root
}

it.skipIf(CRASH_OPERATION !== '')(
  'finds a key that is kept after the order instead of with it',
  { timeout: 300_000 },
  async () => {
    const root = plant('late-key', [
      ['idempotencyKey: input.idempotencyKey,\n', 'idempotencyKey: crypto.randomUUID(),\n'],
      [
        '\t\tctx.stockEvents.stockChanged();\n\t\treturn outcome;\n',
        `\t\tawait ctx.db.updateTable("orders").set({ idempotencyKey: input.idempotencyKey }).where("id", "=", outcome.value.orderId).execute();\n\t\tctx.stockEvents.stockChanged();\n\t\treturn outcome;\n`,
      ],
    ])
    const ground = grounds.at(-1)
    if (!ground) return
    const lane = await crashLane(ground, root)
    onTestFinished(lane.stop)
    const { wrong } = await tryPoints(lane, found(lane, 'purchase in cash'), (steps) =>
      allPoints(steps).filter((point) =>
        /^(commit \(1\) after|update orders \(1\) before)/.test(titleOf(point)),
      ),
    )
    expect(wrong.map((line) => line.split('\n')[0])).toEqual([
      'purchase in cash: commit (1) after has not healed',
      'purchase in cash: update orders (1) before has not healed',
    ])
    // The order exists, but a retry with its key is refused because the coupon is used up.
    expect(wrong.join()).toContain('coupon_used_up')
  },
)

const isStatement = ({ key }: Step) => !/^(call|mail|fetch|finish) ?/.test(key)

function summary({ name, steps, points, wrong, seconds }: Tried): string {
  const each = (seconds / Math.max(points.length, 1)).toFixed(1)
  const healed = wrong.length === 0 ? 'all healed' : `${wrong.length} not healed`
  return `${name}: ${steps.filter(isStatement).length} statements, ${steps.length} steps, ${points.length} points, ${healed} (${each} s each)`
}

const REPORT = join(import.meta.dirname, 'results.md')

/** Replaces the operation's row and list in the report. */
function report(tried: Tried, order: readonly string[]): void {
  const { name, steps, points, wrong } = tried
  const count = (kind: RegExp) => steps.filter(({ key }) => kind.test(key)).length
  const counts = [steps.filter(isStatement).length, count(/^fetch /), count(/^call /), count(/^mail/)]
  const healed = points.length - wrong.length
  const date = new Date().toISOString().slice(0, 10)
  const row = `| ${[name, ...counts, points.length, healed, date].join(' | ')} |`
  const list = `**${name}**: ${steps.map((step) => `${step.name} (${step.occurrence})`).join(', ')}.`
  const old = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : ''
  const each = (own: string, parts: string[], startOf: (name: string) => string) =>
    order.flatMap((other) => (other === name ? own : parts.filter((part) => part.startsWith(startOf(other)))))
  writeFileSync(
    REPORT,
    `# Crash points

Written by \`npm run lab -- crash-points\`, which kills the program at each step of an operation and of its jobs: once before
the step reaches the database, the payment provider, the bucket or the mail server, and once after it is done there but
before the program knows. Another program then starts on the same database, clients repeat requests without a response, and
jobs run until none is left, also those due an hour later. The point has healed when rows, jobs, refunds at the provider,
files and emails (each Message-ID once) equal an undisturbed run. \`begin\`, and a fetch without a job, are no steps.

| operation | statements | jobs | calls outside | emails | points | healed | on |
|---|---|---|---|---|---|---|---|
${each(row, old.split('\n'), (operation) => `| ${operation} |`).join('\n')}

## Steps

The number in brackets counts the occurrences of a step.

${each(wrap(list), old.trimEnd().split('\n\n'), (operation) => `**${operation}**:`).join('\n\n')}
`,
  )
}

/** Breaks a paragraph into lines of at most 120 characters. */
const wrap = (text: string) => text.replace(/(.{1,120})(?: |$)/g, '$1\n').trimEnd()
