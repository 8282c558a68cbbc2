/** Runs every check in turn, goes on after a failure, and ends with the line `N passed, N failed`. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** `names`: what failed, for the summary at the end. */
type Count = { passed: number; names: string[] }
type Report = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}
type Suite = { specs?: Spec[]; suites?: Suite[] }
type Spec = { file: string; title: string; tests: { projectName: string; status: string }[] }

const quick = process.argv.includes('--quick')
const reports = mkdtempSync(join(tmpdir(), 'shop-checks-'))
const failures: string[] = []
let passedInAll = 0

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const done = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return done.status === 0
}

function count(title: string, work: () => Count): void {
  const began = performance.now()
  process.stdout.write(`\n== ${title}\n`)
  const { passed, names } = work()
  passedInAll += passed
  failures.push(...names.map((name) => `${title}: ${name}`))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`== ${title}: ${passed} passed, ${names.length} failed (${seconds} s)\n`)
}

/** A tool that only says yes or no counts as one check. */
function check(title: string, command: string, args: string[]): void {
  count(title, () => (run(command, args) ? { passed: 1, names: [] } : { passed: 0, names: [command] }))
}

/** A runner that broke before it counted anything is one failure. */
function counted(runner: string, isGood: boolean, read: () => Count): Count {
  try {
    const { passed, names } = read()
    const nothingSaid = isGood ? passed === 0 : names.length === 0
    return { passed, names: nothingSaid ? [...names, `${runner} itself`] : names }
  } catch {
    return { passed: 0, names: [`${runner} itself`] }
  }
}

function tests(...projects: string[]): Count {
  const file = join(reports, `${projects.join('-')}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const isGood = run('vitest', ['run', ...projects.map((name) => `--project=${name}`), ...reporters])
  return counted('vitest', isGood, () => {
    const report: Report = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: report.numPassedTests, names: report.testResults.flatMap(failedIn) }
  })
}

/** Its failed tests; the file itself where it failed as a whole, with no test of its own to blame. */
function failedIn({ name, status, assertionResults }: Report['testResults'][number]): string[] {
  if (status !== 'failed') return []
  const path = relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  return failed.length === 0 ? [path] : failed.map(({ fullName }) => `${path}: ${fullName}`)
}

function browserTests(): Count {
  const file = join(reports, 'browser.json')
  const isGood = run('playwright', ['test'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return counted('playwright', isGood, () => {
    const report: Suite & { stats: { expected: number } } = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: report.stats.expected, names: specsOf(report).flatMap(failedScreens) }
  })
}

/** A test runs on several screens, and Playwright calls the whole good when it passed on one of them. */
function failedScreens({ file, title, tests }: Spec): string[] {
  const failed = tests.filter(({ status }) => status === 'unexpected')
  return failed.map(({ projectName }) => `${file} [${projectName}]: ${title}`)
}

function specsOf({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

check('Route types', 'react-router', ['typegen'])
check('Types', 'tsc', [
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  'node_modules/.cache/types.tsbuildinfo',
])
check('Lint and format', 'biome', ['ci', '--error-on-warnings', '.'])
check('Unused code', 'knip', [])
if (quick) {
  count('Unit, property and use-case tests', () => tests('quick'))
} else {
  count('Unit, property, use-case, access and contract tests', () => tests('quick', 'long'))
  count('Fault tests', () => tests('faults'))
  count('Browser tests', browserTests)
}

for (const name of failures) process.stdout.write(`\nFailed: ${name}`)
process.stdout.write(`\n${passedInAll} passed, ${failures.length} failed\n`)
process.exit(failures.length === 0 ? 0 : 1)
