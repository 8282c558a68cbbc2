/** Pages without a network, and lists and orders that have nothing to show, say so. */
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase } from '#tests/e2e/signed-in.ts'

test.use({ cutsNetwork: true })

test('a filter without orders, a cancelled order and a missing network', async ({ page, context }) => {
  await newCustomer(page)
  const id = await orderRagi(page)
  await page.goto('/orders?status=delivered')
  await expect(page.getByText('None of your orders is delivered.')).toBeVisible()
  await page.goto('/orders?q=ffffffff')
  await expect(page.getByText('An order ID is made of')).toBeVisible()
  await page.goto(`/orders/${id}`)
  await expect(page.getByText('Your invoice will be here once')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.locator('a[href$="?ask=cancel"]').first().click()
  await expect(page.getByText('You’re offline. Your cart is safe.')).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(`/orders/${id}`)
  await context.setOffline(false)
  await shopDatabase().updateTable('orders').set({ status: 'cancelled' }).where('id', '=', id).execute()
  // Neither can be requested any more, also by a link that was kept.
  for (const ask of ['cancel', 'refund']) {
    await page.goto(`/orders/${id}?ask=${ask}`)
    await expect(page.getByText('This order has been cancelled.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('a form without a network keeps everything typed, and can be sent later', async ({ page, context }) => {
  const offline = page.getByRole('alert').filter({ hasText: 'You’re offline. Your cart is safe.' })
  const fields = { 'Full name': 'Meera Nair', Email: `m${Date.now()}@example.com`, Password: 'Ragi-2026x' }
  const create = page.getByRole('button', { name: 'Create Account' })
  const expectKept = async () => {
    for (const [label, text] of Object.entries(fields))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
    await expect(create).toBeEnabled()
    await expect(page).toHaveURL('/auth/signup')
  }
  await page.goto('/auth/signup')
  for (const [label, text] of Object.entries({ ...fields, 'Confirm password': 'Ragi-2026x' }))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await create.tap()
  await expect(offline).toBeInViewport({ ratio: 1 })
  await expectKept()
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).tap()
  await expect(offline).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'offline')
  await expectKept()
  await context.setOffline(false)
  await expect(offline).toHaveCount(0)
  // The browser has a network, but nothing arrives.
  await page.route('**/*.data*', (route) => route.abort())
  await create.tap()
  await expect(offline).toBeInViewport({ ratio: 1 })
  await expectKept()
  await page.unrouteAll()
  await create.tap()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(offline).toHaveCount(0)
})
