import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'

const PAGES = [
  '/',
  '/products',
  '/products?category=biodegradable',
  '/product/mixed-flavour',
  '/product/meal-play-box',
  '/product/sichuan-pepper',
  '/about',
  '/impact',
  '/play-with-food',
  '/play-with-food/idli',
  '/contact',
  '/hydration',
  '/replenish',
  '/hydration/impact',
  '/hydration/contact',
  '/privacy-policy',
  '/terms',
  '/shipping',
  '/returns',
  '/search?q=ragi',
  '/cart',
  '/checkout',
  '/orders',
  '/profile',
  '/profile/addresses/new',
  '/profile/delete',
  '/account-deleted',
  '/auth/signin',
  '/auth/signup',
  '/auth/reset-password',
  '/auth/verify-email',
  '/demo/kit',
  '/demo/mailbox',
]

for (const path of PAGES) {
  test(`${path} has one heading, breaks no rule of axe, and fits its screen`, async ({ page, isMobile }) => {
    // The narrowest phones that people use here.
    if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(/./)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
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
