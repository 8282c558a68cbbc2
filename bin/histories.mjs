/** `npm run histories -- --count 5000 --seed 7`: runs random histories of orders and checks that all sums hold. */
import { parseArgs } from 'node:util'
import { ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
process.env.HISTORIES = values.count
process.env.HISTORIES_SEED = values.seed
runProgram('node_modules/vitest/vitest.mjs', ['run', '--project', 'long', 'tests/conservation.test.ts'])
