import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectGoodAtBothWidths } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, openSession } from '#tests/e2e/signed-in.ts'

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Millet-2026')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/\/auth\/signin/)
}

const ADDRESS = {
  full_name: 'Ananya Rao',
  phone: '9845012345',
  address_line1: '4B, Lakshmi Nivas',
  city: 'Bengaluru',
  state: 'Karnataka',
  postal_code: '560034',
}

/** Places an order as the page's customer; returns its id. */
async function placeOrder(page: Page, origin: string, productId: string): Promise<string> {
  const response = await page.request.post('/api/orders', {
    headers: { origin, 'idempotency-key': randomUUID() },
    data: {
      items: [{ product_id: productId, quantity: 1 }],
      shipping_address: ADDRESS,
      payment_method: 'cod',
    },
  })
  expect(response.status()).toBe(201)
  return (await response.json()).id
}

test('a search without results offers other ways to look', async ({ page }) => {
  for (const q of ['xyzzy', '%00', '%25_', '🌾', '%F0%9F', 'x'.repeat(3000)]) {
    expect((await page.goto(`/search?q=${q}`))?.status()).toBe(200)
    await expect(page.getByRole('main').getByRole('link', { name: 'All products' })).toBeVisible()
  }
  await page.goto('/search?q=xyzzy')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expectGoodAtBothWidths(page, 'nothing found')
  await page.goto('/search')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeHidden()
  await expectGoodAtBothWidths(page, '')
})

test('a customer reviews what was delivered, and the product page shows it', async ({ page, baseURL }) => {
  const slug = 'ragi-mix'
  const words = `Filling, and honest about the heat. ${randomUUID()}`
  const { id: productId, review_count: before } = await (
    await page.request.get(`/api/products/${slug}`)
  ).json()

  await page.goto(`/product/${slug}`)
  await page.getByRole('link', { name: 'Write a review' }).click()
  await expect(page.getByRole('main')).toContainText('Please sign in to review')
  await expectGoodAtBothWidths(page, 'visitor')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, 'customer@demo.test')
  await expect(page).toHaveURL(`/product/${productId}/review`)
  await expect(page.getByRole('main')).toContainText('once it has been delivered to you')
  await expectGoodAtBothWidths(page, 'not delivered yet')

  const orderId = await placeOrder(page, baseURL ?? '', productId)
  expect((await asAdmin('PUT', `/orders/${orderId}`, { status: 'delivered' })).status).toBe(200)

  await page.goto(`/orders/${orderId}`)
  await page.getByRole('link', { name: 'Write a review' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Write a review' })).toBeVisible()
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Please choose a rating from 1 to 5')).toBeVisible()
  await expectGoodAtBothWidths(page, 'rating missing')
  await page.getByLabel('Good').check()
  await page.getByLabel('Your review').fill(words)
  await page.getByRole('button', { name: 'Send review' }).click()

  await expect(page).toHaveURL(`/product/${productId}?reviewed=1#reviews`)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews).toContainText('Thank you for your review.')
  const mine = reviews.getByRole('listitem').filter({ hasText: words })
  await expect(mine).toContainText('Ananya R.')
  await expect(mine).toContainText('4 out of 5')
  await expect(mine).toContainText('Verified purchase')
  await expectGoodAtBothWidths(page, 'reviewed')
  await expect
    .poll(async () => (await page.request.get(`/api/products/${slug}`)).json())
    .toMatchObject({ review_count: before + 1 })

  await reviews.getByRole('link', { name: 'Write a review' }).click()
  await expect(page.getByLabel('Your review')).toHaveValue(words)
  await expect(page.getByLabel('Good')).toBeChecked()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a review is a plain form', async ({ page }) => {
    await openSession(page.context(), 'customer@demo.test')
    await page.goto('/product/complete-box/review')
    await page.getByLabel('Excellent').check()
    await page.getByLabel('Your review').fill('too short')
    await page
      .getByRole('button')
      .filter({ hasText: /^(Send review|Save changes)$/ })
      .click()
    await expect(page.getByText('Please write at least 10 characters')).toBeVisible()
    await expect(page.getByLabel('Excellent')).toBeChecked()
    await expect(page.getByLabel('Your review')).toHaveValue('too short')
    await page.getByLabel('Your review').fill('Twenty dinners that I did not have to think about.')
    await page
      .getByRole('button')
      .filter({ hasText: /^(Send review|Save changes)$/ })
      .click()
    await expect(page.getByText('Twenty dinners that I did not have to think about.')).toBeVisible()
    await expect(page.getByText('Thank you for your review.')).toBeVisible()
  })
})
