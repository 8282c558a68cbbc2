/** The cart on several devices. */
import type { Page } from '@playwright/test'
import { expect, screenOptions, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, openSession, shopOrigin } from '#tests/e2e/signed-in.ts'

const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

async function addToCart(page: Page, slug: string): Promise<void> {
  await page.goto(`/product/${slug}`)
  await page.getByRole('button', { name: 'Add to Cart' }).first().tap()
}

/** Returns the number of lines in the account's cart. */
async function accountLines(page: Page): Promise<number> {
  return (await (await page.request.get('/api/cart')).json()).items.length
}

test('a visitor’s cart is merged into the account’s, appears in other tabs and devices, and is removed at sign-out', async ({
  page,
  browser,
}) => {
  const email = await newCustomer(page)
  const tab = await page.context().newPage()
  await tab.goto('/products')
  await expect(badge(tab)).toHaveAccessibleName('Cart')
  await addToCart(page, 'ragi-mix')
  for (const each of [page, tab]) await expect(badge(each)).toHaveAccessibleName('Cart 1 item')
  await tab.close()
  await expect.poll(() => accountLines(page)).toBe(1)

  const other = await (await browser.newContext(screenOptions())).newPage()
  await other.context().addCookies([{ name: 'cart', value: '2x1_3x1', url: shopOrigin() }])
  await openSession(other.context(), email)
  await other.goto('/')
  // Two ragi mixes and one bajra mix. The badge is correct on a cached page, too.
  await expect(badge(other)).toHaveAccessibleName('Cart 3 items')
  await page.goto('/cart')
  await expect(badge(page)).toHaveAccessibleName('Cart 3 items')
  await page.getByRole('button', { name: /^Remove Bajra/ }).tap()
  await expect(badge(page)).toHaveAccessibleName('Cart 2 items')
  await expect.poll(() => accountLines(page)).toBe(1)
  await badge(other).tap()
  await expect(other.getByRole('link', { name: /Ragi/ }).first()).toBeVisible()
  await expect(other.getByRole('link', { name: /Bajra/ })).toHaveCount(0)
  await other.getByRole('banner').locator('summary', { hasText: 'Account' }).tap()
  await other.getByRole('button', { name: 'Sign Out' }).tap()
  await expect(badge(other)).toHaveAccessibleName('Cart')
  await expect(other.getByRole('banner').locator('a', { hasText: 'Register' })).toBeAttached()
})
