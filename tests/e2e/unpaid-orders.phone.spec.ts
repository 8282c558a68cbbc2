import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase } from '#tests/e2e/signed-in.ts'

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
  await page.goto('/product/ragi-mix')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.goto('/checkout')
  await page.getByLabel('Full name').fill('Meera Nair')
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
    await look(page, 'waiting')
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
  await look(page, 'put back')
})

const offline = test.extend({ cutsNetwork: true })

offline(
  'while a payment is being confirmed, nothing else is offered, on no page and in no tab',
  async ({ page }) => {
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
    for (const path of [
      '/cart',
      '/checkout',
      '/orders',
      `/orders/${orderId}`,
      `/orders/${orderId}?ask=cash`,
    ]) {
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
  },
)

test('an earlier order is ordered again beside what the cart holds, once, and says what has changed', async ({
  page,
  baseURL,
}) => {
  await newCustomer(page)
  const orderId = await orderRagi(page)
  await sql`update order_items set unit_price = 10000, total_price = 10000
    where order_id = ${orderId}`.execute(shopDatabase())
  await page.goto('/product/ragi-mix')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.goto('/orders')
  await expect(page.getByRole('button', { name: /^Order again/ })).toBeVisible()
  await look(page, 'orders')
  // The page asks for the account's cart while the form is sent, which is sent twice: a double tap.
  const sent = Promise.withResolvers<void>()
  await page.route('**/cart/sync', async (route) => {
    await sent.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/cart/sync')
  await page.goto(`/orders/${orderId}`)
  await asked
  const form = { intent: 'again', cart: await page.locator('input[name=cart]').first().inputValue() }
  const again = () =>
    page.request.post(`/orders/${orderId}`, { form, headers: { origin: baseURL ?? '' }, maxRedirects: 0 })
  await Promise.all([again(), again()])
  let answers = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/cart/sync')) answers += 1
  })
  sent.resolve()
  // It asks once more, because its cart has changed meanwhile.
  await expect.poll(() => answers).toBe(2)
  await page.getByRole('button', { name: /^Order again/ }).click()
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

  // A step that the order skipped is not called done.
  await sql`insert into order_events (order_id, to_status, created_at) values (${orderId}, 'shipped', now())`.execute(
    shopDatabase(),
  )
  await sql`update orders set status = 'shipped' where id = ${orderId}`.execute(shopDatabase())
  await page.goto(`/orders/${orderId}`)
  const steps = page.getByRole('list', { name: 'Order progress' }).getByRole('listitem')
  await expect(steps.filter({ hasText: 'Shipped' })).toContainText('Now here')
  await expect(steps.filter({ hasText: 'Processing' })).not.toContainText('Done')
  await look(page, 'a step skipped')
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
