/** What pages say about a cart, an order and the network is so. */
import { makeProduct } from '#db/factories/product.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

test.use({ cutsNetwork: true })

test('a product that is gone keeps its name, and what cannot be ordered does not pass step 1', async ({
  page,
}) => {
  const db = shopDatabase()
  const number = 700_000 + Math.floor(Math.random() * 100_000)
  const productId = (await makeProduct(db, { name: 'Foxtail Trial', number, stockQuantity: 3 })) ?? ''
  await newCustomer(page)
  await page.context().addCookies([{ name: 'cart', value: `${number}x1`, url: shopOrigin() }])
  await page.goto('/cart')
  await expect(page.getByRole('status').filter({ hasText: '1 item, ' })).toHaveCount(1)
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
  await page.getByRole('button', { name: 'Continue to Payment' }).last().click()
  await expect(page.getByRole('alert')).toContainText('Foxtail Trial is out of stock.')
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toHaveCount(0)
  await expect(page.getByLabel('City')).toHaveValue('Kochi')
  await page.goto('/checkout')
  await expect(page.getByText('Foxtail Trial is out of stock. Change your cart to continue.')).toBeVisible()

  await page.goto('/cart')
  const told = page.getByRole('status')
  await expect(told.filter({ hasText: 'Nothing in your cart can be ordered right now.' })).toHaveCount(1)
  // Left first: an open page would send the cookie, too.
  await page.goto('about:blank')
  await page.context().addCookies([{ name: 'cart', value: `${number}x2_2x1`, url: shopOrigin() }])
  await page.goto('/cart')
  await expect(told.filter({ hasText: /^1 item, ₹329\.22 in all\. The total leaves out/ })).toHaveCount(1)
  await expect(page.getByRole('main')).toContainText('leaves out 2 items that can’t be ordered right now.')
  await page.goto('/checkout')
  await expect(page.getByRole('main')).toContainText('leaves out 2 items that can’t be ordered right now.')
  await expect(page.getByText('₹329.22')).toBeVisible()

  await db.updateTable('products').set({ isActive: false }).where('number', '=', number).execute()
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Foxtail Trial' })).toBeVisible()
  await expect(page.getByText('We no longer sell this.')).toBeVisible()
  await page.goto('/checkout')
  await expect(page.getByText('We no longer sell Foxtail Trial. Change your cart to continue.')).toBeVisible()
})

test('a filter, a cancelled order and a missing network are told as they are', async ({ page, context }) => {
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
  await expect(page.getByText('Your invoice will be here once')).toBeVisible()
  await expect(page).toHaveURL(`/orders/${id}`)
  await context.setOffline(false)
  await shopDatabase().updateTable('orders').set({ status: 'cancelled' }).where('id', '=', id).execute()
  await page.goto(`/orders/${id}?ask=cancel`)
  await expect(page.getByText('This order has been cancelled.')).toBeVisible()
  await expect(page.getByText('Your invoice will be here once')).toHaveCount(0)
  // Neither can be asked for any more, also by a link that was kept.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/orders/${id}?ask=refund`)
  await expect(page.getByText('This order has been cancelled.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a form or dialog without a network keeps the page with all that was typed, and can be sent later', async ({
  page,
  context,
}) => {
  const told = page.getByRole('alert').filter({ hasText: 'You’re offline. Your cart is safe.' })
  const fields = { 'Full name': 'Meera Nair', Email: `m${Date.now()}@example.com`, Password: 'Ragi-2026x' }
  const fill = async () => {
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByLabel('Confirm password', { exact: true }).fill('Ragi-2026x')
  }
  const expectKept = async () => {
    for (const [label, text] of Object.entries(fields))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled()
    await expect(page).toHaveURL('/auth/signup')
  }
  await page.goto('/auth/signin')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fill()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(told).toBeInViewport({ ratio: 1 })
  await expectKept()
  // Also for links, and for those whose page is fetched ahead.
  await page.getByRole('link', { name: 'Sign in', exact: true }).first().click()
  await expectKept()
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await expect(told).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'offline')
  await expectKept()
  await context.setOffline(false)
  await expect(told).toHaveCount(0)
  // A network that the browser believes in, but nothing arrives.
  await page.route('**/*.data*', (route) => route.abort())
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(told).toBeInViewport({ ratio: 1 })
  await expectKept()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(told).toHaveCount(0)

  await page.goto('/auth/signin?language=hi')
  await page.getByLabel('ईमेल').fill('worker@demo.test')
  await page.getByLabel('पासवर्ड', { exact: true }).fill('Ragi-2026x')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'साइन इन करें', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'नेटवर्क नहीं है।' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('ईमेल')).toHaveValue('worker@demo.test')
  await context.setOffline(false)
})
