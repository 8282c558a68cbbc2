import type { Page } from '@playwright/test'

/**
 * Resolves when React has taken the page over. Pages of the shop start their scripts after they are painted
 * (server/hold-scripts.ts). What is no page of the shop has no such place, and where no script may run none is waited for.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main#main')
    if (!main || matchMedia('(scripting: none)').matches) return true
    return Object.keys(main).some((key) => key.startsWith('__reactFiber$'))
  })
}
