/** Picks of a box outlast navigation and appear in a second tab. Another person's sign-in removes them. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeUser } from '#db/factories/user.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, PASSWORD, shopDatabase, shopOrigin, signIn } from '#tests/e2e/signed-in.ts'

const BOX = '/product/00000000-0000-4000-8000-000000000001'

const pick = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const counter = (page: Page) => page.locator('#tastemakers').getByText(/\/10 selected/)
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

test('picks outlast navigation, Back and a second tab until the box is in the cart', async ({
  page,
  context,
}) => {
  await page.goto(BOX)
  for (const name of ['Garam Masala', 'Garam Masala', 'Sambar']) await pick(page, name).tap()
  await page.getByRole('button', { name: 'Increase quantity' }).tap()
  await page.getByRole('link', { name: 'Products', exact: true }).first().tap()
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()
  await page.goBack()
  await expect(counter(page)).toHaveText('3/10 selected')
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue('2')

  const other = await context.newPage()
  await other.goto(BOX)
  await expect(counter(other)).toHaveText('3/10 selected')
  for (let more = 0; more < 7; more += 1) await pick(other, 'Tandoori').tap()
  await expect(counter(page)).toHaveText('10/10 selected')
  await other.getByRole('button', { name: 'Add to Cart' }).tap()
  for (const tab of [page, other]) await expect(counter(tab)).toHaveText('0/10 selected')
  await expect(badge(other)).toHaveAccessibleName('Cart 2 items')
})

test('after an expired session, the next person gets neither cart, basket, picks nor address', async ({
  page,
  context,
}) => {
  const next = `kavya-${randomUUID()}@example.test`
  await makeUser(shopDatabase(), { email: next, password: PASSWORD })
  await newCustomer(page)
  await context.addCookies([{ name: 'cart', value: '2x1', url: shopOrigin() }])
  await page.goto('/checkout')
  await page.getByLabel('Address line 1').fill('12 Lake View')
  const delivery = async () => (await context.cookies()).filter(({ name }) => name === 'delivery')
  await expect.poll(delivery).toHaveLength(2)
  await page.goto(BOX)
  await page.getByRole('button', { name: /^Sambar/ }).tap()
  await expect(page.getByText('1/10 selected')).toBeVisible()
  await context.addCookies([{ name: 'basket', value: '3x1', url: shopOrigin() }])

  await context.clearCookies({ name: /session_token|^account$/ })
  await signIn(page, next)
  await expect(badge(page)).toHaveAccessibleName('Cart')
  await page.goto(BOX)
  await expect(page.getByText('0/10 selected')).toBeVisible()
  expect((await (await page.request.get('/api/cart')).json()).items).toEqual([])
  expect(await delivery()).toEqual([])
})
