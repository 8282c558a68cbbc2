import type { Page } from '@playwright/test'

/** The part of React's data on elements that this file reads. */
type Fiber = {
  return: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
  stateNode: { current: Fiber }
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null
  memoizedProps: { value?: { location?: { key: string } } } | null
}

/**
 * Resolves when React shows the router's page, has hydrated each `Suspense` and has run its effects. Resolves at once
 * for a page without scripts. Starts the scripts of a cached page, as using a control does
 * (server/defer-hydration.ts).
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    dispatchEvent(new Event('input'))
    const main = document.querySelector('main#main')
    if (!main || matchMedia('(scripting: none)').matches) return true
    const fiberKey = Object.keys(main).find((name) => name.startsWith('__reactFiber$'))
    if (fiberKey === undefined) return false
    let fiber = (main as unknown as Record<string, Fiber>)[fiberKey]
    while (fiber?.return) fiber = fiber.return
    const root = fiber?.stateNode.current
    if (!root || root.memoizedState?.isDehydrated) return false
    // The router is idle before React has rendered its new state.
    const key = (window as RoutedWindow).__reactRouterDataRouter?.state.location.key
    let provider = root.child
    while (provider && !provider.memoizedProps?.value?.location) provider = provider.child
    if (provider && provider.memoizedProps?.value?.location?.key !== key) return false
    const open = [root.child]
    while (open.length > 0) {
      const fiber = open.pop()
      if (!fiber) continue
      if (fiber.memoizedState?.dehydrated) return false
      open.push(fiber.child, fiber.sibling)
    }
    // The browser is idle once nothing is scheduled, not even effects.
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

/** The part of React Router's object on the window that this file reads. */
type RoutedWindow = Window & {
  __reactRouterDataRouter?: { state: { location: { key: string }; navigation: { state: string } } }
}

/** Resolves when no form or link waits for the server. The result of an action appears before the new data. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (window as RoutedWindow).__reactRouterDataRouter?.state.navigation.state === 'idle',
  )
}
