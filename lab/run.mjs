/**
 * `npm run lab` runs every experiment, one after the other; `npm run lab -- NAME [options]` runs one. lab/README.md
 * describes each. Plain JavaScript without packages, like bin/prepare.mjs.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureInstalled, runProgram } from '../bin/prepare.mjs'

/**
 * Programs with options of their own, projects of lab/vitest.config.ts, and the browser tests. `settings`: options of a
 * project, each with the environment variable that the tests read and its default. `isFromSource`: needs no build.
 */
const EXPERIMENTS = {
  models: { project: 'models', isFromSource: true },
  histories: {
    project: 'histories',
    isFromSource: true,
    settings: { count: ['HISTORIES', '5000'], seed: ['HISTORIES_SEED', '1'] },
  },
  oracles: { project: 'oracles', isFromSource: true },
  fuzz: {
    project: 'fuzz',
    isFromSource: true,
    settings: { requests: ['FUZZ_REQUESTS', '20000'], seed: ['FUZZ_SEED', '1'] },
  },
  checker: { program: 'lab/checker/main.ts' },
  'crash-points': { project: 'crash-points', settings: { operation: ['CRASH_OPERATION', ''] } },
  development: { project: 'development', isFromSource: true },
  faults: { project: 'faults' },
  browser: { isBrowser: true },
  drills: { project: 'drills' },
  mutants: { program: 'lab/mutants/main.ts', isFromSource: true },
  bench: { program: 'lab/bench/main.ts' },
  cluster: { program: 'lab/cluster/main.ts', isInteractive: true },
}

const [name, ...options] = process.argv.slice(2)
if (name === undefined) runAll()
else if (Object.hasOwn(EXPERIMENTS, name)) run(EXPERIMENTS[name], options)
else fail(`There is no experiment '${name}'. There are: ${Object.keys(EXPERIMENTS).join(', ')}.`)

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(2)
}

function run({ program, project, settings, isBrowser, isFromSource }, options) {
  if (settings) setEnvironment(settings, options)
  ensureInstalled()
  if (!isFromSource) ensureBuilt()
  if (program) return runProgram(program, options)
  if (isBrowser)
    return runProgram('node_modules/@playwright/test/cli.js', [
      'test',
      '--config=lab/playwright.config.ts',
      ...options,
    ])
  runProgram('node_modules/vitest/vitest.mjs', [
    'run',
    '--config=lab/vitest.config.ts',
    `--project=${project}`,
    ...(settings ? [] : options),
  ])
}

function setEnvironment(settings, args) {
  const options = Object.fromEntries(
    Object.entries(settings).map(([option, [, value]]) => [option, { type: 'string', default: value }]),
  )
  let values
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    fail(`${error.message}. Options: ${Object.keys(settings).join(', ')}.`)
  }
  for (const [option, [variable]] of Object.entries(settings)) process.env[variable] = values[option]
}

/** Runs the experiments that end by themselves, prints a line for each, and exits with 1 if one failed. */
function runAll() {
  const results = Object.entries(EXPERIMENTS)
    .filter(([, { isInteractive }]) => !isInteractive)
    .map(([name]) => {
      const startedAt = performance.now()
      process.stdout.write(`\n== ${name}\n`)
      const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], {
        stdio: 'inherit',
      })
      return { name, isPassed: status === 0, minutes: (performance.now() - startedAt) / 60_000 }
    })
  process.stdout.write('\n')
  for (const { name, isPassed, minutes } of results)
    process.stdout.write(`${name}: ${isPassed ? 'passed' : 'FAILED'} (${minutes.toFixed(1)} min)\n`)
  const passed = results.filter(({ isPassed }) => isPassed).length
  process.stdout.write(`${passed} passed, ${results.length - passed} failed\n`)
  process.exit(passed === results.length ? 0 : 1)
}
