import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, newCustomer, shopOrigin, signIn } from '#tests/e2e/signed-in.ts'

const BOX = '/product/00000000-0000-4000-8000-000000000001'

const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

async function add(page: Page, slug: string): Promise<void> {
  await page.goto(`/product/${slug}`)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
}

/** The items of the account's cart, from the API. */
async function accountItems(page: Page): Promise<{ quantity: number }[]> {
  return (await (await page.request.get('/api/cart')).json()).items
}

/** Gives a visitor this cart. */
async function visitorCart(context: BrowserContext, url: string, text: string): Promise<void> {
  await context.addCookies([{ name: 'cart', value: text, url }])
}

test('a visitor’s cart joins the account’s, follows to another device, and is taken off at sign-out', async ({
  page,
  browser,
}) => {
  const email = await newCustomer(page)
  await add(page, 'ragi-mix')
  await expect(badge(page)).toHaveAccessibleName('Cart 1 item')
  await expect.poll(async () => (await accountItems(page)).length).toBe(1)

  const phone = await (await browser.newContext()).newPage()
  await add(phone, 'ragi-mix')
  await add(phone, 'bajra-mix')
  await expect(badge(phone)).toHaveAccessibleName('Cart 2 items')
  await signIn(phone, email)
  // Two ragi mixes and one bajra mix; the badge is right on a cached page too.
  await expect(badge(phone)).toHaveAccessibleName('Cart 3 items')
  await phone.goto('/products')
  await expect(badge(phone)).toHaveAccessibleName('Cart 3 items')
  await page.goto('/about')
  await expect(badge(page)).toHaveAccessibleName('Cart 3 items')

  await page.goto('/cart')
  await page.getByRole('button', { name: /^Remove Bajra/ }).click()
  await expect(badge(page)).toHaveAccessibleName('Cart 2 items')
  await expect.poll(async () => (await accountItems(page)).length).toBe(1)
  await phone.goto('/cart')
  await expect(badge(phone)).toHaveAccessibleName('Cart 2 items')
  await expect(phone.getByRole('link', { name: /Bajra/ })).toHaveCount(0)

  await phone.goto('/')
  await phone.getByRole('banner').locator('summary', { hasText: 'Account' }).click()
  await phone.getByRole('button', { name: 'Sign Out' }).click()
  await expect(badge(phone)).toHaveAccessibleName('Cart')
  await expect(phone.getByRole('banner').locator('a', { hasText: 'Register' })).toBeAttached()
  await signIn(phone, email)
  await expect(badge(phone)).toHaveAccessibleName('Cart 2 items')
})

test('after a session that expired, the next person gets neither cart and basket, nor picks and address', async ({
  page,
  browser,
}) => {
  const context = page.context()
  const first = await newCustomer(page)
  const elsewhere = await (await browser.newContext()).newPage()
  const next = await newCustomer(elsewhere, 'Kavya Menon')
  await add(page, 'ragi-mix')
  await expect.poll(async () => (await accountItems(page)).length).toBe(1)
  await page.goto('/checkout')
  await page.getByLabel('Address line 1').fill('12 Lake View')
  const delivery = async () => (await context.cookies()).filter(({ name }) => name === 'delivery')
  expect(await delivery()).toHaveLength(2)
  await page.goto(BOX)
  await page.getByRole('button', { name: /^Sambar/ }).click()
  await expect(page.getByText('1/10 selected')).toBeVisible()
  await context.addCookies([{ name: 'basket', value: '3x1', url: shopOrigin() }])

  await context.clearCookies({ name: /session_token|^account$/ })
  await page.goto('/about')
  await expect(badge(page)).toHaveAccessibleName('Cart 2 items')
  await page.goto(BOX)
  await expect(page.getByText('1/10 selected')).toBeVisible()
  await signIn(page, next)
  await expect(badge(page)).toHaveAccessibleName('Cart')
  await page.goto(BOX)
  await expect(page.getByText('0/10 selected')).toBeVisible()
  expect(await accountItems(page)).toEqual([])
  expect(await delivery()).toEqual([])
  await add(page, 'bajra-mix')
  await expect.poll(async () => (await accountItems(page)).length).toBe(1)

  await page.request.post('/auth/signout', { headers: { origin: new URL(page.url()).origin } })
  await signIn(page, first)
  await expect(badge(page)).toHaveAccessibleName('Cart 1 item')
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: /Ragi/ }).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Bajra/ })).toHaveCount(0)
})

test('a cart of 130 lines, too large for a cookie, works with and without scripts', async ({
  page,
  browser,
}) => {
  const mixes = (from: number) =>
    Array.from(
      { length: 65 },
      (_, at) =>
        `1x1-${10 + (at % 20)}*${1 + Math.floor(at / 20)}.${from + (at % 3)}*${9 - Math.floor(at / 20)}`,
    ).join('_')
  const url = new URL((await page.goto('/'))?.url() ?? '').origin
  const email = await newCustomer(page)
  const first = await browser.newContext()
  await visitorCart(first, url, mixes(13))
  const laptop = await first.newPage()
  await signIn(laptop, email)
  const before = (await accountItems(laptop)).length
  expect(before).toBeGreaterThan(50)

  const second = await browser.newContext()
  await visitorCart(second, url, mixes(20))
  const phone = await second.newPage()
  await signIn(phone, email)
  const items = await accountItems(phone)
  expect(items.length).toBeGreaterThan(before + 30)
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  await expect(badge(phone)).toHaveAccessibleName(`Cart ${count} items`)
  const cookie = (await second.cookies()).find(({ name }) => name === 'cart')
  expect(cookie?.value.length).toBeLessThan(3900)

  await phone.goto('/cart')
  const lines = phone.getByRole('main').getByRole('heading', { level: 3 })
  await expect(lines).toHaveCount(items.length)
  await phone
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect(lines).toHaveCount(items.length - 1)
  await expect.poll(async () => (await accountItems(phone)).length).toBe(items.length - 1)
  await add(phone, 'ragi-mix')
  await expect.poll(async () => (await accountItems(phone)).length).toBe(items.length)

  const plain = await browser.newContext({ javaScriptEnabled: false })
  await plain.addCookies(await second.cookies())
  const page2 = await plain.newPage()
  await page2.goto('/cart')
  const rows = page2.getByRole('main').getByRole('heading', { level: 3 })
  await expect(rows).toHaveCount(items.length)
  await page2.getByRole('button', { name: /^Remove Ragi/ }).click()
  await expect(rows).toHaveCount(items.length - 1)
})

test('the cart says what changed since one last looked, until one has seen it', async ({ page }) => {
  const [product] = (await (await page.request.get('/api/products')).json()).filter(
    ({ slug }: { slug: string }) => slug === 'turmeric-tastemaker',
  )
  const priced = (price: number) => asAdmin('PUT', `/products/${product.id}`, { price })
  await add(page, product.slug)
  await page.goto('/cart')
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(1)
  await expect(page.getByText('since you last looked')).toHaveCount(0)
  const changed = await priced(product.price - 10)
  expect(changed.status).toBe(200)
  try {
    await page.reload()
    await expect(page.getByText(`It was ₹${product.price} when you last looked.`)).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Got it' }).click()
    await expect(page.getByText('when you last looked')).toHaveCount(0)
  } finally {
    await priced(product.price)
  }
})
