/** Card orders that wait for their payment, and orders that are ordered again. */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, newCustomer, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

test.use({ cutsNetwork: true })

const RAGI = 'Ragi Meal Mix'

const short = (orderId: string) => `#${orderId.slice(0, 8)}`
const waits = (page: Page, orderId: string) =>
  page.getByText(`Your order ${short(orderId)} waits for payment until`)

async function look(page: Page, state: string): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, state)
}

async function productAt(column: 'number' | 'name', value: string | number): Promise<{ id: string }> {
  return shopDatabase()
    .selectFrom('products')
    .select('id')
    .where(column, '=', value)
    .executeTakeFirstOrThrow()
}

/** The time to pay for this order is over. */
async function endHold(orderId: string): Promise<void> {
  await sql`update payment_intents set hold_until = now() where order_id = ${orderId}`.execute(shopDatabase())
}

/** Nothing on the page pays, changes to cash or cancels. */
async function expectNoOtherWay(page: Page): Promise<void> {
  await expect(page.getByText('We are confirming your payment with your bank.')).toBeVisible()
  for (const name of [/^Pay\b/, /^Cancel\b/]) {
    await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveCount(0)
  }
}

test('a placed card order is found again after Back, a decline and the end of its hold', async ({ page }) => {
  await newCustomer(page)
  await page.clock.install()
  await page.context().addCookies([{ name: 'cart', value: '2x1', url: shopOrigin() }])
  await page.goto('/checkout')
  await page.getByLabel('Phone').fill('9845012345')
  await page.getByLabel('Address line 1').fill('12 Lake View')
  await page.getByLabel('City').fill('Kochi')
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByLabel('PIN code').fill('682001')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByRole('radio', { name: /^Card/ }).check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/checkout\/pay\//)
  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(waits(page, orderId)).toBeVisible()
  for (const path of ['/cart', '/orders', `/orders/${orderId}`]) {
    await page.goto(path)
    await expect(waits(page, orderId)).toBeVisible()
  }

  await page.getByRole('link', { name: /^Pay ₹/ }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('radio', { name: /^Decline/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Payment failed: The bank declined the card. You have not been charged.',
  )
  await expect(page.getByRole('link', { name: 'Pay in cash instead' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cancel/ })).toBeVisible()
  await expect(page.getByText('Time left to pay: 15 minutes')).toBeVisible()
  await look(page, 'declined')

  await page.clock.fastForward('10:30')
  await expect(page.getByText('Time left to pay: 5 minutes')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '5 minutes left to pay' })).toBeAttached()
  const tab = await page.context().newPage()
  await tab.goto(`/orders/${orderId}`)
  await expect(waits(tab, orderId)).toBeVisible()
  await endHold(orderId)
  await page.clock.fastForward('16:00')
  for (const one of [page, tab])
    await expect(one.getByText(`Your order ${short(orderId)} wasn’t paid in time.`)).toBeVisible()
  await tab.close()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await look(page, 'lapsed')
  await page.getByRole('button', { name: 'Put these items back in your cart' }).click()
  await expect(page).toHaveURL(/\/cart/)
  await expect(page.getByText(`The items of order ${short(orderId)} are in your cart.`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: RAGI }).first()).toBeVisible()
})

test('while a payment is being confirmed, nothing else is offered, on no page and in no tab', async ({
  page,
}) => {
  await newCustomer(page)
  const orderId = await orderRagi(page, 'card')
  await page.goto(`/checkout/pay/${orderId}`)
  await page.getByRole('button', { name: /^Pay/ }).click()
  // Twenty minutes later, whatever this test takes.
  await page.getByRole('radio', { name: /^Approve too late/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`/checkout/pay/${orderId}`)
  await expectNoOtherWay(page)
  const tab = await page.context().newPage()
  for (const path of ['/cart', '/checkout', '/orders', `/orders/${orderId}`, `/orders/${orderId}?ask=cash`]) {
    await tab.goto(path)
    await expectNoOtherWay(tab)
  }
  await look(tab, 'confirming')
  await page.context().setOffline(true)
  await expect(page.getByText('You’re offline. This page goes on by itself')).toBeVisible()
  await expectNoOtherWay(page)
  await page.context().setOffline(false)
  await sql`update payment_intents set confirming_since = now() - interval '5 minutes'
    where order_id = ${orderId}`.execute(shopDatabase())
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
  await tab.goto(`/orders/${orderId}?ask=cancel`)
  await sql`update payment_intents set confirming_since = now() where order_id = ${orderId}`.execute(
    shopDatabase(),
  )
  await tab.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(tab.getByRole('alert')).toContainText('We are confirming your payment with your bank.')
  await expect(tab.getByText('nothing to refund')).toHaveCount(0)
  await sql`update payment_intents set confirming_since = null where order_id = ${orderId}`.execute(
    shopDatabase(),
  )
  await tab.goto(`/orders/${orderId}?ask=cancel`)
  await tab.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page).toHaveURL(`/orders/${orderId}`)
  await expect(page.getByRole('main')).toContainText('Not paid')
})

/** The first post of the page's forms reaches the shop, but its answer does not reach the page. */
async function loseAnswer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const post = (event: SubmitEvent) => {
      event.preventDefault()
      const form = event.target as HTMLFormElement
      const body = new URLSearchParams([...new FormData(form)] as [string, string][])
      void fetch(form.action, { method: 'POST', body, redirect: 'manual' })
    }
    document.addEventListener('submit', post, { once: true })
  })
}

test('a second tap of “Order again” adds nothing, also when the page has refreshed itself meanwhile', async ({
  page,
}) => {
  await newCustomer(page)
  const orderId = await orderRagi(page)
  await page.goto(`/orders/${orderId}`)
  await expect(page.getByText('This page updates by itself.')).toBeVisible()
  await loseAnswer(page)
  const again = page.getByRole('button', { name: /^Order again/ })
  const posted = page.waitForResponse((response) => response.request().method() === 'POST')
  await again.tap()
  await posted
  expect((await asAdmin('PUT', `/orders/${orderId}`, { status: 'processing' })).status).toBe(200)
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Processing')
  await again.tap()
  await expect(page).toHaveURL(/\/cart\?again=/)
  await expect(page.getByRole('main').getByRole('spinbutton')).toHaveValue('1')
})

test('an earlier order is ordered again beside what the cart holds, and the cart says what has changed', async ({
  page,
}) => {
  await newCustomer(page)
  const orderId = await orderRagi(page)
  await sql`update order_items set unit_price = 10000, total_price = 10000
    where order_id = ${orderId}`.execute(shopDatabase())
  await page.context().addCookies([{ name: 'cart', value: '2x1', url: shopOrigin() }])
  await page.goto('/orders')
  await page.getByRole('button', { name: /^Order again/ }).tap()
  await expect(page).toHaveURL(/\/cart\?again=/)
  const quantity = page.getByRole('main').getByRole('spinbutton')
  await expect(quantity).toHaveValue('2')
  await expect(page.getByText('was ₹100 then and is ₹')).toBeVisible()
  await look(page, 'again')
  await page.reload()
  await expect(quantity).toHaveValue('2')

  // A box that takes other picks now is begun with those of the order.
  const [box, garam] = await Promise.all([productAt('number', 1), productAt('name', 'Garam Masala')])
  const { rows } = await sql<{ id: string }>`update order_items set product_id = ${box.id}::uuid
    where order_id = ${orderId} returning id`.execute(shopDatabase())
  await sql`insert into order_item_tastemakers (order_item_id, product_id, name, count, position)
    values (${rows[0]?.id}::uuid, ${garam.id}::uuid, 'Garam Masala', 3, 1)`.execute(shopDatabase())
  await page.goto(`/cart?again=${orderId}`)
  await page.getByRole('link', { name: 'Pick again' }).click()
  await expect(page.getByText('3/10 selected').first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a waiting card order is paid in cash, cancelled, or put back by forms alone', async ({ page }) => {
    await newCustomer(page)
    const [cash, cancelled, lapsed] = [
      await orderRagi(page, 'card'),
      await orderRagi(page, 'card'),
      await orderRagi(page, 'card'),
    ]
    await page.goto('/cart')
    await page.getByRole('link', { name: `Pay in cash instead for order ${short(cash)}` }).click()
    await page.getByRole('button', { name: 'Pay in cash' }).click()
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Cash on Delivery')
    await page.goto(`/checkout/pay/${cash}`)
    await expect(page).toHaveURL(`/orders/${cash}`)
    await expect(page.getByRole('main')).toContainText('Changed to cash on delivery')

    await page.goto('/orders')
    await page.getByRole('link', { name: `Cancel order ${short(cancelled)}` }).click()
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await expect(page.getByText('This order has been cancelled.')).toBeVisible()

    await endHold(lapsed)
    await page.goto('/cart')
    await expect(waits(page, lapsed)).toHaveCount(0)
    await page.getByRole('button', { name: 'Put these items back in your cart' }).click()
    await expect(page.getByRole('main').getByRole('spinbutton')).toHaveValue('1')
    await page.goto(`/orders/${lapsed}`)
    await page.getByRole('button', { name: 'Put these items back in your cart' }).click()
    await expect(page.getByRole('main').getByRole('spinbutton')).toHaveValue('1')
  })
})
