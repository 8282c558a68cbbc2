/** The owner's day: orders from paid to shipped, and what else waits, with the presses and entries that each takes. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { DASHBOARD, newOrders, newProduct, setStatus, short, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopOrigin } from '#tests/e2e/signed-in.ts'

/** Counts what a person does: each press, and each field that is filled in or chosen. */
function countedHands() {
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
    /** How many since the last call. */
    taken: () => {
      const count = actions
      actions = 0
      return count
    },
    add: (more: number) => {
      actions += more
    },
  }
}

type Hands = ReturnType<typeof countedHands>

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

/** Ten orders to ship, a delivered order, an order to cancel, and a message. */
async function aMorning(page: Page) {
  const { ids } = await newOrders(12)
  const [toCancel, delivered = '', ...toShip] = ids
  for (const status of ['processing', 'shipped', 'delivered']) await setStatus([delivered], status)
  const asker = `Meera ${randomUUID().slice(0, 6)}`
  const answer = await page.request.post('/api/contact-messages', {
    headers: { origin: shopOrigin() },
    data: {
      ...{ name: asker, email: `${randomUUID()}@example.test`, subject: 'customer-service' },
      message: 'Is the ragi roasted?',
    },
  })
  expect(answer.ok()).toBe(true)
  const { name: counted } = await newProduct()
  await signInAdmin(page)
  return { toCancel, delivered, toShip, asker, counted }
}

test('an owner’s day: ten orders shipped with labels in at most two actions each, and all else that waits', async ({
  page,
}) => {
  const { toCancel, delivered, toShip, asker, counted } = await aMorning(page)
  const hands = countedHands()
  await page.goto(DASHBOARD)
  await expect(main(page).getByRole('heading', { name: 'To do' })).toBeVisible()

  await shipAll(page, toShip, hands)
  expect(hands.taken()).toBeLessThanOrEqual(2 * toShip.length)

  await page.goto(`${DASHBOARD}/orders/${toCancel}`)
  await hands.choose(page.getByLabel('Order status'), 'Cancelled')
  await hands.press(button(page, 'Update status'))
  const question = page.getByRole('dialog', { name: `Cancel order ${short(toCancel)}?` })
  await hands.press(question.getByRole('button', { name: 'Cancel the order' }))
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
  expect(hands.taken()).toBeLessThanOrEqual(3)

  await page.goto(`${DASHBOARD}/orders/${delivered}`)
  await hands.press(main(page).getByText('Start a refund', { exact: true }))
  await hands.enter(page.getByLabel('Details'), 'The pouch was open')
  await hands.press(button(page, 'Start the refund'))
  const decision = page.getByRole('region', { name: 'Started refund needs a decision' })
  await hands.enter(decision.getByLabel('Amount to refund, in rupees'), '50')
  await hands.press(decision.getByRole('button', { name: 'Approve refund' }))
  await hands.press(
    page.getByRole('dialog', { name: 'Refund ₹50' }).getByRole('button', { name: 'Refund ₹50' }),
  )
  await expect(page.getByRole('table', { name: 'Payments and refunds' })).toContainText('-₹50')
  expect(hands.taken()).toBeLessThanOrEqual(6)

  await page.goto(`${DASHBOARD}/messages`)
  await hands.press(page.getByRole('row').filter({ hasText: asker }).getByRole('link').first())
  await hands.enter(page.getByLabel(`Answer to ${asker}`), 'Yes, before it is milled.')
  await hands.press(page.getByRole('button', { name: 'Send answer' }))
  await expect(page.getByText('Answer sent')).toBeVisible()
  expect(hands.taken()).toBeLessThanOrEqual(3)

  await page.goto(`${DASHBOARD}/stock-count`)
  await hands.enter(page.getByLabel(`Counted units of ${counted}`, { exact: true }), '64')
  await hands.enter(page.getByLabel('Reason'), 'Month end')
  await hands.press(button(page, 'Check the differences'))
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Change the levels' }))
  await expect(page.getByText('Stock levels changed as counted')).toBeVisible()
  expect(hands.taken()).toBeLessThanOrEqual(4)

  await page.goto(`${DASHBOARD}/products/new?copy=${seedId(2)}`)
  await hands.enter(page.getByLabel('Name', { exact: true }), `Kodo Mix ${randomUUID().slice(0, 6)}`)
  await hands.enter(page.getByLabel('Stock', { exact: true }), '20')
  await hands.press(page.getByRole('button', { name: 'Add Product', exact: true }))
  await expect(page.getByText('Product added')).toBeVisible()
  expect(hands.taken()).toBeLessThanOrEqual(3)

  await page.goto(`${DASHBOARD}/coupons/new`)
  const coupon = page.getByRole('dialog')
  await hands.enter(coupon.getByLabel('Code', { exact: true }), `DAY-${randomUUID().slice(0, 6)}`)
  await hands.enter(coupon.getByLabel('Name', { exact: true }), 'The day')
  await hands.enter(coupon.getByLabel('Discount value'), '10')
  await hands.press(coupon.getByRole('button', { name: 'Add Coupon' }))
  await expect(page.getByText('Coupon added')).toBeVisible()
  expect(hands.taken()).toBeLessThanOrEqual(4)
})

/** Confirmed, labels printed, packed and shipped, each stage at once; a tracking number is scanned for each parcel. */
async function shipAll(page: Page, ids: readonly string[], hands: Hands): Promise<void> {
  const among = ids.map((id) => `&order=${id}`).join('')
  await page.goto(`${DASHBOARD}/packing?stage=confirm${among}`)
  await expect(page.getByText(`${ids.length} of ${ids.length} orders`)).toBeVisible()
  await hands.press(button(page, 'Confirm'))
  await expect(page.getByText(`${ids.length} orders confirmed.`)).toBeVisible()
  const opened = page.waitForEvent('popup')
  await hands.press(button(page, 'Labels, A4'))
  const labels = await opened
  await expect(labels.getByRole('region', { name: /^Address label of order/ })).toHaveCount(ids.length)
  await labels.evaluate(() => {
    window.print = () => {}
  })
  await hands.press(labels.getByRole('button', { name: 'Print and mark as printed' }))
  await expect(labels.getByText(`${ids.length} orders marked as printed.`)).toBeVisible()
  await labels.close()
  await hands.press(button(page, 'Mark as packed'))
  await expect(page.getByText(`${ids.length} orders packed.`)).toBeVisible()
  const numbers = page.getByRole('textbox', { name: /^Tracking number of/ })
  await numbers.first().focus()
  for (const id of ids) {
    hands.add(1)
    await page.keyboard.type(`AWB-${id.slice(0, 8)}`)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Mark as shipped' })).toBeFocused()
  hands.add(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${ids.length} orders shipped.`)).toBeVisible()
  await page.goto(`${DASHBOARD}/orders/${ids[0]}`)
  await expect(page.getByText(`AWB-${ids[0]?.slice(0, 8)}`).first()).toBeVisible()
}
