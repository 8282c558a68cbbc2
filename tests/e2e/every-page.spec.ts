import type { Page } from '@playwright/test'
import { PUBLIC_PAGES } from '#tests/e2e/public-pages.ts'
import { brokenRules, expect, expectAccessible, pixelsSideways, test } from '#tests/e2e/shop-page.ts'

/** Several pages a test, so that what all pages share is fetched once. */
const PAGES_A_TEST = 9

for (let from = 0; from < PUBLIC_PAGES.length; from += PAGES_A_TEST) {
  const paths = PUBLIC_PAGES.slice(from, from + PAGES_A_TEST)
  test(`${paths[0]} to ${paths.at(-1)}: one heading, no broken rule of axe, and nothing beside the screen`, async ({
    page,
    isMobile,
  }) => {
    // The narrowest phones that people use here.
    if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
    for (const path of paths) await lookAt(page, path)
  })
}

/** What is wrong with one page keeps nobody from seeing what is wrong with the next. */
async function lookAt(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path)
  expect.soft(answer?.status(), path).toBe(200)
  await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
  await expect.soft(page, path).toHaveTitle(/./)
  expect.soft(await pixelsSideways(page), `${path}: sideways`).toBe(0)
  expect.soft(await brokenRules(page), `${path}: axe`).toEqual([])
}

test('addresses that moved lead on', async ({ page }) => {
  await page.goto('/shop')
  await expect(page).toHaveURL('/products')
  await page.goto('/privacy')
  await expect(page).toHaveURL('/privacy-policy')
})

test('the info panel says everything, and gives the focus back', async ({ page }) => {
  await page.goto('/products')
  const info = page.getByRole('link', { name: /Bajra Meal Mix/ }).and(page.locator('[aria-haspopup=dialog]'))
  await info.click()
  const dialog = page.getByRole('dialog')
  for (const text of ['Protein', 'Fiber', 'Calories', 'Ingredients', 'Add to Basket', 'Buy Now']) {
    await expect(dialog.getByText(text).first()).toBeVisible()
  }
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(info).toBeFocused()
})

test('the basket counts, totals, and goes into the cart', async ({ page }) => {
  await page.goto('/products?category=meal-mix')
  await expect(page.getByText('About Our Meal Mixes')).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: 'Ragi Meal Mix' })
  await card.getByRole('button', { name: /Add to Basket/ }).click()
  await card
    .getByRole('button', { name: /more|Increase|\+/i })
    .first()
    .click()
  await expect(page.getByText('₹558', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
    'Cart 2 items',
  )
  await expect(page.getByText('₹558', { exact: true })).toBeHidden()
})
