/** `npm run crash-points`: kills the program at every step of every operation, and writes docs/crash-points.md; `-- --operation refund` one of them. */
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureInstalled, runProgram } from './prepare.mjs'

const { values } = parseArgs({ options: { operation: { type: 'string', default: '' } } })
ensureInstalled()
ensureBuilt()
process.env.CRASH_POINTS = 'all'
process.env.CRASH_OPERATIONS = values.operation
runProgram('node_modules/vitest/vitest.mjs', [
  'run',
  '--project',
  'faults',
  'tests/faults/crash-points.test.ts',
])
