/** The cart on several devices, and when its products change. */
import type { Page } from '@playwright/test'
import { makeProduct } from '#db/factories/product.ts'
import { rupees } from '#shop/kernel/money.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase, shopOrigin, signIn } from '#tests/e2e/signed-in.ts'

const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

async function add(page: Page, slug: string): Promise<void> {
  await page.goto(`/product/${slug}`)
  await page.getByRole('button', { name: 'Add to Cart' }).first().tap()
}

/** The number of lines in the account's cart. */
async function accountLines(page: Page): Promise<number> {
  return (await (await page.request.get('/api/cart')).json()).items.length
}

test('a visitor’s cart joins the account’s, follows to other tabs and devices, and goes at sign-out', async ({
  page,
  browser,
}) => {
  const email = await newCustomer(page)
  const tab = await page.context().newPage()
  await tab.goto('/products')
  await expect(badge(tab)).toHaveAccessibleName('Cart')
  await add(page, 'ragi-mix')
  for (const each of [page, tab]) await expect(badge(each)).toHaveAccessibleName('Cart 1 item')
  await tab.close()
  await expect.poll(() => accountLines(page)).toBe(1)

  const { viewport, isMobile, hasTouch } = test.info().project.use
  const other = await (await browser.newContext({ viewport: viewport ?? null, isMobile, hasTouch })).newPage()
  await other.context().addCookies([{ name: 'cart', value: '2x1_3x1', url: shopOrigin() }])
  await signIn(other, email)
  // Two ragi mixes and one bajra mix; the badge is right on a cached page too.
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

test('the cart says when a price has changed, and the checkout when a product is out of stock', async ({
  page,
}) => {
  const db = shopDatabase()
  const number = 700_000 + Math.floor(Math.random() * 100_000)
  const name = `Foxtail Trial ${number}`
  const productId = (await makeProduct(db, { name, number, stockQuantity: 3, price: rupees(200) })) ?? ''
  await newCustomer(page)
  await page.context().addCookies([{ name: 'cart', value: `${number}x1`, url: shopOrigin() }])
  const synced = page.waitForResponse('**/cart/sync')
  await page.goto('/cart')
  await synced
  // Only now the account has a cart, with which it keeps the prices that the page shows.
  await page.request.get('/cart')
  await db
    .updateTable('products')
    .set({ price: rupees(190) })
    .where('id', '=', productId)
    .execute()
  await page.reload()
  await expect(page.getByText('It was ₹200 when you last looked.')).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).tap()
  await expect(page.getByText('when you last looked')).toHaveCount(0)

  await page.goto('/checkout')
  // Stock never moves without a movement, which announces it.
  await db.transaction().execute(async (counting) => {
    await counting.updateTable('products').set({ stockQuantity: 0 }).where('id', '=', productId).execute()
    const movement = { productId, quantity: -3, reason: 'counted', createdAt: new Date() } as const
    await counting.insertInto('stockMovements').values(movement).execute()
  })
  for (const [label, text] of [
    ['Phone', '9845012345'],
    ['Address line 1', '12 Lake View'],
    ['City', 'Kochi'],
    ['PIN code', '682001'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByRole('button', { name: 'Continue to Payment' }).last().tap()
  await expect(page.getByRole('alert')).toContainText(`${name} is out of stock.`)
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toHaveCount(0)
  await expect(page.getByLabel('City')).toHaveValue('Kochi')
})
