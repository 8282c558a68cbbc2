/** The installed browser shows pages from its back/forward cache. The packaged browser has no such cache. */
import { chromium } from '@playwright/test'
import { fullChromium } from '#tests/e2e/chromium.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopOrigin } from '#tests/e2e/signed-in.ts'

test('a visit without a touch evaluates no script and goes back from the cache', async () => {
  const { options, isFull } = await fullChromium()
  test.skip(!isFull, 'needs an installed Chromium')
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), '--headless=new'],
    // Playwright turns the cache off.
    ignoreDefaultArgs: ['--disable-back-forward-cache', '--headless'],
  })
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await context.addInitScript(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.persisted = String(persisted)
    })
  })
  const page = await context.newPage()
  const hasRunScripts = () => page.evaluate(() => '__reactRouterContext' in window)
  await page.goto(shopOrigin())
  await page.getByRole('contentinfo').getByRole('link', { name: 'All products' }).tap()
  await expect(page).toHaveURL(/\/products$/)
  await page.getByRole('main').getByRole('link', { name: 'Ragi Meal Mix', exact: true }).first().tap()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ragi Meal Mix')
  expect(await hasRunScripts()).toBe(false)
  for (const path of [/\/products$/, /\/$/]) {
    // A page from the cache has no load event.
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL(path)
    await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true')
    expect(await hasRunScripts()).toBe(false)
  }
  await browser.close()
})
