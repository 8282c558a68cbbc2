/** Runs every check in turn, goes on after a failure, and ends with the line `N passed, N failed`. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Count = { passed: number; failed: number }
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

const quick = process.argv.includes('--quick')
const reports = mkdtempSync(join(tmpdir(), 'shop-checks-'))
const total: Count = { passed: 0, failed: 0 }

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const done = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return done.status === 0
}

function count(title: string, work: () => Count): void {
  const began = performance.now()
  process.stdout.write(`\n== ${title}\n`)
  const { passed, failed } = work()
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`== ${title}: ${passed} passed, ${failed} failed (${seconds} s)\n`)
}

/** A tool that only says yes or no counts as one check. */
function check(title: string, command: string, args: string[]): void {
  count(title, () => (run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }))
}

/** A runner that broke before it counted anything is one failure. */
function counted(isGood: boolean, read: () => Count): Count {
  try {
    const { passed, failed } = read()
    const nothingSaid = isGood ? passed === 0 : failed === 0
    return { passed, failed: nothingSaid ? failed + 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function tests(project: string): Count {
  const file = join(reports, `${project}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const isGood = run('vitest', ['run', '--project', project, ...reporters])
  return counted(isGood, () => {
    const report: Report = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles(report) }
  })
}

/** Files that failed as a whole, with no test of theirs to blame. */
function brokenFiles({ testResults }: Report): number {
  const isBroken = (file: Report['testResults'][number]) =>
    file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')
  return testResults.filter(isBroken).length
}

function browserTests(): Count {
  const file = join(reports, 'browser.json')
  const isGood = run('playwright', ['test'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return counted(isGood, () => {
    const { stats } = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
  })
}

check('Route types', 'react-router', ['typegen'])
check('Types', 'tsc', ['--noEmit'])
check('Lint and format', 'biome', ['ci', '--error-on-warnings', '.'])
check('Unused code', 'knip', [])
count('Unit, property and use-case tests', () => tests('quick'))
if (!quick) {
  count('Fault tests', () => tests('faults'))
  count('Browser tests', browserTests)
}

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exit(total.failed === 0 ? 0 : 1)
