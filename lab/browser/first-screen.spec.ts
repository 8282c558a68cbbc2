import type { CDPSession, Page } from '@playwright/test'
import { alive } from '#tests/e2e/alive.ts'
import { expect, pixelsSideways, test } from '#tests/e2e/shop-page.ts'
import { PUBLIC_PAGES } from './public-pages.ts'
import { walkContent } from './tab-walk.ts'

/** A test opens several pages, so that shared files load once. */
const PAGES_PER_TEST = 9

/** The narrowest phones in use. */
const NARROWEST = { width: 320, height: 640 }

/** The most bytes of scripts, as delivered, that a first visit may load. */
const SCRIPT_LIMITS: Record<string, number> = {
  '/': 122_200,
  '/products': 128_000,
  '/product/meal-play-box': 130_800,
  '/hydration': 127_400,
}

for (let from = 0; from < PUBLIC_PAGES.length; from += PAGES_PER_TEST) {
  const paths = PUBLIC_PAGES.slice(from, from + PAGES_PER_TEST)
  test(`${paths[0]} to ${paths.at(-1)} have small scripts, fit a small screen with large letters, and Tab reaches all`, async ({
    page,
  }) => {
    const browser = await page.context().newCDPSession(page)
    for (const path of paths) {
      await page.goto(path)
      const limit = SCRIPT_LIMITS[path]
      if (limit) expect.soft(await scriptBytes(page), `${path}: scripts`).toBeLessThanOrEqual(limit)
      await walkContent(page)
      await page.setViewportSize(NARROWEST)
      expect.soft(await pixelsSideways(page), `${path}: sideways`).toBe(0)
      const sideways = await sidewaysInLargeLetters(page, browser)
      expect.soft(sideways, `${path}: sideways, letters at 200 %`).toBe(0)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })
}

/** Cached pages with each stylesheet. */
const FIRST_PAINTS = [
  '/',
  '/products',
  '/product/meal-play-box',
  '/product/sichuan-pepper',
  '/hydration',
  '/about',
  '/replenish',
  '/hydration/impact',
  '/play-with-food',
  '/contact',
]

test('the first screen keeps its look when the scripts take over', async ({ page }) => {
  for (const path of FIRST_PAINTS) {
    // The page's own `goto` starts the scripts.
    await page.mainFrame().goto(path)
    await page.evaluate(() => document.fonts.ready)
    await storeFirstScreen(page)
    await alive(page)
    expect.soft(await changesOfFirstScreen(page), path).toEqual([])
  }
})

type FirstScreenWindow = { storedScreen: Map<string, string[]>; firstScreen: () => Map<string, string[]> }

/** Stores box and computed style of each element and pseudo-element of the first screen. */
async function storeFirstScreen(page: Page): Promise<void> {
  const count = await page.evaluate(() => {
    const firstScreen = () => {
      const visible = [...document.querySelectorAll('body, body *')].filter((element) => {
        const { top, bottom, width, height } = element.getBoundingClientRect()
        return width > 0 && height > 0 && bottom > 0 && top < innerHeight
      })
      return new Map(
        visible.flatMap((element, at) =>
          ['', '::before', '::after'].map((part) => {
            const style = getComputedStyle(element, part)
            const names = part && style.content === 'none' ? [] : [...style]
            // Leaves out margins. The browser computes an `auto` margin late, and the box shows its effect.
            const values = names.filter((name) => !/^(--|margin)/.test(name))
            const { x, y, width, height } = element.getBoundingClientRect()
            return [
              `${at} ${element.tagName}.${element.getAttribute('class')}${part}`,
              [
                `box: ${[x, y, width, height]}`,
                ...values.map((name) => `${name}: ${style.getPropertyValue(name)}`),
              ],
            ] as const
          }),
        ),
      )
    }
    Object.assign(window, { firstScreen, storedScreen: firstScreen() })
    return firstScreen().size
  })
  expect(count).toBeGreaterThan(100)
}

/** Elements that differ from the stored first screen, with some of their old properties. */
function changesOfFirstScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { storedScreen, firstScreen } = window as unknown as FirstScreenWindow
    const current = firstScreen()
    const changes = [...storedScreen].flatMap(([name, styles]) => {
      const after = new Set(current.get(name))
      const lost = styles.filter((value) => !after.has(value))
      return lost.length > 0 ? [`${name} ${lost.slice(0, 5).join('; ')}`] : []
    })
    return storedScreen.size === current.size
      ? changes.slice(0, 10)
      : [...changes.slice(0, 10), `${current.size} parts`]
  })
}

/** All scripts of the page, compressed, whether they came from the network or the browser's cache. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
}

/** Pixels that the page scrolls sideways on a phone with letters at 200 %. Restores the page's size. */
async function sidewaysInLargeLetters(page: Page, browser: CDPSession): Promise<number> {
  const size = page.viewportSize()
  const html = page.locator('html')
  const letters = await html.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(html).toHaveCSS('font-size', `${2 * letters}px`, { timeout: 5_000 })
  // Drawings follow the new width with a delay.
  await expect
    .poll(() => pixelsSideways(page), { timeout: 2_000 })
    .toBe(0)
    .catch(() => {})
  const sideways = await pixelsSideways(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  if (size) await page.setViewportSize(size)
  return sideways
}
