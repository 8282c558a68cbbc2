import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, PASSWORD, signIn } from '#tests/e2e/signed-in.ts'

const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

async function addToCart(page: Page, slug: string): Promise<void> {
  await page.goto(`/product/${slug}`)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
}

/** The items of the account's cart, from the API. */
async function accountItems(page: Page): Promise<{ quantity: number }[]> {
  return (await (await page.request.get('/api/cart')).json()).items
}

/** Sets a visitor's cart. */
async function setVisitorCart(context: BrowserContext, url: string, text: string): Promise<void> {
  await context.addCookies([{ name: 'cart', value: text, url }])
}

test('a cart of 130 lines, too large for a cookie, works with and without scripts', async ({
  page,
  browser,
}) => {
  const boxLines = (from: number) =>
    Array.from(
      { length: 65 },
      (_, at) =>
        `1x1-${10 + (at % 20)}*${1 + Math.floor(at / 20)}.${from + (at % 3)}*${9 - Math.floor(at / 20)}`,
    ).join('_')
  const url = new URL((await page.goto('/'))?.url() ?? '').origin
  const email = await newCustomer(page, { password: PASSWORD })
  const first = await browser.newContext()
  await setVisitorCart(first, url, boxLines(13))
  const laptop = await first.newPage()
  await signIn(laptop, email)
  const laptopLines = (await accountItems(laptop)).length
  expect(laptopLines).toBeGreaterThan(50)

  const second = await browser.newContext()
  await setVisitorCart(second, url, boxLines(20))
  const phone = await second.newPage()
  await signIn(phone, email)
  const items = await accountItems(phone)
  expect(items.length).toBeGreaterThan(laptopLines + 30)
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
  await addToCart(phone, 'ragi-mix')
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
