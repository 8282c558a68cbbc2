import { chmodSync, mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { ensureBuilt } from './bin/prepare.mjs'
import { chromiumOptions } from './tests/e2e/chromium.ts'
import { freePort } from './tests/shop-program.ts'

// The main process builds the shop and chooses port and folder. Its worker processes inherit them.
if (!process.env.E2E_PORT) ensureBuilt()
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'shop-e2e-'))
// If root runs the tests, the database runs as another user, who must be able to enter.
chmodSync(process.env.E2E_DATA_DIR, 0o755)
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`

export default defineConfig({
  testDir: 'tests/e2e',
  // Node strips the types itself. Babel would transform each imported file first, for twelve seconds in a fresh clone.
  build: { external: ['**/!(playwright.config).ts', '**/*.tsx', '**/build/**'] },
  outputDir: 'test-results',
  fullyParallel: true,
  workers: availableParallelism(),
  retries: 0,
  // Long, so that tests do not fail on a slow machine. A step that hangs fails much earlier.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  // Traces of all tests would take a fifth of the time. For a failing test: `npx playwright test -g … --trace on`.
  use: {
    baseURL,
    actionTimeout: 45_000,
    navigationTimeout: 90_000,
    launchOptions: await chromiumOptions(),
    trace: 'off',
    // Tests about motion switch it on.
    contextOptions: { reducedMotion: 'reduce' },
  },
  webServer: {
    command: `node tests/demo-data.ts "${process.env.E2E_DATA_DIR}" && exec node build/program/main.js`,
    url: `${baseURL}/readyz`,
    timeout: 180_000,
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      RATE_LIMITS: 'off',
      // High, because the demonstration's customer places many orders in these tests.
      CASH_ORDER_LIMIT: '1000000',
      CASH_ORDER_LIMIT_NEW: '1000000',
      OPEN_UNPAID_ORDERS: '10000',
      OPEN_VALUE_LIMIT_NEW: '100000000',
      LOG_LEVEL: 'error',
      // Off, because many public pages would be rendered a minute after each order, although no test opens them.
      WARM_PAGES: 'off',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
    stderr: 'pipe',
  },
})
