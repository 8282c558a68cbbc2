import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import lab from './lab/vitest.config.ts'

// Test processes read compiled code from here, which halves their start. `npm test` also sets it for itself.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

/**
 * True for `npx vitest run lab/checker` and the like. Files of the lab use the projects of
 * lab/vitest.config.ts.
 */
const isLab = process.argv.slice(2).some((argument) => /^(\.\/)?lab\//.test(argument))

/** Folders whose tests have their own project or runner, or are not ours. */
const ELSEWHERE = ['node_modules', 'build', 'tests/faults', 'tests/e2e', 'lab']

/** A test file that names one of these needs a database server or a build, or starts other processes. */
const HEAVY = /#tests\/database\.ts|#infra\/embedded-postgres\/|node:child_process|build\/client/

function testFilesIn(folder: string): string[] {
  const entries = readdirSync(join(import.meta.dirname, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || ELSEWHERE.includes(path)) return []
    if (entry.isDirectory()) return testFilesIn(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}

const testFiles = testFilesIn('')
const isHeavy = (path: string) => HEAVY.test(readFileSync(join(import.meta.dirname, path), 'utf8'))
const { heavy = [], light = [] } = Object.groupBy(testFiles, (path) => (isHeavy(path) ? 'heavy' : 'light'))

const shared = {
  globalSetup: ['tests/database-setup.ts'],
  setupFiles: ['tests/before-each-file.ts'],
  // Property tests draw the same values in each run, or new ones if PROPERTY_SEED is empty.
  env: { PROPERTY_SEED: process.env.PROPERTY_SEED ?? '1' },
  // Modules are loaded once for all files of a process. The files share only the state inside these modules.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
}

/** `quick`: no database, no other processes. `database`: the other files. `faults`: real processes that are killed. */
const tests = defineConfig({
  test: {
    // As many as cores: files often wait for the database, so the main process needs no core of its own.
    maxWorkers: availableParallelism(),
    projects: [
      // Projects run one after the other, even if tests run in random order, because a worker process can serve
      // only one project.
      { test: { ...shared, name: 'quick', include: light, sequence: { groupOrder: 0 } } },
      { test: { ...shared, name: 'database', include: heavy, sequence: { groupOrder: 1 } } },
      {
        test: {
          globalSetup: ['tests/build-setup.ts', 'tests/database-setup.ts'],
          setupFiles: ['tests/faults/before-each-file.ts'],
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          isolate: false,
          sequence: { groupOrder: 2 },
          testTimeout: 480_000,
          hookTimeout: 480_000,
        },
      },
    ],
  },
})

export default isLab ? lab : tests
