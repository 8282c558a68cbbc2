/** What is removed from the cart or the address book can be put back, and the view stays where it was. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopOrigin } from '#tests/e2e/signed-in.ts'

// Three of them, one a box with its picks.
const CART = '1x2_2x1_3x3'

const cookieCart = async (page: Page) =>
  ((await page.context().cookies()).find(({ name }) => name === 'cart')?.value ?? '').split('~')[0]
const fillCart = (page: Page) => page.context().addCookies([{ name: 'cart', value: CART, url: shopOrigin() }])
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' })
const removes = (page: Page) => page.getByRole('button', { name: /^Remove / })
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

test('a removed line and a cleared cart come back as they were, with the sync of an account', async ({
  page,
}) => {
  await newCustomer(page)
  await fillCart(page)
  await page.goto('/cart')
  await expect(removes(page)).toHaveCount(3)
  await expect
    .poll(() =>
      page
        .context()
        .cookies()
        .then((all) => all.some(({ value }) => value.includes('~'))),
    )
    .toBe(true)
  await removes(page).nth(1).scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  const synced = page.waitForResponse('**/cart/sync')
  await removes(page).nth(1).tap()
  await expect(removes(page)).toHaveCount(2)
  expect(await scrolled(page)).toBe(before)
  await expect(removes(page).nth(1)).toBeFocused()
  await synced
  await expectAccessible(page, 'undo offered')
  await undo(page).tap()
  await expect(removes(page)).toHaveCount(3)
  await expect.poll(() => cookieCart(page)).toBe(CART)
  await expect(undo(page)).toBeHidden()

  const clear = page.getByRole('button', { name: 'Clear Cart' })
  await clear.scrollIntoViewIfNeeded()
  const low = await scrolled(page)
  expect(low).toBeGreaterThan(0)
  // By keyboard the focus goes to Undo, whose time stands still.
  await clear.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(removes(page)).toHaveCount(3)
  await expect.poll(() => scrolled(page)).toBe(low)
  // The account has it, too: a browser without a cart gets it.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const answer = await fetch('/cart/sync', { method: 'POST', body: new URLSearchParams() })
        return (await answer.json())?.written
      }),
    )
    .toBe(CART)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the next page offers to undo', async ({ page }) => {
    await fillCart(page)
    await page.goto('/cart')
    await removes(page).nth(1).click()
    await expect(page.getByRole('status').filter({ hasText: 'Removed ' })).toBeInViewport()
    await undo(page).click()
    await expect(undo(page)).toHaveCount(0)
    expect(await cookieCart(page)).toBe(CART)
    await page.getByRole('button', { name: 'Clear Cart' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Removed 3 items.' })).toBeInViewport()
    await undo(page).click()
    expect(await cookieCart(page)).toBe(CART)
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'addresses' : 'addresses without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a removed address comes back with its mark, to its owner only', async ({ page }) => {
      await newCustomer(page)
      for (const street of ['12 Lake View', '9 Hill Road']) {
        await page.goto('/profile/addresses/new')
        await page.getByLabel('Phone').fill('9845012345')
        await page.getByLabel('Address line 1').fill(street)
        await page.getByLabel('City').fill('Kochi')
        await page.getByLabel('State').selectOption('Kerala')
        await page.getByLabel('PIN code').fill('682001')
        await page.getByRole('button', { name: 'Save address' }).click()
        await expect(page.getByRole('status').filter({ hasText: 'Address saved' })).toBeInViewport()
      }
      const rows = page.locator('#addresses li')
      const first = rows.filter({ hasText: '12 Lake View' })
      await expect(first).toContainText('Default')
      await page.getByText('Remove 12 Lake View', { exact: true }).click()
      await page.getByRole('button', { name: 'Yes, remove it 12 Lake View' }).click()
      await expect(rows).toHaveCount(1)
      await expect(undo(page)).toBeInViewport()
      const theirs = await page.context().cookies()
      await undo(page).click()
      await expect(rows).toHaveCount(2)
      await expect(first).toContainText('Default')
      await expect(undo(page)).toHaveCount(0)

      await newCustomer(page)
      const kept = theirs.find(({ name }) => name === 'address_undo')
      if (!kept) throw new Error('nothing kept')
      await page.context().addCookies([kept])
      await page.goto('/profile')
      await expect(undo(page)).toHaveCount(0)
      const headers = { origin: shopOrigin() }
      await page.request.post('/profile/addresses/removed', { form: { intent: 'restore' }, headers })
      await page.goto('/profile')
      await expect(page.locator('#addresses')).toContainText('No saved addresses yet.')
    })
  })
}
