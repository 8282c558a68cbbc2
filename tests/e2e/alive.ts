import type { Page } from '@playwright/test'

/** What React keeps on a page's elements, as far as it is looked at here. */
type Fiber = { return: Fiber | null; stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }

/**
 * Resolves when React has taken the page over and done what it does then: its elements are known to it before that is
 * so, and effects that exchange a part follow it. Pages of the shop start their scripts after they are painted
 * (server/defer-hydration.ts). What is no page of the shop has no such place, and where no script may run none is waited for.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main#main')
    if (!main || matchMedia('(scripting: none)').matches) return true
    const key = Object.keys(main).find((name) => name.startsWith('__reactFiber$'))
    if (key === undefined) return false
    let fiber = (main as unknown as Record<string, Fiber>)[key]
    while (fiber?.return) fiber = fiber.return
    if (!fiber || fiber.stateNode.current.memoizedState.isDehydrated) return false
    // The browser is idle once nothing waits to be run, effects included.
    const { dataset } = document.documentElement
    if (dataset.wasIdle === undefined) {
      dataset.wasIdle = 'not yet'
      requestIdleCallback(() => {
        dataset.wasIdle = 'yes'
      })
    }
    return dataset.wasIdle === 'yes'
  })
}
