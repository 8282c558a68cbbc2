/** What is removed from the cart or the address book can be put back, and the view stays where it was. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

// Three of them, one a box with its picks.
const CART = '1x2_2x1_3x3'

const cookieCart = async (page: Page) =>
  ((await page.context().cookies()).find(({ name }) => name === 'cart')?.value ?? '').split('~')[0]
const fillCart = (page: Page) => page.context().addCookies([{ name: 'cart', value: CART, url: shopOrigin() }])
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' })
const removes = (page: Page) => page.getByRole('button', { name: /^Remove / })
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

const offline = test.extend({ cutsNetwork: true })

offline('what is removed without a network can be put back', async ({ page, context }) => {
  await newCustomer(page)
  await fillCart(page)
  await page.goto('/cart')
  await expect(removes(page)).toHaveCount(3)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Clear Cart' }).tap()
  await expect(page.getByText('You’re offline. Your cart is safe.')).toBeInViewport({ ratio: 1 })
  await undo(page).tap()
  await expect(removes(page)).toHaveCount(3)
  expect(await cookieCart(page)).toBe(CART)
  await context.setOffline(false)
})

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

  // A second removal keeps the first one's undo, and a reload offers both.
  await removes(page).first().tap()
  await expect(removes(page)).toHaveCount(2)
  await removes(page).first().tap()
  await expect(removes(page)).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'Removed 3 items' })).toBeInViewport()
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Removed 3 items.' })).toBeInViewport()
  await undo(page).tap()
  await expect(removes(page)).toHaveCount(3)
  await expect.poll(() => cookieCart(page)).toBe(CART)
  await expect(undo(page)).toHaveCount(0)

  const clear = page.getByRole('button', { name: 'Clear Cart' })
  await clear.scrollIntoViewIfNeeded()
  const low = await scrolled(page)
  expect(low).toBeGreaterThan(0)
  // By keyboard the focus goes to Undo, whose time stands still.
  await clear.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeInViewport()
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
    await removes(page).nth(1).click()
    await expect(page.getByRole('status').filter({ hasText: 'Removed 4 items.' })).toBeInViewport()
    await undo(page).click()
    await expect(undo(page)).toHaveCount(0)
    expect(await cookieCart(page)).toBe(CART)
    await page.getByRole('button', { name: 'Clear Cart' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Removed 6 items.' })).toBeInViewport()
    await undo(page).click()
    expect(await cookieCart(page)).toBe(CART)
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'addresses' : 'addresses without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('removed addresses come back as they were, to their owner only', async ({ page }) => {
      const email = await newCustomer(page)
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
      // From before today's rules: the PIN code is not one of the state.
      const old = { phone: '12345', postalCode: '110001' }
      const db = shopDatabase()
      const { id } = await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      await db.updateTable('savedAddresses').set(old).where('userId', '=', id).execute()
      await page.reload()
      const rows = page.locator('#addresses li')
      const first = rows.filter({ hasText: '12 Lake View' })
      await expect(first).toContainText('Default')
      const remove = async (street: string) => {
        await page.getByText(`Remove ${street}`, { exact: true }).click()
        await page.getByRole('button', { name: `Yes, remove it ${street}` }).click()
      }
      await remove('12 Lake View')
      await expect(rows).toHaveCount(1)
      const offer = (text: string) => page.getByRole('status').filter({ hasText: text })
      await expect(offer('Removed 12 Lake View.')).toBeInViewport()
      await remove('9 Hill Road')
      await expect(offer('Removed 2 addresses.')).toBeInViewport()
      await expect(undo(page)).toHaveCount(1)
      const theirs = await page.context().cookies()
      await page.reload()
      await expect(offer('Removed 2 addresses.')).toHaveCount(1)
      await undo(page).click()
      await expect(rows).toHaveCount(2)
      await expect(offer('Back in your addresses')).toHaveCount(1)
      await expect(first).toContainText('Default')
      await expect(first).toContainText('Kochi, Kerala 110001')
      await expect(undo(page)).toHaveCount(0)
      // The same offer where it was not loaded with the page.
      await remove('9 Hill Road')
      await expect(rows).toHaveCount(1)
      await undo(page).click()
      await expect(rows).toHaveCount(2)

      await newCustomer(page)
      const kept = theirs.find(({ name }) => name === 'address_undo')
      if (!kept) throw new Error('nothing kept')
      await page.context().addCookies([kept])
      await page.goto('/profile')
      await expect(undo(page)).toHaveCount(0)
      const headers = { origin: shopOrigin() }
      const form = { intent: 'restore', removed: decodeURIComponent(kept.value) }
      await page.request.post('/profile/addresses/removed', { form, headers })
      await page.goto('/profile')
      await expect(page.locator('#addresses')).toContainText('No saved addresses yet.')
    })
  })
}
