/** `npm test`: installs if needed and runs everything. `--quick`: no long tests, no killed processes, no browser. */
import { ensureBuilt, ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
if (!process.argv.includes('--quick')) ensureBuilt()
runProgram('bin/run-checks.ts', process.argv.slice(2))
