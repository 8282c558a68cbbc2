import { defineConfig } from 'vitest/config'

const MINUTES = 60_000

const onDatabaseServer = { globalSetup: ['tests/database-setup.ts'], isolate: false }
const onRealProcesses = {
  ...onDatabaseServer,
  globalSetup: ['tests/build-setup.ts', 'tests/database-setup.ts'],
  setupFiles: ['tests/faults/before-each-file.ts'],
  testTimeout: 8 * MINUTES,
  hookTimeout: 8 * MINUTES,
}

/** Experiments that are tests. `fuzz` runs a test of `npm test` for longer. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'models',
          include: ['lab/{checker,cluster}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...onDatabaseServer,
          name: 'histories',
          include: ['lab/histories/**/*.test.ts'],
          testTimeout: MINUTES,
          setupFiles: ['tests/before-each-file.ts'],
        },
      },
      {
        test: {
          ...onDatabaseServer,
          name: 'oracles',
          include: ['lab/oracles/**/*.test.ts'],
          setupFiles: ['tests/before-each-file.ts'],
          testTimeout: 5 * MINUTES,
        },
      },
      {
        test: {
          ...onDatabaseServer,
          name: 'fuzz',
          include: ['tests/access/fuzz.test.ts'],
          setupFiles: ['tests/before-each-file.ts'],
        },
      },
      {
        test: { ...onRealProcesses, name: 'crash-points', include: ['lab/crash-points/**/*.test.ts'] },
      },
      {
        test: {
          ...onRealProcesses,
          name: 'development',
          globalSetup: ['tests/database-setup.ts'],
          include: ['lab/development/**/*.test.ts'],
        },
      },
      { test: { ...onRealProcesses, name: 'faults', include: ['lab/faults/**/*.test.ts'] } },
      {
        test: {
          name: 'drills',
          globalSetup: ['tests/build-setup.ts'],
          include: ['lab/drills/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 15 * MINUTES,
          hookTimeout: 5 * MINUTES,
        },
      },
    ],
  },
})
