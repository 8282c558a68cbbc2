/** The product list and its basket on a phone. */
import type { Page } from '@playwright/test'
import { newProduct } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'

const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })
const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

test('a card opens its details, and the basket counts, persists, follows another tab and moves into the cart', async ({
  page,
  context,
}) => {
  const [first, second] = [await newProduct({ price: 210 }), await newProduct({ price: 220 })]
  const bar = page.getByRole('region', { name: 'Basket', exact: true })
  await page.goto('/products?category=meal-mix')
  await expect(page.getByText('About Our Meal Mixes')).toBeVisible()
  const info = page.getByRole('link', { name: /Bajra Meal Mix/ }).and(page.locator('[aria-haspopup=dialog]'))
  await info.tap()
  const dialog = page.getByRole('dialog')
  for (const text of ['Protein', 'Fiber', 'Calories', 'Ingredients', 'Add to Basket', 'Buy Now'])
    await expect(dialog.getByText(text).first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'details open')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(info).toBeFocused()

  await cardOf(page, first.name)
    .getByRole('button', { name: /Add to Basket/ })
    .tap()
  await expect(cartLink(page)).toHaveAccessibleName('Cart 1 item')
  await page.getByRole('link', { name: /^Sweet Options/ }).tap()
  await expect(page.getByRole('heading', { name: 'Elaichi Gud' })).toBeVisible()
  await expect(page.getByRole('heading', { name: first.name })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText('1 item ₹210')
  await cartLink(page).tap()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(bar).toContainText('1 item in your basket ₹210')
  await expect(bar.getByRole('button', { name: 'Add to Cart' })).toBeInViewport()
  await expectAccessible(page, 'an empty cart and a full basket')

  const shelf = await context.newPage()
  await shelf.goto('/products?category=meal-mix')
  await cardOf(shelf, second.name)
    .getByRole('button', { name: /Add to Basket/ })
    .tap()
  await expect(bar).toContainText('2 items in your basket ₹430')
  await bar.getByRole('button', { name: 'Add to Cart' }).tap()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('heading', { name: first.name })).toBeVisible()
  await expect(shelf.getByRole('region', { name: 'Basket' })).toBeHidden()
  await expect(cartLink(page)).toHaveAccessibleName('Cart 2 items')
})
