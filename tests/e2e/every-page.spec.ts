import type { Page } from '@playwright/test'
import { brokenRules } from '#tests/e2e/axe.ts'
import { PUBLIC_PAGES } from '#tests/e2e/public-pages.ts'
import { expect, pixelsSideways, sidewaysInLargeLetters, test } from '#tests/e2e/shop-page.ts'
import { walkContent } from '#tests/e2e/tab-walk.ts'

/** Several pages per test, so that shared files load once. */
const PAGES_A_TEST = 9

/** The narrowest phones in use. */
const NARROWEST = { width: 320, height: 640 }

/** The most bytes of scripts, as delivered, that a first visit may load. */
const SCRIPT_LIMITS: Record<string, number> = {
  '/': 120_500,
  '/products': 125_500,
  '/product/meal-play-box': 128_000,
  '/hydration': 124_800,
}

for (let from = 0; from < PUBLIC_PAGES.length; from += PAGES_A_TEST) {
  const paths = PUBLIC_PAGES.slice(from, from + PAGES_A_TEST)
  test(`${paths[0]} to ${paths.at(-1)}: one heading, no broken rule of axe, nothing beside the screen, all in reach of Tab`, async ({
    page,
    isMobile,
  }) => {
    if (isMobile) await page.setViewportSize(NARROWEST)
    const browser = await page.context().newCDPSession(page)
    for (const path of paths) {
      await lookAt(page, path, { contrast: !isMobile })
      if (isMobile) {
        const sideways = await sidewaysInLargeLetters(page, browser)
        expect.soft(sideways, `${path}: sideways, letters at 200 %`).toBe(0)
      }
      // The kit page draws some components as if focused.
      if (!isMobile && path !== '/demo/kit') await walkContent(page)
    }
  })
}

/** Soft checks: a problem of one page does not hide those of the next. */
async function lookAt(page: Page, path: string, options: { contrast: boolean }): Promise<void> {
  const answer = await page.goto(path)
  expect.soft(answer?.status(), path).toBe(200)
  await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
  await expect.soft(page, path).toHaveTitle(/./)
  expect.soft(await pixelsSideways(page), `${path}: sideways`).toBe(0)
  const limit = SCRIPT_LIMITS[path]
  if (limit) {
    const bytes = await scriptBytes(page)
    expect.soft(bytes, `${path}: scripts`).toBeGreaterThan(90_000)
    expect.soft(bytes, `${path}: scripts`).toBeLessThanOrEqual(limit)
  }
  expect.soft(await brokenRules(page, new URL(page.url()).search, options), `${path}: axe`).toEqual([])
}

/** All scripts of the page, compressed, whether they came from the network or the browser's cache. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
}
