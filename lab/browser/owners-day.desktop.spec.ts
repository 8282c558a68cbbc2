/** Counts the presses and entries of an owner's day: ships orders, then handles a refund, a message and other tasks. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { DASHBOARD, newOrders, newProduct, setStatus, shortId, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopOrigin } from '#tests/e2e/signed-in.ts'

/** Counts a person's actions: each press, and each field that is filled in or chosen. */
function newActionCounter() {
  let actions = 0
  return {
    press: async (target: Locator) => {
      actions += 1
      await target.click()
    },
    enter: async (target: Locator, text: string) => {
      actions += 1
      await target.fill(text)
    },
    choose: async (target: Locator, label: string) => {
      actions += 1
      await target.selectOption(label)
    },
    /** Returns the number of actions since the last call. */
    takeCount: () => {
      const count = actions
      actions = 0
      return count
    },
    add: (more: number) => {
      actions += more
    },
  }
}

type ActionCounter = ReturnType<typeof newActionCounter>

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

/** Creates ten orders to ship, a delivered order, an order to cancel, a message and a product to count. */
async function newMorningWork(page: Page) {
  const { ids } = await newOrders(12)
  const [toCancel, delivered = '', ...toShip] = ids
  for (const status of ['processing', 'shipped', 'delivered']) await setStatus([delivered], status)
  const customer = `Meera ${randomUUID().slice(0, 6)}`
  const answer = await page.request.post('/api/contact-messages', {
    headers: { origin: shopOrigin() },
    data: {
      ...{ name: customer, email: `${randomUUID()}@example.test`, subject: 'customer-service' },
      message: 'Is the ragi roasted?',
    },
  })
  expect(answer.ok()).toBe(true)
  const { name: countedProduct } = await newProduct()
  await signInAdmin(page)
  return { toCancel, delivered, toShip, customer, countedProduct }
}

test('an owner ships ten orders with labels in at most two actions each, and finishes the other tasks of the day', async ({
  page,
}) => {
  const { toCancel, delivered, toShip, customer, countedProduct } = await newMorningWork(page)
  const counter = newActionCounter()
  await page.goto(DASHBOARD)
  await expect(main(page).getByRole('heading', { name: 'To do' })).toBeVisible()

  await shipAll(page, toShip, counter)
  expect(counter.takeCount()).toBeLessThanOrEqual(2 * toShip.length)

  await page.goto(`${DASHBOARD}/orders/${toCancel}`)
  await counter.choose(page.getByLabel('Order status'), 'Cancelled')
  await counter.press(button(page, 'Update status'))
  const question = page.getByRole('dialog', { name: `Cancel order ${shortId(toCancel)}?` })
  await counter.press(question.getByRole('button', { name: 'Cancel the order' }))
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
  expect(counter.takeCount()).toBeLessThanOrEqual(3)

  await page.goto(`${DASHBOARD}/orders/${delivered}`)
  await counter.press(main(page).getByText('Refund this order', { exact: true }))
  await counter.enter(page.getByLabel('Details'), 'The pouch was open')
  await counter.enter(page.getByLabel('Amount to refund, in rupees'), '50')
  await counter.press(button(page, 'Refund'))
  await counter.press(
    page.getByRole('dialog', { name: 'Refund ₹50' }).getByRole('button', { name: 'Refund ₹50' }),
  )
  await expect(page.getByRole('table', { name: 'Payments and refunds' })).toContainText('−₹50')
  expect(counter.takeCount()).toBeLessThanOrEqual(5)

  await page.goto(`${DASHBOARD}/messages`)
  await counter.press(page.getByRole('row').filter({ hasText: customer }).getByRole('link').first())
  await counter.enter(page.getByLabel(`Answer to ${customer}`), 'Yes, before it is milled.')
  await counter.press(page.getByRole('button', { name: 'Send answer' }))
  await expect(page.getByText('Answer sent')).toBeVisible()
  expect(counter.takeCount()).toBeLessThanOrEqual(3)

  await page.goto(`${DASHBOARD}/stock-count`)
  await counter.enter(page.getByLabel(`Counted units of ${countedProduct}`, { exact: true }), '64')
  await counter.enter(page.getByLabel('Reason'), 'Month end')
  await counter.press(button(page, 'Check the differences'))
  await counter.press(page.getByRole('dialog').getByRole('button', { name: 'Change the levels' }))
  await expect(page.getByText('Stock levels changed as counted')).toBeVisible()
  expect(counter.takeCount()).toBeLessThanOrEqual(4)

  await page.goto(`${DASHBOARD}/products/new?copy=${seedId(2)}`)
  await counter.enter(page.getByLabel('Name', { exact: true }), `Kodo Mix ${randomUUID().slice(0, 6)}`)
  await counter.enter(page.getByLabel('Stock', { exact: true }), '20')
  await counter.press(page.getByRole('button', { name: 'Add Product', exact: true }))
  await expect(page.getByText('Product added')).toBeVisible()
  expect(counter.takeCount()).toBeLessThanOrEqual(3)

  await page.goto(`${DASHBOARD}/coupons/new`)
  const coupon = page.getByRole('dialog')
  await counter.enter(coupon.getByLabel('Code', { exact: true }), `DAY-${randomUUID().slice(0, 6)}`)
  await counter.enter(coupon.getByLabel('Name', { exact: true }), 'The day')
  await counter.enter(coupon.getByLabel('Discount value'), '10')
  await counter.press(coupon.getByRole('button', { name: 'Add Coupon' }))
  await expect(page.getByText('Coupon added')).toBeVisible()
  expect(counter.takeCount()).toBeLessThanOrEqual(4)
})

/** Confirms, labels, packs and ships all orders, each stage at once; each parcel gets a tracking number. */
async function shipAll(page: Page, ids: readonly string[], counter: ActionCounter): Promise<void> {
  const orderParams = ids.map((id) => `&order=${id}`).join('')
  await page.goto(`${DASHBOARD}/packing?stage=confirm${orderParams}`)
  await expect(page.getByText(`${ids.length} of ${ids.length} orders`)).toBeVisible()
  await counter.press(button(page, 'Confirm'))
  await expect(page.getByText(`${ids.length} orders confirmed.`)).toBeVisible()
  const opened = page.waitForEvent('popup')
  await counter.press(button(page, 'Labels, A4'))
  const labels = await opened
  await expect(labels.getByRole('region', { name: /^Address label of order/ })).toHaveCount(ids.length)
  await labels.evaluate(() => {
    window.print = () => {}
  })
  await counter.press(labels.getByRole('button', { name: 'Print and mark as printed' }))
  await expect(labels.getByText(`${ids.length} orders marked as printed.`)).toBeVisible()
  await labels.close()
  await counter.press(button(page, 'Mark as packed'))
  await expect(page.getByText(`${ids.length} orders packed.`)).toBeVisible()
  const numbers = page.getByRole('textbox', { name: /^Tracking number of/ })
  await numbers.first().focus()
  for (const id of ids) {
    counter.add(1)
    await page.keyboard.type(`AWB-${id.slice(0, 8)}`)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Mark as shipped' })).toBeFocused()
  counter.add(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${ids.length} orders shipped.`)).toBeVisible()
  await page.goto(`${DASHBOARD}/orders/${ids[0]}`)
  await expect(page.getByText(`AWB-${ids[0]?.slice(0, 8)}`).first()).toBeVisible()
}
