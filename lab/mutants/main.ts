/**
 * Mutation test: picks `if` conditions of shop/, api/ and infra/ by a seed, inverts one at a time, and runs the tests
 * that evaluate it, the nearest first. A mutant that fails no test has survived. Exits with 1 if too many survive.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Condition, chooseConditions } from '#lab/mutants/conditions.ts'
import type { ReachedConditions } from '#lab/mutants/probe.ts'
import type { Message, Setup, Task } from '#lab/mutants/runner.ts'
import { temporaryServer } from '#tests/database-server.ts'

type Outcome = 'killed' | 'survived' | 'reached by no test' | 'timed out'
/** The duration of each test file on unchanged code, and the files that evaluate each condition, by its index. */
type Baseline = { ms: Map<string, number>; files: Map<number, string[]> }

/** If no test file ends for this long, the tests hang, and the mutant counts as killed. */
const MAX_SILENCE_MS = 200_000
/**
 * Maximum duration of a mutant's tests, measured on unchanged code. All tests of a central condition would take
 * minutes.
 */
const MAX_MS_PER_MUTANT = 120_000
const MIN_KILLED = 0.95

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})

/** A forked Vitest in a process group of its own, which is killed as a whole. */
class Runner {
  #child: ChildProcess | null = null
  readonly #setup: Setup
  readonly #databaseUrl: string

  constructor(setup: Setup, databaseUrl: string) {
    this.#setup = setup
    this.#databaseUrl = databaseUrl
  }

  /** Runs the task and calls `onEnd` after each test file. `failed`: absolute paths of failed files. */
  async run(
    task: Task,
    onEnd: (file: string, ms: number) => void = () => {},
  ): Promise<{ outcome: Outcome; failed: string[] }> {
    this.#child ??= await this.#start()
    const child = this.#child
    const { promise, resolve, reject } = Promise.withResolvers<{ outcome: Outcome; failed: string[] }>()
    const hang = () => {
      this.stop()
      resolve({ outcome: 'timed out', failed: [] })
    }
    let timer = setTimeout(hang, MAX_SILENCE_MS)
    const onMessage = (message: Message) => {
      clearTimeout(timer)
      if ('isKilled' in message)
        return resolve({ outcome: message.isKilled ? 'killed' : 'survived', failed: message.failed })
      onEnd(message.ended, message.ms)
      timer = setTimeout(hang, MAX_SILENCE_MS)
    }
    const onExit = () => reject(new Error('Vitest ended by itself'))
    child.on('message', onMessage).once('exit', onExit)
    child.send(task)
    return await promise.finally(() => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit)
    })
  }

  stop(): void {
    if (this.#child?.pid) process.kill(-this.#child.pid, 'SIGKILL')
    this.#child = null
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'runner.ts'), {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, DATABASE_URL: this.#databaseUrl, VITEST: 'true' },
    })
    child.send(this.#setup)
    await once(child, 'message')
    return child
  }
}

/** Runs all tests on unchanged code. A file that fails there is left out, since its failure proves nothing. */
async function runUnchanged(runner: Runner, reachedFile: string): Promise<Baseline> {
  const ms = new Map<string, number>()
  const { outcome, failed } = await runner.run(
    { mutant: null, testFiles: null, reachedFile },
    (file, duration) => ms.set(file, duration),
  )
  if (outcome === 'timed out') throw new Error('a test file hangs on unchanged code')
  if (outcome === 'killed' && failed.length === 0) throw new Error('Vitest fails on unchanged code')
  for (const file of failed) write(`Left out, because it fails on unchanged code: ${relative('.', file)}`)
  const files = new Map<number, string[]>()
  for (const line of readFileSync(reachedFile, 'utf8').trim().split('\n')) {
    const { testFile, conditions }: ReachedConditions = JSON.parse(line)
    if (failed.includes(testFile)) continue
    for (const condition of conditions) files.set(condition, [...(files.get(condition) ?? []), testFile])
  }
  write(`${ms.size} test files on unchanged code [${secondsSoFar()} s]`)
  return { ms, files }
}

const write = (line: string) => process.stdout.write(`${line}\n`)
const secondsSoFar = () => Math.round(performance.now() / 1000)

/** Sorts test files: the condition's own, those in its folder, the others. In each group, the quickest is first. */
function sortByDistance(
  { file }: Condition,
  testFiles: readonly string[],
  ms: Map<string, number>,
): string[] {
  const own = file.replace(/\.ts$/, '.test.ts')
  const distance = (path: string) =>
    relative('.', path) === own ? 0 : relative('.', dirname(path)) === dirname(file) ? 1 : 2
  return testFiles.toSorted((a, b) => distance(a) - distance(b) || (ms.get(a) ?? 0) - (ms.get(b) ?? 0))
}

/** Selects the first file, and others while they fit into MAX_MS_PER_MUTANT. */
function selectByTime(testFiles: readonly string[], ms: Map<string, number>): string[] {
  let total = 0
  return testFiles.filter((file, at) => {
    total += ms.get(file) ?? 0
    return at === 0 || total <= MAX_MS_PER_MUTANT
  })
}

/** Tests mutants from the list until it is empty. */
async function tryMutants(
  runner: Runner,
  remaining: [number, Condition][],
  baseline: Baseline,
  report: Report,
) {
  for (let next = remaining.shift(); next; next = remaining.shift()) {
    const [mutant, condition] = next
    const files = baseline.files.get(mutant)
    if (!files) {
      report(condition, 'reached by no test')
      continue
    }
    const testFiles = selectByTime(sortByDistance(condition, files, baseline.ms), baseline.ms)
    const { outcome } = await runner.run({ mutant, testFiles })
    report(
      condition,
      outcome,
      testFiles.length < files.length ? `${testFiles.length} of ${files.length} files` : '',
    )
  }
}
type Report = (condition: Condition, outcome: Outcome, note?: string) => void

const conditions = chooseConditions(Number(values.count), Number(values.seed))
const folder = mkdtempSync(join(tmpdir(), 'shop-mutants-'))
const postgres = await temporaryServer()
const cores = availableParallelism()
const first = new Runner({ conditions, workers: cores, bail: 0 }, postgres.url)
const runners: Runner[] = []
const end = () => {
  for (const runner of [first, ...runners]) runner.stop()
}
process.once('exit', end)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const survivors: string[] = []
let testedCount = 0
const report: Report = ({ file, line, text }, outcome, note = '') => {
  const isSurvivor = outcome === 'survived' || outcome === 'reached by no test'
  const result = `${outcome}: ${file}:${line} if (${text})${isSurvivor && note ? ` [${note}]` : ''}`
  if (isSurvivor) survivors.push(result)
  write(`${++testedCount}/${conditions.length} ${result} [${secondsSoFar()} s]`)
}
try {
  const baseline = await runUnchanged(first, join(folder, 'reached.jsonl'))
  first.stop()
  const remaining = [...conditions.entries()]
  runners.push(
    ...Array.from({ length: cores }, () => new Runner({ conditions, workers: 1, bail: 1 }, postgres.url)),
  )
  await Promise.all(runners.map((runner) => tryMutants(runner, remaining, baseline, report)))
} finally {
  end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
const killed = conditions.length - survivors.length
write(`\n${killed} of ${conditions.length} mutants were killed.`)
for (const survivor of survivors) write(survivor)
process.exitCode = killed < conditions.length * MIN_KILLED ? 1 : 0
