import { dirname } from 'node:path'
import { defineConfig } from '@playwright/test'
import root from '../playwright.config.ts'

const { webServer, ...shared } = root
if (!webServer || Array.isArray(webServer))
  throw new Error('the root configuration must start exactly one shop')

/** Browser explorations: `npm run lab -- browser`. Two configurations given to `defineConfig` would start two shops. */
export default defineConfig({
  ...shared,
  testDir: 'browser',
  outputDir: '../test-results',
  timeout: 600_000,
  webServer: { ...webServer, cwd: dirname(import.meta.dirname) },
})
