/** Lines removed from the cart and addresses removed from the address book can be put back, and the view stays in place. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopOrigin } from '#tests/e2e/signed-in.ts'

test.use({ cutsNetwork: true })

// Three of them, one a box with its picks.
const CART = '1x2_2x1_3x3'

const cookieCart = async (page: Page) =>
  ((await page.context().cookies()).find(({ name }) => name === 'cart')?.value ?? '').split('~')[0]
const fillCart = (page: Page) => page.context().addCookies([{ name: 'cart', value: CART, url: shopOrigin() }])
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' })
const removes = (page: Page) => page.getByRole('button', { name: /^Remove / })
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)
const offer = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a removed line and a cleared cart come back as they were, without a network too', async ({
  page,
  context,
}) => {
  await newCustomer(page)
  await fillCart(page)
  const synced = page.waitForResponse('**/cart/sync')
  await page.goto('/cart')
  await synced
  await removes(page).nth(1).scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  await removes(page).nth(1).tap()
  await expect(removes(page)).toHaveCount(2)
  expect(await scrolled(page)).toBe(before)
  await expect(removes(page).nth(1)).toBeFocused()
  await expectAccessible(page, 'undo offered')
  await undo(page).tap()
  await expect(removes(page)).toHaveCount(3)
  await expect.poll(() => cookieCart(page)).toBe(CART)
  await expect(undo(page)).toBeHidden()

  // A second removal keeps the first one's undo, and a reload offers both.
  for (const left of [2, 1]) {
    await removes(page).first().tap()
    await expect(removes(page)).toHaveCount(left)
  }
  await page.reload()
  await expect(offer(page, 'Removed 3 items.')).toBeInViewport()
  await undo(page).tap()
  await expect(removes(page)).toHaveCount(3)
  await expect.poll(() => cookieCart(page)).toBe(CART)

  // By keyboard the focus goes to Undo, which then stays.
  await page.getByRole('button', { name: 'Clear Cart' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeInViewport()
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(removes(page)).toHaveCount(3)
  // The account has it, too: a browser without a cart gets it.
  const accountCart = async () => {
    const answer = await page.request.post('/cart/sync', { headers: { origin: shopOrigin() }, form: {} })
    return (await answer.json())?.written
  }
  await expect.poll(accountCart).toBe(CART)

  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Clear Cart' }).tap()
  await expect(page.getByText('You’re offline. Your cart is safe.')).toBeInViewport({ ratio: 1 })
  await undo(page).tap()
  await expect(removes(page)).toHaveCount(3)
  expect(await cookieCart(page)).toBe(CART)
  await context.setOffline(false)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the next page offers to undo', async ({ page }) => {
    await fillCart(page)
    await page.goto('/cart')
    await removes(page).nth(1).click()
    await removes(page).nth(1).click()
    await expect(offer(page, 'Removed 4 items.')).toBeInViewport()
    await undo(page).click()
    await expect(undo(page)).toHaveCount(0)
    expect(await cookieCart(page)).toBe(CART)
    await page.getByRole('button', { name: 'Clear Cart' }).click()
    await expect(offer(page, 'Removed 6 items.')).toBeInViewport()
    await undo(page).click()
    expect(await cookieCart(page)).toBe(CART)
  })
})

test('removed addresses come back as they were, to their owner only', async ({ page }) => {
  await newCustomer(page)
  for (const street of ['12 Lake View', '9 Hill Road']) {
    await page.goto('/profile/addresses/new')
    await page.getByLabel('Phone').fill('9845012345')
    await page.getByLabel('Address line 1').fill(street)
    await page.getByLabel('City').fill('Kochi')
    await page.getByLabel('State').selectOption('Kerala')
    await page.getByLabel('PIN code').fill('682001')
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(offer(page, 'Address saved')).toBeInViewport()
  }
  const rows = page.locator('#addresses li')
  const first = rows.filter({ hasText: '12 Lake View' })
  await expect(first).toContainText('Default')
  const remove = async (street: string) => {
    await page.getByText(`Remove ${street}`, { exact: true }).click()
    await page.getByRole('button', { name: `Yes, remove it ${street}` }).click()
  }
  await remove('12 Lake View')
  await expect(offer(page, 'Removed 12 Lake View.')).toBeInViewport()
  await remove('9 Hill Road')
  await expect(offer(page, 'Removed 2 addresses.')).toBeInViewport()
  const cookies = await page.context().cookies()
  await page.reload()
  await undo(page).click()
  await expect(rows).toHaveCount(2)
  await expect(offer(page, 'Back in your addresses')).toHaveCount(1)
  await expect(first).toContainText('Default')
  await expect(undo(page)).toHaveCount(0)

  await newCustomer(page)
  const removed = cookies.find(({ name }) => name === 'address_undo')
  if (!removed) throw new Error('the browser has no removed addresses')
  await page.context().addCookies([removed])
  await page.goto('/profile')
  await expect(undo(page)).toHaveCount(0)
  const form = { intent: 'restore', removed: decodeURIComponent(removed.value) }
  await page.request.post('/profile/addresses/removed', { form, headers: { origin: shopOrigin() } })
  await page.goto('/profile')
  await expect(page.locator('#addresses')).toContainText('No saved addresses yet.')
})
