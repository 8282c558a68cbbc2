import type { Page } from '@playwright/test'

/** Opens a page whose scripts come only after `meanwhile` was done on it, as on a slow network. Resolves when they run. */
export async function openWithLateScripts(page: Page, path: string, meanwhile: () => Promise<void>) {
  const scripts = Promise.withResolvers<void>()
  const files = '**/assets/*.js'
  await page.route(files, async (route) => {
    await scripts.promise
    await route.continue()
  })
  // Not awaited: the page is open only when its scripts are there.
  const opened = page.goto(path)
  await meanwhile()
  scripts.resolve()
  await opened
}
