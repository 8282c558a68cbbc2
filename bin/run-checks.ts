/** Runs every check, even after a failure, and prints the time of each and the line `N passed, N failed`. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** `names`: the failures, for the summary at the end; `skipped`: the tests that did not run. */
type Count = { passed: number; names: string[]; skipped?: string[] }
type Report = { numPassedTests: number; testResults: TestFile[] }
type TestFile = {
  name: string
  status: string
  assertionResults: { status: string; fullName: string }[]
}
type Suite = { specs?: Spec[]; suites?: Suite[] }
type Spec = { file: string; title: string; tests: { projectName: string; status: string }[] }

const quick = process.argv.includes('--quick')
keepTemporaryFilesInMemory()
const reports = mkdtempSync(join(tmpdir(), 'shop-checks-'))
const failures: string[] = []
const allSkipped: string[] = []
const times: string[] = []
let passedInAll = 0

/**
 * Sets TMPDIR to a memory file system with enough room. Each test file's database has four hundred files that
 * are soon deleted. On a disk, they take a sixth of the CPU time.
 */
function keepTemporaryFilesInMemory(): void {
  const memory = '/dev/shm'
  const room = 6 * 1024 ** 3
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : ''
  const [, options] = / \/dev\/shm tmpfs (\S+)/.exec(mounts) ?? []
  // Some fault tests run a copy of the database's programs there, which `noexec` forbids.
  if (process.env.TMPDIR || !options || /\b(ro|noexec)\b/.test(options)) return
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, process.availableMemory()) < room) return
  // Removes folders that killed runs of this checkout have left.
  const checkout = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8)
  const prefix = `shop-checks-${process.getuid?.()}-${checkout}-`
  const remove = (folder: string) => rmSync(join(memory, folder), { recursive: true, force: true })
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !existsSync(`/proc/${name.slice(prefix.length)}`)) remove(name)
  const folder = join(memory, prefix + process.pid)
  // A killed run with the same process id may have left this folder.
  remove(prefix + process.pid)
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  process.on('exit', () => remove(prefix + process.pid))
  process.env.TMPDIR = folder
}

/** `end`: exit code, signal or error. `output`: without colours. */
type RunResult = { isGood: boolean; end: string; output: string }

/** Runs a command, shows its output and resolves when it has ended. */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<RunResult> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const pieces: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      pieces.push(piece)
      process.stdout.write(piece)
    })
  const end = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `exit ${code}`))
  })
  const output = stripVTControlCharacters(Buffer.concat(pieces).toString())
  return { isGood: end === 'exit 0', end, output }
}

async function count(title: string, work: () => Promise<Count>): Promise<void> {
  const start = performance.now()
  process.stdout.write(`\n== ${title}\n`)
  const { passed, names, skipped = [] } = await work()
  allSkipped.push(...skipped.map((name) => `${title}: ${name}`))
  passedInAll += passed
  failures.push(...names.map((name) => `${title}: ${name}`))
  const seconds = Math.round((performance.now() - start) / 1000)
  const line = `${title}: ${passed} passed, ${names.length} failed (${seconds} s)`
  times.push(line)
  process.stdout.write(`== ${line}\n`)
}

/** Counts a tool that reports no count as one check. `repair`: the command that corrects most of its findings. */
function check(title: string, command: string, args: string[], repair?: string): Promise<void> {
  const failure = repair ? `${command} (${repair} corrects most of it)` : command
  return count(title, async () =>
    (await run(command, args)).isGood ? { passed: 1, names: [] } : { passed: 0, names: [failure] },
  )
}

/**
 * Reads the report of a test runner. A runner that failed outside its tests counts as one failure, with its own
 * message.
 */
function countTests(runner: string, { isGood, end, output }: RunResult, read: () => Count): Count {
  const failure = `${runner} itself (${end}):\n${errorIn(output)}`
  try {
    const count = read()
    const isUnexplained = isGood ? count.passed === 0 : count.names.length === 0
    return isUnexplained ? { ...count, names: [...count.names, failure] } : count
  } catch {
    return { passed: 0, names: [failure] }
  }
}

/** Returns the lines from the first error outside tests, or the last lines. */
function errorIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const at = lines.findIndex((line) => /Unhandled|Uncaught|error during close|timed out/i.test(line))
  return (at === -1 ? lines.slice(-15) : lines.slice(at, at + 15)).join('\n')
}

async function vitest(...projects: string[]): Promise<Count> {
  const report = join(reports, `${projects.join('-')}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const result = await run('vitest', ['run', ...projects.map((name) => `--project=${name}`), ...reporters])
  return countTests('vitest', result, () => {
    const { numPassedTests, testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
    const failed = testResults.filter(({ status }) => status === 'failed')
    const skipped = testResults.flatMap((file) => testsOf(file, /^(skipped|pending|todo|disabled)$/))
    return { passed: numPassedTests, names: failed.flatMap(failuresIn), skipped }
  })
}

/** Returns the failed tests, or the file itself if it failed outside a test. */
function failuresIn(file: TestFile): string[] {
  const failed = testsOf(file, /^failed$/)
  return failed.length === 0 ? [relative(process.cwd(), file.name)] : failed
}

/** Returns the file’s tests with such a status. */
function testsOf({ name, assertionResults }: TestFile, status: RegExp): string[] {
  const tests = assertionResults.filter((test) => status.test(test.status))
  return tests.map(({ fullName }) => `${relative(process.cwd(), name)}: ${fullName}`)
}

async function browserTests(): Promise<Count> {
  const report = join(reports, 'browser.json')
  const result = await run('playwright', ['test'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // The temporary folder is deleted at the end of each run.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: 'node_modules/.cache/playwright',
  })
  // Repeats the errors that the shop logged. Their lines are far above, between those of the tests.
  const errors = result.output.split('\n').filter((line) => /^\[WebServer\].*"level":(50|60)\b/.test(line))
  for (const line of errors.slice(0, 20)) process.stdout.write(`${line.slice(0, 2_000)}\n`)
  return countTests('playwright', result, () => {
    const suite: Suite & { stats: { expected: number } } = JSON.parse(readFileSync(report, 'utf8'))
    const names = walksOf(suite, (status) => status !== 'expected' && status !== 'skipped')
    return { passed: suite.stats.expected, names, skipped: walksOf(suite, (status) => status === 'skipped') }
  })
}

function walksOf(report: Suite, isWanted: (status: string) => boolean): string[] {
  return specsOf(report).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => isWanted(status))
      .map(({ projectName }) => `${file} [${projectName}]: ${title}`),
  )
}

function specsOf({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

// One suite at a time, because each uses all cores, and tests time out on a busy machine.
await check('Route types', 'react-router', ['typegen'])
await check('Types', 'tsc', [
  '--noEmit',
  '--incremental',
  // Not more, because each checker computes shared types again.
  '--checkers',
  '2',
  '--tsBuildInfoFile',
  'node_modules/.cache/types.tsbuildinfo',
])
await check('Lint and format', 'biome', ['ci', '--error-on-warnings', '.'], 'npm run format')
if (quick) {
  await count('Unit tests', () => vitest('quick'))
} else {
  // Together, because each takes one core. Sample data is prepared for the browser tests.
  await Promise.all([check('Unused code', 'knip', []), run(process.execPath, ['tests/demo-data.ts'])])
  await count('Unit, use-case, access and contract tests', () => vitest('quick', 'database'))
  await count('Fault tests', () => vitest('faults'))
  await count('Browser tests', browserTests)
}

process.stdout.write(`\n${times.join('\n')}\nIn all ${Math.round(performance.now() / 1000)} s\n`)
for (const name of allSkipped) process.stdout.write(`\nSkipped: ${name}`)
for (const name of failures) process.stdout.write(`\nFailed: ${name}`)
process.stdout.write(`\n${passedInAll} passed, ${failures.length} failed\n`)
process.exit(failures.length === 0 ? 0 : 1)
