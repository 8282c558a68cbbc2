import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

/** Several seconds each: tests that sign in often, print papers, cut uploads, wait for events or send a thousand requests. */
const LONG = [
  'api/order-events.test.ts',
  'api/photo-cuts.test.ts',
  'api/robustness.test.ts',
  'api/work-log-photos.test.ts',
  'db/seed/history/history.test.ts',
  'design/illustrations/*.test.ts',
  'infra/accounts/*.test.ts',
  'infra/email/email-budget.test.ts',
  'infra/embedded-postgres/*.test.ts',
  'infra/files/pictures.test.ts',
  'infra/jobs/jobs.test.ts',
  'infra/payments/razorpay/razorpay.test.ts',
  'infra/pdf/statement.test.ts',
  'server/listener.test.ts',
  'shop/analytics/figure-rows.test.ts',
  'shop/analytics/rollups.test.ts',
  'shop/catalogue/store-picture.test.ts',
  'shop/invoices/issue.test.ts',
  'shop/invoices/order-export.read.test.ts',
  'shop/payments/card-orders.test.ts',
  'shop/payments/late-payments.test.ts',
  'shop/privacy/*.test.ts',
  'shop/programme/pay.test.ts',
  'shop/programme/pay-sheet.test.ts',
  'shop/programme/perceptual-hash.test.ts',
  'tests/access/*.test.ts',
  'tests/conservation.test.ts',
  'tests/contract/*.test.ts',
  'tests/schema-types.test.ts',
]
/** A file that takes long and begins last is waited for alone, and its size does not say how long it takes. */
const FIRST = [
  'tests/faults/kills',
  'tests/faults/killed-between',
  'tests/faults/database-troubles',
  'tests/faults/embedded-postgres',
  'tests/access/',
  'tests/contract/',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files)
    const isFirst = (path: string) => FIRST.some((start) => path.includes(start))
    return sorted.toSorted((one, other) => Number(isFirst(other.moduleId)) - Number(isFirst(one.moduleId)))
  }
}

const ELSEWHERE = ['node_modules/**', 'build/**', 'tests/faults/**', 'tests/e2e/**', 'lab/**']

const onOneDatabaseServer = {
  globalSetup: ['tests/database-setup.ts'],
  setupFiles: ['tests/before-each-file.ts'],
  // Modules are loaded once for all files of a process, which share no state but what the modules themselves keep.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

const onRealProcesses = {
  globalSetup: ['tests/database-setup.ts'],
  isolate: false,
  testTimeout: 480_000,
  hookTimeout: 480_000,
}

/** `quick` and `long`: everything but processes that are killed and pages in a browser. `faults`: real processes. */
export default defineConfig({
  test: {
    // Files wait for the database much of the time, so the process that divides the work needs no core of its own.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
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
      { test: { ...onRealProcesses, name: 'faults', include: ['tests/faults/**/*.test.ts'] } },
    ],
  },
})
