import type { Page } from '@playwright/test'

/** Opens a page whose scripts load only after `meanwhile`, as on a slow network. Resolves when they run. */
export async function openWithLateScripts(page: Page, path: string, meanwhile: () => Promise<void>) {
  const scripts = Promise.withResolvers<void>()
  const files = '**/assets/*.js'
  await page.route(files, async (route) => {
    await scripts.promise
    await route.continue()
  })
  // Not awaited: the page is open only once its scripts have loaded.
  const opened = page.goto(path)
  await meanwhile()
  scripts.resolve()
  await opened
}
