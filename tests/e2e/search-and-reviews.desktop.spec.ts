import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { openSession } from '#tests/e2e/signed-in.ts'

/** Each size of screen has a product of its own, so that they do not change each other's review. */
const PRODUCTS = { desktop: 'ragi-mix', phone: 'bajra-mix' }

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Millet-2026')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/\/auth\/signin/)
}

async function look(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

const ADDRESS = {
  full_name: 'Ananya Rao',
  phone: '9845012345',
  address_line1: '4B, Lakshmi Nivas',
  city: 'Bengaluru',
  state: 'Karnataka',
  postal_code: '560034',
}

/** An order of the person whose page it is; gives its id. */
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

test('a misspelt search from the header finds the product, and a dish finds its recipe', async ({
  page,
  isMobile,
}) => {
  await page.goto('/about')
  const header = page.getByRole('banner')
  if (isMobile) {
    await header.getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search')
  }
  const field = isMobile
    ? page.getByLabel('Products and recipes', { exact: true })
    : header.getByLabel('Search products and recipes')
  if (isMobile) await expect(field).toBeFocused()
  else await field.focus()
  await page.keyboard.type('garm masla')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/search?q=garm+masla')
  await expect(page).toHaveTitle('Search')
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText(/^1 product for “garm masla”$/)
  const own = page.getByLabel('Products and recipes', { exact: true })
  await expect(own).toHaveValue('garm masla')
  await expect(isMobile ? own : status).toBeFocused()
  await look(page)
  await own.fill('idly')
  await own.press('Enter')
  await expect(status).toContainText('for “idly”')
  await expect(own).toBeFocused()
  await expect(page.getByRole('link', { name: 'Idli', exact: true })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Garam Masala' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garam Masala' })).toBeVisible()
})

test('a search that finds nothing says where else to look, whatever was typed', async ({ page }) => {
  for (const q of ['xyzzy', '%00', '%25_', '🌾', '%F0%9F', 'x'.repeat(3000)]) {
    expect((await page.goto(`/search?q=${q}`))?.status()).toBe(200)
    await expect(page.getByRole('main').getByRole('link', { name: 'All products' })).toBeVisible()
  }
  await page.goto('/search?q=xyzzy')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await look(page)
  await page.goto('/search')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeHidden()
  await look(page)
})

test('a customer reviews what was delivered, and the product page shows it', async ({
  page,
  browser,
  baseURL,
  isMobile,
}) => {
  const slug = isMobile ? PRODUCTS.phone : PRODUCTS.desktop
  const words = `Filling, and honest about the heat. ${randomUUID()}`
  const { id: productId, review_count: before } = await (
    await page.request.get(`/api/products/${slug}`)
  ).json()

  await page.goto(`/product/${slug}`)
  await page.getByRole('link', { name: 'Write a review' }).click()
  await expect(page.getByRole('main')).toContainText('Please sign in to review')
  await look(page)
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, 'customer@demo.test')
  await expect(page).toHaveURL(`/product/${productId}/review`)
  await expect(page.getByRole('main')).toContainText('once it has been delivered to you')
  await look(page)

  const orderId = await placeOrder(page, baseURL ?? '', productId)
  const admin = await (await browser.newContext()).newPage()
  await openSession(admin.context(), 'admin@demo.test')
  const change = { headers: { origin: baseURL ?? '' }, data: { status: 'delivered' } }
  expect((await admin.request.put(`/api/orders/${orderId}`, change)).status()).toBe(200)

  await page.goto(`/orders/${orderId}`)
  await page.getByRole('link', { name: 'Write a review' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Write a review' })).toBeVisible()
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Please choose a rating from 1 to 5')).toBeVisible()
  await look(page)
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
  await look(page)
  await expect
    .poll(async () => (await page.request.get(`/api/products/${slug}`)).json())
    .toMatchObject({ review_count: before + 1 })

  await reviews.getByRole('link', { name: 'Write a review' }).click()
  await expect(page.getByLabel('Your review')).toHaveValue(words)
  await expect(page.getByLabel('Good')).toBeChecked()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('search and review are plain forms', async ({ page, isMobile }) => {
    await page.goto('/products')
    const header = page.getByRole('banner')
    if (isMobile) await header.getByRole('link', { name: 'Search' }).click()
    const field = isMobile
      ? page.getByLabel('Products and recipes', { exact: true })
      : header.getByLabel('Search products and recipes')
    await field.fill('ragee')
    await field.press('Enter')
    await expect(page.getByRole('link', { name: 'Ragi Meal Mix' })).toBeVisible()
    await expect(page.getByLabel('Products and recipes', { exact: true })).toHaveValue('ragee')

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
