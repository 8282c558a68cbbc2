/** A cached page runs no script for a visitor who only reads (server/defer-hydration.ts). */
import type { Page } from '@playwright/test'
import { alive } from '#tests/e2e/alive.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopOrigin } from '#tests/e2e/signed-in.ts'

/** Returns the built scripts that the page has requested, whether run or only fetched ahead. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) scripts.push(request.url())
  })
  return scripts
}

/** True if the script in the page with the router's data has run. */
const hasRunData = (page: Page) => page.evaluate(() => '__reactRouterContext' in window)

/** Returns the length of the inline scripts that run while the visitor reads. */
const bytesOfScripts = (page: Page) =>
  page.evaluate(() => {
    const running = [...document.scripts].filter(({ src, type }) => src === '' && type === '')
    return running.reduce((sum, { text }) => sum + text.length, 0)
  })

const isHydrated = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react')),
  )

test('a visitor reads, follows links and goes back without a script', async ({ page }) => {
  const scripts = scriptsOf(page)
  const main = page.getByRole('main')
  // Stops the page's clock, so that the visitor reads for less than five seconds.
  await page.clock.install()
  await page.mainFrame().goto('/')
  expect(await bytesOfScripts(page)).toBeLessThanOrEqual(2_048)
  await page.mouse.wheel(0, 2_000)
  await page.getByRole('contentinfo').getByRole('link', { name: 'All products' }).tap()
  await expect(page).toHaveURL('/products')
  await main.getByRole('link', { name: 'Ragi Meal Mix', exact: true }).first().tap()
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Ragi Meal Mix')
  await page.goBack()
  await expect(page).toHaveURL('/products')
  await page.goBack()
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  expect(scripts).toEqual([])
  expect(await hasRunData(page)).toBe(false)

  // After five seconds of reading, the scripts are fetched but not run.
  await page.clock.runFor(6_000)
  await expect.poll(() => scripts.length).toBeGreaterThan(5)
  expect(await isHydrated(page)).toBe(false)
})

test('the first press starts the scripts and is not lost; a cart from another page is not lost either', async ({
  page,
}) => {
  await page.mainFrame().goto('/products')
  const card = page.getByRole('article').filter({ hasText: 'Ragi Meal Mix' })
  await card.getByRole('button', { name: 'Add to Basket' }).tap()
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText('1 item')
  expect(await isHydrated(page)).toBe(true)
  // A visitor with a basket gets scripts without a touch.
  await page.mainFrame().goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart 1 item/ })).toBeVisible()

  await page.context().clearCookies()
  await page.mainFrame().goto('/products')
  await card.getByRole('link', { name: 'What is in Ragi Meal Mix' }).tap()
  await expect(page.getByRole('dialog')).toContainText('Ragi Meal Mix')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new URL(page.url()).origin).toBe(shopOrigin())
  await alive(page)
})

test('a filter whose press starts the scripts is applied without scrolling', async ({ page }) => {
  await page.mainFrame().goto('/play-with-food')
  await page.locator('.recipe-choice').first().tap()
  await expect(page.locator('.recipe-count')).toContainText(/\d of \d/)
  await expect(page).toHaveURL(/appliance=/)

  await page.mainFrame().goto('/products')
  await page
    .locator('.shelf-filters')
    .getByRole('link', { name: /^Tastemakers/ })
    .tap()
  await expect(page).toHaveURL('/products?category=tastemakers')
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
})
