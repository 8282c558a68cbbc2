/** `npm run fuzz -- --requests 20000 --seed 7`: sends seeded random requests to the API and prints the statuses. */
import { parseArgs } from 'node:util'
import { ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
})
process.env.FUZZ_REQUESTS = values.requests
process.env.FUZZ_SEED = values.seed
runProgram('node_modules/vitest/vitest.mjs', ['run', '--project', 'long', 'tests/access/fuzz.test.ts'])
