import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that hash many passwords, print papers, cut uploads or send a thousand requests: several seconds each file. */
const LONG = [
  'api/photo-cuts.test.ts',
  'api/robustness.test.ts',
  'bin/illustrations/*.test.ts',
  'db/seed/history/history.test.ts',
  'infra/accounts/*.test.ts',
  'infra/jobs/jobs.test.ts',
  'infra/pdf/statement.test.ts',
  'infra/payments/razorpay/razorpay.test.ts',
  'shop/analytics/rollups.test.ts',
  'shop/orders/export.read.test.ts',
  'shop/payments/card-orders.test.ts',
  'shop/programme/perceptual-hash.test.ts',
  'shop/programme/pay.test.ts',
  'tests/access/*.test.ts',
  'tests/conservation.test.ts',
  'tests/contract/*.test.ts',
  'tests/schema-types.test.ts',
]
const ELSEWHERE = ['node_modules/**', 'build/**', 'tests/faults/**', 'tests/e2e/**']

const onOneDatabaseServer = {
  globalSetup: ['tests/database-setup.ts'],
  setupFiles: ['tests/schemas-first.ts'],
  // Modules are loaded once for all files of a process, which share no state but what the modules themselves keep.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** `quick` and `long`: everything but processes that are killed and pages in a browser. `faults`: real processes. */
export default defineConfig({
  test: {
    // Files wait for the database much of the time, so the process that divides the work needs no core of its own.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...onOneDatabaseServer,
          name: 'quick',
          include: ['**/*.test.ts'],
          exclude: [...ELSEWHERE, ...LONG],
        },
      },
      { test: { ...onOneDatabaseServer, name: 'long', include: LONG } },
      {
        test: {
          name: 'faults',
          isolate: false,
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/database-setup.ts'],
          fileParallelism: false,
          testTimeout: 480_000,
          hookTimeout: 480_000,
        },
      },
    ],
  },
})
