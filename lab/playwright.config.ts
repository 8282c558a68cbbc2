import { defineConfig } from '@playwright/test'
import root from '../playwright.config.ts'

/** Browser explorations: `npx playwright test -c lab/playwright.config.ts`. */
export default defineConfig(root, {
  testDir: 'browser',
  outputDir: '../test-results',
  timeout: 600_000,
  ...(root.webServer && !Array.isArray(root.webServer) && { webServer: { ...root.webServer, cwd: '..' } }),
})
