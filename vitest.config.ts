import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** `quick`: everything but processes that are killed and pages in a browser. `faults`: real processes, one at a time. */
export default defineConfig({
  test: {
    // Files wait for the database much of the time, so the process that divides the work needs no core of its own.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'quick',
          include: ['**/*.test.ts'],
          exclude: ['node_modules/**', 'build/**', 'tests/faults/**', 'tests/e2e/**'],
          globalSetup: ['tests/database-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/database-setup.ts'],
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
