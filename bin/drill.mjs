/** `npm run drill`: loses machines of a cluster on purpose and writes the table in docs/operations.md. `-- -t NAME`: some. */
import { ensureBuilt, ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
runProgram('node_modules/vitest/vitest.mjs', ['run', '--project', 'drills', ...process.argv.slice(2)])
