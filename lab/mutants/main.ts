/**
 * Mutation test: picks `if` conditions of shop/, api/ and infra/ by a seed, inverts one at a time, and runs the unit,
 * use-case, access and contract tests that evaluate it, the nearest first. A mutant that fails no test has survived.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseGuards, type Guard } from '#lab/mutants/guards.ts'
import type { Reached } from '#lab/mutants/probe.ts'
import type { Message, Setup, Task } from '#lab/mutants/runner.ts'
import { temporaryServer } from '#tests/database-server.ts'

type Outcome = 'killed' | 'survived' | 'reached by no test' | 'timed out'
/** Of unchanged code: how long each test file takes, and which files evaluate each guard, by its index. */
type Baseline = { ms: Map<string, number>; files: Map<number, string[]> }

/** A mutant that makes one test file hang this long counts as noticed. */
const MAX_MS = 200_000

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
})

/** A forked Vitest; its group of processes dies together. */
class Runner {
  #child: ChildProcess | null = null
  readonly #setup: Setup
  readonly #databaseUrl: string

  constructor(setup: Setup, databaseUrl: string) {
    this.#setup = setup
    this.#databaseUrl = databaseUrl
  }

  /** Runs the task; `onEnd` is called after each test file. */
  async run(task: Task, onEnd: (file: string, ms: number) => void = () => {}): Promise<Outcome> {
    this.#child ??= await this.#start()
    const child = this.#child
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const hang = () => {
      this.stop()
      resolve('timed out')
    }
    let timer = setTimeout(hang, MAX_MS)
    const onMessage = (message: Message) => {
      clearTimeout(timer)
      if ('isKilled' in message) return resolve(message.isKilled ? 'killed' : 'survived')
      onEnd(message.ended, message.ms)
      timer = setTimeout(hang, MAX_MS)
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

/** Runs all tests on unchanged code. Throws when one fails, since they would prove nothing about mutants. */
async function runUnchanged(runner: Runner, reachedFile: string): Promise<Baseline> {
  const ms = new Map<string, number>()
  const outcome = await runner.run({ mutant: null, testFiles: null, reachedFile }, (file, took) =>
    ms.set(file, took),
  )
  if (outcome !== 'survived') throw new Error('the tests fail without any mutant')
  const files = new Map<number, string[]>()
  for (const line of readFileSync(reachedFile, 'utf8').trim().split('\n')) {
    const { testFile, guards }: Reached = JSON.parse(line)
    for (const guard of guards) files.set(guard, [...(files.get(guard) ?? []), testFile])
  }
  return { ms, files }
}

/** The file's own test, then those of its folder, then the others; among equals the quickest. */
function nearestFirst({ file }: Guard, testFiles: readonly string[], ms: Map<string, number>): string[] {
  const own = file.replace(/\.ts$/, '.test.ts')
  const distance = (path: string) =>
    relative('.', path) === own ? 0 : relative('.', dirname(path)) === dirname(file) ? 1 : 2
  return testFiles.toSorted(
    (one, other) => distance(one) - distance(other) || (ms.get(one) ?? 0) - (ms.get(other) ?? 0),
  )
}

/** Takes mutants from the list until none is left. */
async function tryMutants(runner: Runner, left: [number, Guard][], baseline: Baseline, say: Say) {
  for (let next = left.shift(); next; next = left.shift()) {
    const [mutant, guard] = next
    const files = baseline.files.get(mutant)
    const outcome: Outcome = files
      ? await runner.run({ mutant, testFiles: nearestFirst(guard, files, baseline.ms) })
      : 'reached by no test'
    say(guard, outcome)
  }
}
type Say = (guard: Guard, outcome: Outcome) => void

const guards = chooseGuards(Number(values.count), Number(values.seed))
const folder = mkdtempSync(join(tmpdir(), 'shop-mutants-'))
const postgres = await temporaryServer()
const cores = availableParallelism()
const first = new Runner({ guards, workers: cores }, postgres.url)
const runners: Runner[] = []
const end = () => {
  for (const runner of [first, ...runners]) runner.stop()
}
process.once('exit', end)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const survivors: string[] = []
let tried = 0
const say: Say = ({ file, line, text }, outcome) => {
  const what = `${outcome}: ${file}:${line} if (${text})`
  if (outcome === 'survived' || outcome === 'reached by no test') survivors.push(what)
  const seconds = Math.round(performance.now() / 1000)
  process.stdout.write(`${++tried}/${guards.length} ${what} [${seconds} s]\n`)
}
try {
  const baseline = await runUnchanged(first, join(folder, 'reached.jsonl'))
  first.stop()
  const left = [...guards.entries()]
  runners.push(...Array.from({ length: cores }, () => new Runner({ guards, workers: 1 }, postgres.url)))
  await Promise.all(runners.map((runner) => tryMutants(runner, left, baseline, say)))
} finally {
  end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${guards.length - survivors.length} of ${guards.length} mutants were noticed.\n`)
for (const survivor of survivors) process.stdout.write(`${survivor}\n`)
