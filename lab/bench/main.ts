/**
 * `npm run bench` runs all benches one after the other, each in its own process, so that a failure does not stop the
 * others. `npm run bench -- NAME [options]` runs one bench. Exits with 1 if a bench failed.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { say } from './report.ts'

const BENCHES = [
  'pages',
  'api',
  'search',
  'orders',
  'growth',
  'sign-in',
  'admin-orders',
  'accounts',
  'analytics',
  'start',
  'memory',
  'soak',
]

const [name, ...options] = process.argv.slice(2)
if (name !== undefined && !BENCHES.includes(name)) {
  say(`There is no bench '${name}'. There are: ${BENCHES.join(', ')}.`)
  process.exit(2)
}
const failed: string[] = []
for (const bench of name === undefined ? BENCHES : [name]) {
  const began = performance.now()
  say(`\n== ${bench}`)
  const run = spawnSync(process.execPath, [join(import.meta.dirname, `${bench}.ts`), ...options], {
    stdio: 'inherit',
  })
  if (run.status !== 0) failed.push(bench)
  say(
    `== ${bench}: ${run.status === 0 ? 'done' : 'FAILED'} (${((performance.now() - began) / 1000).toFixed(0)} s)`,
  )
}
if (failed.length > 0) say(`\nThese failed: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
