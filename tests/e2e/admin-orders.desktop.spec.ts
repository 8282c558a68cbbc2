import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { clickTogether, expect, expectNoSidewaysScroll, mailTo, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopOrigin } from '#tests/e2e/signed-in.ts'
import { placeOrder } from '#tests/shop-customer.ts'

const ORDERS = '/admin/dashboard/orders'

/** A customer with a unique name, in a browser of their own, with this many orders, the newest last. */
async function customerWith(browser: Browser, count: number) {
  const page = await (await browser.newContext()).newPage()
  const name = `Ila ${randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(8, 'z')
    .slice(0, 8)}`
  const email = await newCustomer(page, name)
  const origin = shopOrigin()
  const cookies = await page.context().cookies()
  const cookie = cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  const orders: string[] = []
  for (let placed = 0; placed < count; placed += 1) {
    const answer = await placeOrder(origin, cookie, randomUUID())
    expect(answer.status).toBe(201)
    orders.push((await answer.json()).id)
  }
  const ask = async (path: string, body: object) => {
    const sent = await page.request.post(`/api/orders/${path}`, { data: body, headers: { origin } })
    expect(sent.status(), await sent.text()).toBe(200)
  }
  return { name, email, orders, ask, close: () => page.context().close() }
}

const short = (id: string) => `#${id.slice(0, 8)}`
const rows = (page: Page) => page.getByRole('table', { name: 'Orders' }).getByRole('row')

/** Resolves when scripts run and orders can be picked. */
const ready = (page: Page) =>
  expect(page.getByRole('button', { name: 'Select all on this page' })).toBeVisible()

async function search(page: Page, text: string) {
  const box = page.getByRole('searchbox', { name: 'Search by order ID or customer name' })
  await box.fill(text)
  await box.press('Enter')
}

test('orders are found, filtered, exported, printed and moved on together', async ({ page, browser }) => {
  const customer = await customerWith(browser, 3)
  const [first = '', second = '', third = ''] = customer.orders
  await signInAdmin(page)
  await page.goto(ORDERS)
  await expect(page.getByText(/^Total Orders: [\d,]+$/)).toBeVisible()

  await search(page, short(first))
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText(customer.name)
  await expect(rows(page).nth(1)).toContainText('Not assigned')
  await search(page, customer.name.slice(2).toUpperCase())
  await expect(rows(page)).toHaveCount(4)
  await ready(page)
  await page
    .getByRole('search')
    .getByRole('combobox', { name: /^Status/ })
    .selectOption('Cancelled')
  await expect(page.getByText('No orders found')).toBeVisible()
  await page
    .getByRole('search')
    .getByRole('combobox', { name: /^Status/ })
    .selectOption('Pending')
  await expect(rows(page)).toHaveCount(4)

  await page.getByLabel('Save this filter as').fill(`Of ${customer.name}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Filter saved')).toBeVisible()
  await expectAccessible(page, 'filter saved')
  await page.goto(ORDERS)
  await page.getByRole('link', { name: `Of ${customer.name}` }).click()
  await expect(rows(page)).toHaveCount(4)
  const file = await page.request.get(
    (await page.getByRole('link', { name: 'Export' }).getAttribute('href')) ?? '',
  )
  expect(file.headers()['content-type']).toBe('text/csv; charset=utf-8')
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines.slice(1).map((line) => line.slice(0, 36))).toEqual(customer.orders.toReversed())
  await page.getByRole('button', { name: `Delete the filter Of ${customer.name}` }).click()
  await expect(page.getByRole('link', { name: `Of ${customer.name}` })).toHaveCount(0)

  await page.goto(ORDERS)
  await search(page, customer.name)
  await expect(rows(page)).toHaveCount(4)
  await ready(page)
  await page.getByLabel(`Select order ${short(first)}`).check()
  await page.getByLabel(`Select order ${short(third)}`).check()
  await expect(page.getByText('2 orders selected')).toBeVisible()
  await expectAccessible(page, 'two selected')
  const paper = async (name: string, each: string) => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name }).click()
    const sheet = await opened
    await expect(sheet.getByRole('region', { name: new RegExp(`^${each} of order`) })).toHaveCount(2)
    await expectAccessible(sheet, name)
    return sheet
  }
  const slips = await paper('Packing slips', 'Packing slip')
  await expect(slips.getByRole('region').first()).toContainText('1 ×Ragi Meal Mix')
  await expect(slips.getByRole('region').first()).not.toContainText('₹')
  await slips.close()
  const labels = await paper('Address labels', 'Address label')
  await expect(labels.getByRole('region').first()).toContainText('Cash on delivery: collect ₹329.22')
  await labels.close()
  await page.getByLabel('Status of the selected orders').selectOption('Processing')
  await page.getByRole('button', { name: 'Set status' }).click()
  await expect(page.getByText('Order status updated to processing (2 orders)')).toBeVisible()
  await expect(rows(page).filter({ hasText: short(first) })).toContainText('Processing')
  await expect(
    rows(page)
      .filter({ hasText: short(second) })
      .getByLabel(/^Status of order/),
  ).toHaveValue('pending')

  // Another admin cancels one of them while the list is open.
  const headers = { origin: shopOrigin() }
  await page.request.put(`/api/orders/${second}`, { data: { status: 'cancelled' }, headers })
  await page.getByRole('button', { name: 'Select all on this page' }).click()
  await page.getByLabel('Status of the selected orders').selectOption('Shipped')
  await page.getByRole('button', { name: 'Set status' }).click()
  await expect(
    page.getByText(`${short(second)}: Someone else changed it in the meantime. Please reload and try again.`),
  ).toBeVisible()
  await expect(page.getByText('2 of 3 orders updated to shipped.')).toBeVisible()
  await ready(page)
  await page.getByLabel(`Status of order ${short(first)}`).selectOption('Delivered')
  await page.getByRole('button', { name: `Apply status to order ${short(first)}` }).click()
  await expect(page.getByText('Order status updated to delivered')).toBeVisible()
  await mailTo(page, customer.email, new RegExp(`${short(first)} has been delivered`))

  const state = rows(page)
    .filter({ hasText: short(first) })
    .locator('[data-place=state]')
  // The answer arrives before the list does, and the new row begins with its own status.
  await expect(state).toContainText('Delivered')

  // An arrow key only chooses; the consequences are confirmed first.
  await page.getByLabel(`Status of order ${short(first)}`).press('ArrowDown')
  await expect(page.getByLabel(`Status of order ${short(first)}`)).toHaveValue('cancelled')
  await page.getByRole('button', { name: `Apply status to order ${short(first)}` }).click()
  const question = page.getByRole('dialog', { name: `Cancel order ${short(first)}?` })
  await expect(question).toContainText('Refund of ₹329.22: it was paid in cash')
  await expect(question).toContainText('Back to stock: 1 × Ragi Meal Mix.')
  await expect(question).toContainText(`An email goes to ${customer.email}.`)
  await expectAccessible(page, 'asked before it is cancelled')
  // Back closes it over the list; what is pressed the moment it closes is not lost.
  const listed = page.url()
  await page.evaluate(() => history.back())
  await expect(question).toBeHidden()
  expect(page.url()).toBe(listed)
  const apply = page.getByRole('button', { name: `Apply status to order ${short(first)}` })
  await apply.click()
  await expect(question).toBeVisible()
  await clickTogether(question.getByRole('button', { name: 'Go back' }), apply)
  await question.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await customer.close()
})

test('an order gets its parcel and its decisions; two admins do not overwrite each other', async ({
  page,
  browser,
}) => {
  const customer = await customerWith(browser, 2)
  const [first = '', second = ''] = customer.orders
  await signInAdmin(page)
  const headers = { origin: shopOrigin() }
  await page.goto(`${ORDERS}/${first}`)
  await expect(page.getByRole('heading', { level: 1, name: `Order ${short(first)}` })).toBeVisible()
  const facts = page.locator('.order-info')
  for (const fact of ['Cash on Delivery', customer.name, customer.email, '₹279', '₹50.22', '₹329.22']) {
    await expect(facts).toContainText(fact)
  }
  await expect(page.getByRole('table', { name: 'Items' })).toContainText('1 × ₹279')
  await expectAccessible(page, '')

  await page.getByLabel('Tracking number').press('Enter')
  await expect(page.getByText('Error adding tracking number. Please enter the number.')).toBeVisible()
  // The answer is shown while the page still loads; until then a form is not sent again.
  await expect(page.getByRole('button', { name: 'Add tracking number' })).not.toHaveAttribute(
    'aria-busy',
    'true',
  )
  await page.getByLabel('Carrier').selectOption('Delhivery')
  await page.getByLabel('Tracking number').fill('DEL4711')
  await page.getByLabel('Tracking number').press('Enter')
  await expect(page.getByText('Tracking number added successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Track', exact: true })).toHaveAttribute('href', /DEL4711/)
  await page.getByText('Correct the number').click()
  await page.getByLabel('Tracking number').fill('DEL4712')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('Tracking number corrected', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Track', exact: true })).toHaveAttribute('href', /DEL4712/)

  // Another admin corrects the number at the same time.
  await page.getByText('Correct the number').click()
  await page.getByLabel('Tracking number').fill('DEL4713')
  const theirs = { tracking_number: 'DEL4714' }
  expect((await page.request.put(`/api/orders/${first}`, { data: theirs, headers })).status()).toBe(200)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('Lakshmi Iyer changed this order in the meantime')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Tracking number DEL4714 DEL4713' })).toBeVisible()
  await expect(page.getByLabel('Tracking number')).toHaveValue('DEL4713')
  await expectAccessible(page, 'changed meanwhile')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('Tracking number corrected', { exact: true })).toBeVisible()
  await page.getByLabel('Order status').selectOption('Delivered')
  await page.getByRole('button', { name: 'Update status' }).click()
  await expect(page.getByText('Order status updated to delivered')).toBeVisible()

  await customer.ask(`${first}/refund-request`, { reason: 'damaged', details: 'The pouch was open.' })
  await page.reload()
  const refund = page.getByRole('region', { name: 'Refund request needs a decision' })
  await expect(refund).toContainText('The pouch was open.')
  await refund.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Please tell the customer why.')).toBeVisible()
  await refund.getByLabel('Amount to refund, in rupees').fill('5000')
  await refund.getByRole('button', { name: 'Approve refund' }).click()
  await expect(page.getByText(/or an amount: more than zero, and no more than/)).toBeVisible()
  await refund.getByLabel('Amount to refund, in rupees').fill('118')
  await expectAccessible(page, 'refund refused')
  await refund.getByRole('button', { name: 'Approve refund' }).click()
  await page.getByRole('dialog', { name: 'Refund ₹118' }).getByRole('button', { name: 'Refund ₹118' }).click()
  await expect(page.getByText('Decision saved. The customer gets an email.')).toBeVisible()
  await expect(page.getByText('Refund request approved.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Payments and refunds' })).toContainText('-₹118')
  await mailTo(page, customer.email, new RegExp(`${short(first)}: refund approved`))
  const history = page.locator('section').filter({ has: page.getByRole('heading', { name: 'History' }) })
  for (const step of [
    'Order placed',
    'Delivered, Lakshmi Iyer',
    'DEL4714 (was Delhivery, DEL4712)',
    'DEL4713 (was Delhivery, DEL4714)',
  ]) {
    await expect(history).toContainText(step)
  }

  await page.request.put(`/api/orders/${second}`, { data: { status: 'shipped' }, headers })
  await customer.ask(`${second}/cancellation`, {})
  await page.goto(`${ORDERS}?waits=1&q=${encodeURIComponent(customer.name)}`)
  const tabs = page.getByRole('navigation', { name: 'Admin dashboard', exact: true })
  await expect(tabs.getByRole('link', { name: /^Orders \d+ waiting$/ })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText('Needs a decision')
  await page.getByRole('link', { name: `Details of order ${short(second)}` }).click()
  const cancellation = page.getByRole('region', { name: 'Cancellation request needs a decision' })
  await cancellation.getByLabel('Answer to the customer').fill('The carrier could stop it.')
  await cancellation.getByRole('button', { name: 'Approve and cancel the order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('Decision saved. The customer gets an email.')).toBeVisible()
  await expect(page.getByLabel('Order status')).toHaveValue('cancelled')
  await mailTo(page, customer.email, new RegExp(`${short(second)} has been cancelled`))
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'cancelled')
  await customer.close()
})

test('a choice made before the scripts load is kept, and applied when it is sent', async ({
  page,
  browser,
}) => {
  const customer = await customerWith(browser, 3)
  const [first = '', second = '', third = ''] = customer.orders
  const listed = `${ORDERS}?q=${encodeURIComponent(customer.name)}`
  await signInAdmin(page)
  const row = (id: string) => rows(page).filter({ hasText: short(id) })
  const statusOf = (id: string) => row(id).getByLabel(/^Status of order/)

  await openWithLateScripts(page, listed, async () => {
    await statusOf(first).selectOption('Processing')
  })
  await expect(page.getByRole('button', { name: 'Select all on this page' })).toBeVisible()
  await expect(statusOf(first)).toHaveValue('processing')
  await row(first)
    .getByRole('button', { name: /^Apply/ })
    .click()
  await expect(page.getByText('Order status updated to processing')).toBeVisible()
  await expect(row(first)).toContainText('Processing')

  await openWithLateScripts(page, listed, async () => {
    for (const id of [second, third]) await page.getByLabel(`Select order ${short(id)}`).check()
    await page.getByLabel('Status of the selected orders').selectOption('Shipped')
  })
  await expect(page.getByText('2 orders selected')).toBeVisible()
  await expect(page.getByLabel('Status of the selected orders')).toHaveValue('shipped')
  await page.getByRole('button', { name: 'Set status' }).click()
  await expect(page.getByText('Order status updated to shipped (2 orders)')).toBeVisible()

  await openWithLateScripts(page, `${ORDERS}/${first}`, async () => {
    await page.getByLabel('Order status').selectOption('Delivered')
  })
  await expect(page.getByLabel('Order status')).toHaveValue('delivered')
  await page.getByRole('button', { name: 'Update status' }).click()
  await expect(page.getByText('Order status updated to delivered')).toBeVisible()
  await customer.close()
})
