import type { Page } from '@playwright/test'
import { brokenRules } from '#tests/e2e/axe.ts'
import { PUBLIC_PAGES } from '#tests/e2e/public-pages.ts'
import {
  expect,
  pixelsSideways,
  requestsElsewhere,
  sidewaysInLargeLetters,
  test,
} from '#tests/e2e/shop-page.ts'
import { walkContent } from '#tests/e2e/tab-walk.ts'

/** Several pages per test, so that shared files load once. */
const PAGES_A_TEST = 9

/** The narrowest phones in use. */
const NARROWEST = { width: 320, height: 640 }

/** The most bytes of scripts, as delivered, that a first visit may load. */
const SCRIPT_LIMITS: Record<string, number> = {
  '/': 120_500,
  '/products': 126_400,
  '/product/meal-play-box': 128_900,
  '/hydration': 125_600,
}

for (let from = 0; from < PUBLIC_PAGES.length; from += PAGES_A_TEST) {
  const paths = PUBLIC_PAGES.slice(from, from + PAGES_A_TEST)
  test(`${paths[0]} to ${paths.at(-1)}: one heading, no broken rule of axe, nothing beside the screen, all in reach of Tab`, async ({
    page,
    isMobile,
  }) => {
    if (isMobile) await page.setViewportSize(NARROWEST)
    const context = page.context()
    const browser = await context.newCDPSession(page)
    const elsewhere = requestsElsewhere(context)
    for (const path of paths) {
      await lookAt(page, path, { contrast: !isMobile })
      if (isMobile) {
        const sideways = await sidewaysInLargeLetters(page, browser)
        expect.soft(sideways, `${path}: sideways, letters at 200 %`).toBe(0)
      }
      // The kit page draws some components as if focused.
      if (!isMobile && path !== '/demo/kit') await walkContent(page)
    }
    expect(elsewhere).toEqual([])
    expect(await context.cookies(), 'a visitor who only reads gets no cookie').toEqual([])
  })
}

/** Cached pages of each kind, which paint with the rules that they carry (server/first-styles.ts). */
const FIRST_PAINTS = [
  '/',
  '/products',
  '/product/meal-play-box',
  '/product/sichuan-pepper',
  '/hydration',
  '/about',
]

test('the first screen has all its rules before the whole stylesheet arrives', async ({ page }) => {
  for (const path of FIRST_PAINTS) {
    const styles = await heldBack(page, '**/assets/*.css')
    // Other letters, and what React adds, are changes of their own.
    const fonts = await heldBack(page, '**/*.woff2')
    const scripts = await heldBack(page, '**/assets/*.js')
    const opened = page.goto(path)
    await styles.asked
    await noteFirstScreen(page)
    styles.release()
    await expect(page.locator('head > style')).toHaveCount(0)
    expect.soft(await changesOfFirstScreen(page), path).toEqual([])
    for (const files of [fonts, scripts]) files.release()
    await opened
  }
})

test('a page is as high as its parts will be, which are laid out when they come near, on the first page alone', async ({
  page,
}) => {
  for (const path of FIRST_PAINTS) {
    await page.goto(path)
    const heights = await page.evaluate(() => {
      const before = document.documentElement.scrollHeight
      const parts = [...document.querySelectorAll<HTMLElement>('.lazy-layout')]
      const skipped = parts.filter((part) => getComputedStyle(part).contentVisibility === 'auto')
      for (const part of parts) part.style.contentVisibility = 'visible'
      const after = document.documentElement.scrollHeight
      for (const part of parts) part.style.contentVisibility = ''
      return { ratio: before / after, parts: skipped.length }
    })
    expect.soft(heights.parts, `${path}: parts`).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'print' })
    await expect.soft(page.locator('.lazy-layout').first(), path).toHaveCSS('content-visibility', 'visible')
    await page.emulateMedia({ media: null })
    expect.soft(Math.abs(heights.ratio - 1), `${path}: height reserved, of that needed`).toBeLessThan(0.05)
  }
  await page.goto('/')
  const band = page.getByRole('region', { name: 'Replenish' }).getByRole('link').first()
  await band.click()
  await page.waitForURL('**/replenish')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/./)
  await expect(band).toBeInViewport()
  await expect(page.locator('.site-footer')).toHaveCSS('content-visibility', 'visible')
})

/** Requests that match wait until `release`; `asked` resolves with the first. */
async function heldBack(page: Page, url: string): Promise<{ asked: Promise<void>; release: () => void }> {
  const first = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    first.resolve()
    await gate.promise
    await route.continue()
  })
  return { asked: first.promise, release: gate.resolve }
}

type Noted = { noted: Map<string, string[]>; firstScreen: () => Map<string, string[]> }

/** Keeps the box and the computed style of each element of the first screen, and of what is drawn before and after it. */
async function noteFirstScreen(page: Page): Promise<void> {
  const count = await page.evaluate(() => {
    const firstScreen = () => {
      const shown = [...document.querySelectorAll('body, body *')].filter((element) => {
        const { top, bottom, width, height } = element.getBoundingClientRect()
        return width > 0 && height > 0 && bottom > 0 && top < innerHeight
      })
      return new Map(
        shown.flatMap((element, at) =>
          ['', '::before', '::after'].map((part) => {
            const style = getComputedStyle(element, part)
            const names = part && style.content === 'none' ? [] : [...style]
            // Of margins that are `auto` the used value comes late; the box shows them.
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
    Object.assign(window, { firstScreen, noted: firstScreen() })
    return firstScreen().size
  })
  expect(count).toBeGreaterThan(100)
}

/** What differs from the noted first screen: an element and what some of its properties were. */
function changesOfFirstScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { noted, firstScreen } = window as unknown as Noted
    const now = firstScreen()
    const changed = [...noted].flatMap(([name, before]) => {
      const after = new Set(now.get(name))
      const lost = before.filter((value) => !after.has(value))
      return lost.length > 0 ? [`${name} ${lost.slice(0, 5).join('; ')}`] : []
    })
    return noted.size === now.size ? changed.slice(0, 10) : [...changed.slice(0, 10), `${now.size} parts`]
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
