/**
 * The program is killed at each statement, outside call and email of an operation and its jobs, before and after it is done.
 * Another takes over, clients repeat what got no answer, and afterwards nothing tells it from an undisturbed run. Here
 * chosen points; all of them with `npm run crash-points`, which writes docs/crash-points.md.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { crashLane, type Point } from '#tests/crash/lane.ts'
import type { Operation } from '#tests/crash/operations.ts'
import type { Step } from '#tests/crash/watch.ts'
import { testDatabase } from '#tests/database.ts'
import { expectFirstOrdersFit, expectSumsHold } from '#tests/sums.ts'

type Lane = Awaited<ReturnType<typeof crashLane>>
type Tried = { name: string; steps: readonly Step[]; points: Point[]; wrong: string[]; seconds: number }

const { CRASH_POINTS = 'chosen', CRASH_OPERATIONS = '' } = process.env
const isAll = CRASH_POINTS === 'all'
const ROOT = join(import.meta.dirname, '..', '..')
/** Each is a program, a database and what is between them: with this process, as much as two cores do. */
const LANES = isAll ? 2 : 1
/** As many operations stop in one program before it is killed. */
const AT_ONCE = 12

const grounds = await Promise.all(Array.from({ length: LANES + 1 }, () => testDatabase()))
const planted: string[] = []
afterAll(() => {
  for (const folder of planted) rmSync(folder, { recursive: true, force: true })
})

const titleOf = ({ step, side }: Point) => `${step.name} (${step.occurrence}) ${side}`
const allPoints = (steps: readonly Step[]): Point[] =>
  steps.flatMap((step) => step.sides.map((side) => ({ step, side })))

/** Steps that both runs have: what a program reads once, or by the clock, belongs to no operation. */
function inBoth(steps: readonly Step[], others: readonly Step[]): Step[] {
  return steps.filter(({ key, occurrence }) =>
    others.some((other) => other.key === key && other.occurrence === occurrence),
  )
}

/** Rehearses an operation and crashes the chosen points of it. `wrong`: a line for each that has not healed. */
async function tryPoints(
  lane: Lane,
  operation: Operation,
  choose: (steps: readonly Step[]) => Point[],
): Promise<Tried> {
  const began = performance.now()
  const first = await lane.rehearse(operation)
  const second = isAll ? await lane.rehearse(operation) : first
  const third = isAll ? await lane.rehearse(operation) : first
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
    // Which of them it was shows when each is tried alone.
    alone.push(...(outcome.wrong.length > 0 ? next : outcome.missed))
  }
  for (const next of inParts(alone, operation.isAlone ? 1 : AT_ONCE))
    for (const one of await prepared(next)) {
      const outcome = await lane.crash([one], second.result)
      const title = `${operation.name}: ${titleOf(one.point)}`
      if (outcome.missed.length > 0) wrong.push(`${title} has not happened`)
      if (outcome.wrong.length > 0) wrong.push([`${title} has not healed`, ...outcome.wrong].join('\n  '))
    }
  return { name: operation.name, steps, points, wrong, seconds: (performance.now() - began) / 1000 }
}

function inParts<Value>(values: readonly Value[], size: number): Value[][] {
  const count = Math.ceil(values.length / size)
  return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size))
}

/** Points at which an operation has queued no job yet: many can be stopped there in one program. The others. */
function beforeJobs(points: readonly Point[], steps: readonly Step[]): [Point[], Point[]] {
  const job = steps.findIndex(({ name }) => name === 'insert job_common')
  const early = new Set(job === -1 ? steps : steps.slice(0, job))
  const isEarly = ({ step }: Point) => early.has(step)
  return [points.filter(isEarly), points.filter((point) => !isEarly(point))]
}

function found(lane: Lane, name: string): Operation {
  const operation = lane.operations.find((one) => one.name === name)
  if (!operation) throw new Error(`there is no operation '${name}'`)
  return operation
}

/** At the commit, and at what cannot be taken back. */
const CHOSEN: Record<string, string[]> = {
  'purchase in cash': ['insert orders (1) after', 'commit (1) before', 'commit (1) after', 'mail (1) after'],
  cancellation: [
    'call razorpay POST /v1/payments/…/refund (1) before',
    'call razorpay POST /v1/payments/…/refund (1) after',
  ],
  'upload at once': ['call bucket PUT /shop/task-photos/… (2) after', 'commit (1) after'],
}

it.skipIf(isAll)('at chosen points', { timeout: 300_000 }, async () => {
  const [ground] = grounds
  if (!ground) return
  const lane = await crashLane(ground)
  onTestFinished(lane.stop)
  for (const [name, titles] of Object.entries(CHOSEN)) {
    const { wrong, points } = await tryPoints(lane, found(lane, name), (steps) =>
      allPoints(steps).filter((point) => titles.includes(titleOf(point))),
    )
    expect(points.map(titleOf).sort(), name).toEqual(titles.toSorted())
    expect(wrong).toEqual([])
  }
  await expectSumsHold(ground.db, new Map())
  await expectFirstOrdersFit(ground.db)
})

it.runIf(isAll)('at every point of every operation', { timeout: 7_200_000 }, async () => {
  const began = performance.now()
  const lanes = await Promise.all(grounds.slice(0, LANES).map((ground) => crashLane(ground)))
  for (const { stop } of lanes) onTestFinished(stop)
  const names = (lanes[0]?.operations ?? [])
    .map(({ name }) => name)
    .filter((name) => name.includes(CRASH_OPERATIONS))
  const order = [...names]
  const tried: Tried[] = []
  await Promise.all(
    lanes.map(async (lane) => {
      for (let name = names.shift(); name; name = names.shift()) {
        const one = await tryPoints(lane, found(lane, name), allPoints)
        tried.push(one)
        process.stdout.write(`  ${summary(one)}\n${one.wrong.map((line) => `${line}\n`).join('')}`)
      }
    }),
  )
  for (const { db } of grounds.slice(0, LANES)) {
    await expectSumsHold(db, new Map())
    await expectFirstOrdersFit(db)
  }
  const sorted = tried.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
  if (CRASH_OPERATIONS === '') writeReport(sorted, (performance.now() - began) / 60_000)
  expect(sorted.flatMap(({ wrong }) => wrong)).toEqual([])
})

/**
 * A copy of the built program with other text in it, as a root to start; pages and API have their own copies of the shop's
 * code. Built, because the sources take twice as long to start.
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

it.skipIf(isAll)(
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
    // The order is there, and whoever asks for it again with its key is told that its coupon is used up.
    expect(wrong.join()).toContain('coupon_used_up')
  },
)

const isStatement = ({ key }: Step) => !/^(call|mail|fetch|finish) ?/.test(key)

function summary({ name, steps, points, wrong, seconds }: Tried): string {
  const each = (seconds / Math.max(points.length, 1)).toFixed(1)
  const healed = wrong.length === 0 ? 'all healed' : `${wrong.length} not healed`
  return `${name}: ${steps.filter(isStatement).length} statements, ${steps.length} steps, ${points.length} points, ${healed} (${each} s each)`
}

function writeReport(tried: readonly Tried[], minutes: number): void {
  const count = (steps: readonly Step[], kind: RegExp) => steps.filter(({ key }) => kind.test(key)).length
  const rows = tried.map(({ name, steps, points, wrong }) => {
    const cells = [
      steps.filter(isStatement).length,
      count(steps, /^fetch /),
      count(steps, /^call /),
      count(steps, /^mail/),
      points.length,
      points.length - wrong.length,
    ]
    return `| ${name} | ${cells.join(' | ')} |`
  })
  const total = tried.reduce((sum, { points }) => sum + points.length, 0)
  const healed = total - tried.reduce((sum, { wrong }) => sum + wrong.length, 0)
  const lists = tried.map(
    ({ name, steps }) =>
      `**${name}**: ${steps.map((step) => `${step.name} (${step.occurrence})`).join(', ')}.`,
  )
  const date = new Date().toISOString().slice(0, 10)
  const text = `# Crash points

Written by \`npm run crash-points\`, which kills the program at each step of an operation and of the jobs it causes: once before the
step reaches the database, the payment provider, the bucket or the mail server, and once when it is done there and the program
does not know it. Then another program starts on the same database, the client, the provider or the phone repeats what got no
answer, and jobs run until none is left. The point has healed when rows, jobs, refunds, files and emails (each Message-ID once)
are those of an undisturbed run. \`begin\` does nothing yet and is no step; a fetch that gets no job is none either.

Measured on ${date}: ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}; ${total} points, ${healed} healed, in ${Math.round(minutes)} minutes.

| operation | statements | jobs | calls outside | emails | points | healed |
|---|---|---|---|---|---|---|
${rows.join('\n')}

## Steps

${lists.join('\n\n')}
`
  writeFileSync(join(ROOT, 'docs', 'crash-points.md'), text)
}
