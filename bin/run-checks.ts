/** Runs every check, goes on after a failure, and ends with the time of each and the line `N passed, N failed`. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** `names`: the failures, for the summary at the end. */
type Count = { passed: number; names: string[] }
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
const flaky: string[] = []
const times: string[] = []
let passedInAll = 0

/**
 * Sets TMPDIR for all checks where memory has a file system with room. Each test file's database is four hundred files
 * that are soon deleted, which on a disk takes a sixth of the processor's time.
 */
function keepTemporaryFilesInMemory(): void {
  const memory = '/dev/shm'
  const room = 6 * 1024 ** 3
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : ''
  const [, options] = / \/dev\/shm tmpfs (\S+)/.exec(mounts) ?? []
  // Some fault tests run a copy of the database's programs there.
  if (process.env.TMPDIR || !options || /\b(ro|noexec)\b/.test(options)) return
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, process.availableMemory()) < room) return
  // One folder for each checkout, so that what a killed run left is removed by the next.
  const checkout = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8)
  const folder = join(memory, `shop-checks-${process.getuid?.()}-${checkout}`)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  process.on('exit', remove)
  process.env.TMPDIR = folder
}

type Run = { command: string; args: string[]; env?: Record<string, string>; isHeldBack?: boolean }
/** `end`: its exit code, signal or error; `output`: what it printed, without colours. */
type Ran = { isGood: boolean; end: string; output: string }

/** Resolves when it has ended. `isHeldBack`: its output is printed in one piece at its end. */
async function run({ command, args, env = {}, isHeldBack = false }: Run): Promise<Ran> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      printed.push(piece)
      if (!isHeldBack) process.stdout.write(piece)
    })
  const end = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `exit ${code}`))
  })
  const output = Buffer.concat(printed)
  if (isHeldBack) process.stdout.write(output)
  return { isGood: end === 'exit 0', end, output: stripVTControlCharacters(output.toString()) }
}

async function count(title: string, work: () => Promise<Count>): Promise<void> {
  const began = performance.now()
  process.stdout.write(`\n== ${title}\n`)
  const { passed, names } = await work()
  passedInAll += passed
  failures.push(...names.map((name) => `${title}: ${name}`))
  const seconds = Math.round((performance.now() - began) / 1000)
  const line = `${title}: ${passed} passed, ${names.length} failed (${seconds} s)`
  times.push(line)
  process.stdout.write(`== ${line}\n`)
}

/** A tool without a count is one check. */
function check(title: string, command: string, args: string[]): Promise<void> {
  return count(title, async () =>
    (await run({ command, args })).isGood ? { passed: 1, names: [] } : { passed: 0, names: [command] },
  )
}

/** A test runner that failed outside its tests is one failure, named with what it said about that. */
function counted(runner: string, { isGood, end, output }: Ran, read: () => Count): Count {
  const itself = `${runner} itself (${end}):\n${complaintIn(output)}`
  try {
    const { passed, names } = read()
    const nothingSaid = isGood ? passed === 0 : names.length === 0
    return { passed, names: nothingSaid ? [...names, itself] : names }
  } catch {
    return { passed: 0, names: [itself] }
  }
}

/** The first lines from an error outside the tests on, or the last lines. */
function complaintIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const at = lines.findIndex((line) => /Unhandled|Uncaught|error during close|timed out/i.test(line))
  return (at === -1 ? lines.slice(-15) : lines.slice(at, at + 15)).join('\n')
}

/** Failed files are run once more, as failed browser tests are: what passes then is counted, and named at the end. */
async function tests(suite: Pick<Vitest, 'projects' | 'isHeldBack' | 'workers'>): Promise<Count> {
  const first = await vitest(suite)
  if (first.files.length === 0) return first
  const second = await vitest({ ...suite, files: first.files })
  flaky.push(...first.names.filter((name) => !second.names.includes(name)))
  return { passed: first.passed - first.passedInFailedFiles + second.passed, names: second.names }
}

/** `workers`: how many files run at a time, instead of one for each core. */
type Vitest = { projects: string[]; files?: string[]; isHeldBack?: boolean; workers?: number }
/** `files`: those with a failure; none when it failed outside its tests. */
type VitestCount = Count & { files: string[]; passedInFailedFiles: number }

async function vitest({ projects, files = [], isHeldBack, workers }: Vitest): Promise<VitestCount> {
  const report = join(reports, `${projects.join('-')}-${files.length}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const options = [...reporters, ...(workers ? [`--maxWorkers=${workers}`] : [])]
  const args = ['run', ...files, ...projects.map((name) => `--project=${name}`), ...options]
  const ran = await run({ command: 'vitest', args, isHeldBack })
  let failed: TestFile[] = []
  const total = counted('vitest', ran, () => {
    const { numPassedTests, testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
    failed = testResults.filter(({ status }) => status === 'failed')
    return { passed: numPassedTests, names: failed.flatMap(failedIn) }
  })
  return {
    ...total,
    files: failed.map(pathOf),
    passedInFailedFiles: failed
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
  }
}

const pathOf = ({ name }: TestFile) => relative(process.cwd(), name)

/** The failed tests, or the file itself where it failed outside a test. */
function failedIn(file: TestFile): string[] {
  const failed = file.assertionResults.filter((test) => test.status === 'failed')
  return failed.length === 0 ? [pathOf(file)] : failed.map(({ fullName }) => `${pathOf(file)}: ${fullName}`)
}

async function browserTests(): Promise<Count> {
  const file = join(reports, 'browser.json')
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // In the temporary folder it would last for one run.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: 'node_modules/.cache/playwright',
  }
  const ran = await run({ command: 'playwright', args: ['test'], env })
  // Far above, between the tests' own lines.
  const logged = ran.output.split('\n').filter((line) => /^\[WebServer\].*"level":(50|60)\b/.test(line))
  for (const line of logged.slice(0, 20)) process.stdout.write(`${line.slice(0, 2_000)}\n`)
  return counted('playwright', ran, () => {
    const report: Suite & { stats: { expected: number } } = JSON.parse(readFileSync(file, 'utf8'))
    flaky.push(...screensWith('flaky', report))
    return { passed: report.stats.expected + flaky.length, names: screensWith('unexpected', report) }
  })
}

/** The tests that ended like this, by screen: Playwright reports success when one passed on one of its screens. */
function screensWith(wanted: 'unexpected' | 'flaky', report: Suite): string[] {
  return specsOf(report).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName }) => `${file} [${projectName}]: ${title}`),
  )
}

function specsOf({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** The checks that run nothing of the shop. */
async function checkCode(): Promise<void> {
  await check('Types', 'tsc', [
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/types.tsbuildinfo',
  ])
  await check('Lint and format', 'biome', ['ci', '--error-on-warnings', '.'])
  await check('Unused code', 'knip', [])
}

await check('Route types', 'react-router', ['typegen'])
if (quick) {
  const units = count('Unit, property and use-case tests', () =>
    tests({ projects: ['quick'], isHeldBack: true }),
  )
  await Promise.all([checkCode(), units])
} else {
  const demoData = run({ command: process.execPath, args: ['tests/demo-data.ts'] })
  // Fault tests mostly wait. One at a time beside the other suites, they use the processor time those leave idle.
  const faults = demoData.then(() =>
    count('Fault tests', () => tests({ projects: ['faults'], isHeldBack: true, workers: 1 })),
  )
  const units = count('Unit, property, use-case, access and contract tests', () =>
    tests({ projects: ['quick', 'long'] }),
  )
  // Unit and browser tests each keep all cores busy, so they run one after the other.
  const browser = Promise.all([units, demoData]).then(() => count('Browser tests', browserTests))
  await Promise.all([checkCode(), faults, units, browser])
}

process.stdout.write(`\n${times.join('\n')}\nIn all ${Math.round(performance.now() / 1000)} s\n`)
for (const name of flaky) process.stdout.write(`\nPassed on its second run only: ${name}`)
for (const name of failures) process.stdout.write(`\nFailed: ${name}`)
process.stdout.write(`\n${passedInAll} passed, ${failures.length} failed\n`)
process.exit(failures.length === 0 ? 0 : 1)
