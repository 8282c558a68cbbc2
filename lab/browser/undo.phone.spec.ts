/** Undo restores removed lines of the cart, and the scroll position stays. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopOrigin } from '#tests/e2e/signed-in.ts'

test.use({ cutsNetwork: true })

// A cart of three lines.
const CART = '1x2_2x1_3x3'

const cookieCart = async (page: Page) =>
  ((await page.context().cookies()).find(({ name }) => name === 'cart')?.value ?? '').split('~')[0]
const fillCart = (page: Page) => page.context().addCookies([{ name: 'cart', value: CART, url: shopOrigin() }])
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' })
const removes = (page: Page) => page.getByRole('button', { name: /^Remove / })
const scrollPosition = (page: Page) => page.evaluate(() => window.scrollY)
const offer = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('undo restores a removed line and a cleared cart, also without a network', async ({ page, context }) => {
  await newCustomer(page)
  await fillCart(page)
  const syncResponse = page.waitForResponse('**/cart/sync')
  await page.goto('/cart')
  await syncResponse
  await removes(page).nth(1).scrollIntoViewIfNeeded()
  const position = await scrollPosition(page)
  await removes(page).nth(1).tap()
  await expect(removes(page)).toHaveCount(2)
  expect(await scrollPosition(page)).toBe(position)
  await expect(removes(page).nth(1)).toBeFocused()
  await expectAccessible(page, 'undo offered')
  await undo(page).tap()
  await expect(removes(page)).toHaveCount(3)
  await expect.poll(() => cookieCart(page)).toBe(CART)
  await expect(undo(page)).toBeHidden()

  // After a second removal Undo restores both, also after a reload.
  for (const left of [2, 1]) {
    await removes(page).first().tap()
    await expect(removes(page)).toHaveCount(left)
  }
  await page.reload()
  await expect(offer(page, 'Removed 3 items.')).toBeInViewport()
  await undo(page).tap()
  await expect(removes(page)).toHaveCount(3)
  await expect.poll(() => cookieCart(page)).toBe(CART)

  // With the keyboard the focus moves to Undo, which then stays visible.
  await page.getByRole('button', { name: 'Clear Cart' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeInViewport()
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(removes(page)).toHaveCount(3)
  // The account has the cart too: a browser without a cart receives it.
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
