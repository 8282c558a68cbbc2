import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeProduct } from '#db/factories/product.ts'
import { orderByApi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, requestAsAdmin, shopDatabase } from '#tests/e2e/signed-in.ts'

/** Orders this product as the page's customer, and sets the order to delivered. Returns the order's id. */
async function placeDeliveredOrder(page: Page, productId: string): Promise<string> {
  const id = await orderByApi(page, 'cod', productId)
  expect((await requestAsAdmin('PUT', `/orders/${id}`, { status: 'delivered' })).status).toBe(200)
  return id
}

const newProduct = async () =>
  (await makeProduct(shopDatabase(), { name: `Foxtail ${randomUUID().slice(0, 8)}`, stockQuantity: 9 })) ?? ''

test('a customer reviews a delivered product, and its page shows the review', async ({ page }) => {
  const productId = await newProduct()
  await newCustomer(page)
  const orderId = await placeDeliveredOrder(page, productId)
  await page.goto(`/orders/${orderId}`)
  await page.getByRole('link', { name: 'Write a review' }).tap()
  await page.getByRole('button', { name: 'Send review' }).tap()
  await expect(page.getByText('Please choose a rating from 1 to 5')).toBeVisible()
  await expectNoSidewaysScroll(page)
  const words = 'Filling, and honest about the heat.'
  await page.getByLabel('Good').check()
  await page.getByLabel('Your review').fill(words)
  await page.getByRole('button', { name: 'Send review' }).tap()
  await expect(page).toHaveURL(`/product/${productId}?reviewed=1#reviews`)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews).toContainText('Thank you for your review.')
  const own = reviews.getByRole('listitem').filter({ hasText: words })
  for (const text of ['4 out of 5', 'Verified purchase']) await expect(own).toContainText(text)
  await reviews.getByRole('link', { name: 'Write a review' }).tap()
  await expect(page.getByLabel('Your review')).toHaveValue(words)
  await expect(page.getByLabel('Good')).toBeChecked()
})
