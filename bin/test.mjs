/** `npm test`: installs if needed and runs everything. `--quick`: no long tests, no killed processes, no browser. */
import { ensureBuilt, ensureInstalled, runProgram } from './prepare.mjs'

const unknown = process.argv.slice(2).filter((option) => option !== '--quick')
if (unknown.length > 0) {
  process.stderr.write(`Unknown option ${unknown.join(' ')}: npm test has only --quick.
Single tests: npx vitest run FILE, and npx playwright test FILE for the browser.\n`)
  process.exit(2)
}
ensureInstalled()
if (!process.argv.includes('--quick')) ensureBuilt()
runProgram('bin/run-checks.ts', process.argv.slice(2))
