/**
 * `npm run bench`: all benches one after the other, each in its own process, so that a failure stops none of the
 * others. Exits with 1 when one failed. `--soak MINUTES` sets the length of the last one.
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

const failed: string[] = []
for (const bench of BENCHES) {
  const began = performance.now()
  say(`\n== ${bench}`)
  const args = bench === 'soak' ? process.argv.slice(2).filter((arg) => arg !== '--soak') : []
  const run = spawnSync(process.execPath, [join(import.meta.dirname, `${bench}.ts`), ...args], {
    stdio: 'inherit',
  })
  if (run.status !== 0) failed.push(bench)
  say(
    `== ${bench}: ${run.status === 0 ? 'done' : 'FAILED'} (${((performance.now() - began) / 1000).toFixed(0)} s)`,
  )
}
if (failed.length > 0) say(`\nThese failed: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
