import type { Page } from '@playwright/test'
import {
  DASHBOARD,
  newOrders,
  newProduct,
  orderRows,
  setStatus,
  shortId,
  signInAdmin,
  waitForOrders,
} from '#tests/e2e/admin-page.ts'
import { waitUntilIdle } from '#tests/e2e/alive.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { requestAsAdmin, shopOrigin } from '#tests/e2e/signed-in.ts'

const ORDERS = `${DASHBOARD}/orders`

async function search(page: Page, text: string) {
  const box = page.getByRole('searchbox', { name: 'Search by order ID or customer name' })
  await box.fill(text)
  await box.press('Enter')
}

test('an admin finds, filters, exports and prints orders, and sets the status of several at once', async ({
  page,
}) => {
  const { id, name } = await newProduct()
  const { ids, fullName } = await newOrders(3, id)
  const [first, second = '', third = ''] = ids
  await signInAdmin(page)
  await page.goto(ORDERS)
  await search(page, shortId(first))
  await expect(orderRows(page)).toHaveCount(2)
  await expect(orderRows(page).nth(1)).toContainText(fullName)
  await search(page, fullName.slice(2).toUpperCase())
  await expect(orderRows(page)).toHaveCount(4)
  await waitForOrders(page)
  await page.setViewportSize({ width: 360, height: 800 })
  const row = orderRows(page).nth(1)
  await expect(row.getByRole('button', { name: /^Apply/ })).toBeHidden()
  await row.getByText('More', { exact: true }).click()
  await expect(row.getByRole('button', { name: /^Apply/ })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  const filter = page.getByRole('search').getByRole('combobox', { name: /^Status/ })
  await filter.selectOption('Pending')
  await expect(orderRows(page)).toHaveCount(4)
  const file = await page.getByRole('link', { name: 'Export' }).getAttribute('href')
  const answer = await page.request.get(file ?? '')
  expect(answer.headers()['content-type']).toBe('text/csv; charset=utf-8')
  const lines = (await answer.text()).trim().split('\r\n').slice(1)
  const cells = lines.map((line) => line.split(','))
  expect(cells.map(([orderId]) => orderId)).toEqual(ids.toReversed())
  expect(
    cells.every((row) => row.includes(fullName) && row.includes('pending')),
    lines[0],
  ).toBe(true)

  // Without this filter the list keeps the orders after their change.
  await filter.selectOption('All')
  await expect(page).not.toHaveURL(/status=pending/)
  // Button and status stay in the page, so that the focus stays and the change is announced.
  const status = await page.getByText('0 orders selected').elementHandle()
  await page.getByRole('button', { name: 'Select all on this page' }).press('Enter')
  const clear = page.getByRole('button', { name: 'Clear' })
  await expect(clear).toBeFocused()
  expect(await status?.textContent()).toBe('3 orders selected')
  await clear.press('Enter')
  await expect(page.getByRole('button', { name: 'Select all on this page' })).toBeFocused()

  await page.getByLabel(`Select order ${shortId(first)}`).check()
  await page.getByLabel(`Select order ${shortId(third)}`).check()
  await expect(page.getByText('2 orders selected')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Packing slips' }).click()
  const sheet = await opened
  const slips = sheet.getByRole('region', { name: /^Packing slip of order/ })
  await expect(slips).toHaveCount(2)
  await expect(slips.first()).toContainText(`1 ×${name}`)
  await sheet.close()

  // Another admin cancels one order while the list is open.
  await setStatus([second], 'cancelled')
  await page.getByLabel(`Select order ${shortId(second)}`).check()
  await page.getByLabel('Status of the selected orders').selectOption('Shipped')
  await page.getByRole('button', { name: 'Set status' }).click()
  await expect(
    page.getByText(
      `${shortId(second)}: Someone else changed it in the meantime. Please reload and try again.`,
    ),
  ).toBeVisible()
  await expect(page.getByText('2 of 3 orders updated to shipped.')).toBeVisible()
  await page.goBack()
  await waitForOrders(page)

  // Neither a reload nor a page from the back/forward cache, which Playwright disables, keeps the ticks.
  const box = page.getByLabel(`Select order ${shortId(first)}`)
  await box.check()
  await page.reload()
  await waitForOrders(page)
  await box.check()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await waitForOrders(page)
  await expect(box).not.toBeChecked()
})

test('an admin corrects an order and refunds it, and two admins do not overwrite each other', async ({
  page,
}) => {
  const { ids, fullName, email, cookie } = await newOrders(1)
  const [first] = ids
  await signInAdmin(page)
  await page.goto(`${ORDERS}/${first}`)
  const facts = page.locator('.order-info')
  for (const fact of ['Cash on Delivery', fullName, email]) await expect(facts).toContainText(fact)

  // The form is opened before another admin sets the tracking number, and its first submission has an invalid field.
  await page.getByRole('link', { name: 'Correct the address' }).click()
  const otherAdminsChange = { tracking_number: 'DEL4711', carrier: 'Delhivery' }
  expect((await requestAsAdmin('PUT', `/orders/${first}`, otherAdminsChange)).status).toBe(200)
  await page.getByLabel('Address line 1').fill('12 New Street')
  await page.getByLabel('PIN code').fill('0')
  await page.getByRole('button', { name: 'Save the address' }).click()
  await page.getByLabel('PIN code').fill('560034')
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(page.getByText('Address corrected. The customer gets an email.')).toBeVisible()

  await page.getByText('Correct the number').click()
  const number = page.getByLabel('Tracking number')
  await number.fill('DEL4713')
  await waitUntilIdle(page)
  expect((await requestAsAdmin('PUT', `/orders/${first}`, { tracking_number: 'DEL4714' })).status).toBe(200)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('Lakshmi Iyer changed this order in the meantime')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Tracking number DEL4714 DEL4713' })).toBeVisible()
  await expect(number).toHaveValue('DEL4713')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('Tracking number corrected', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Track', exact: true })).toHaveAttribute('href', /DEL4713/)

  await setStatus([first], 'delivered')
  const headers = { cookie, origin: shopOrigin(), 'content-type': 'application/json' }
  const body = JSON.stringify({ reason: 'damaged', details: 'The pouch was open.' })
  const request = { method: 'POST', headers, body }
  expect((await fetch(`${shopOrigin()}/api/orders/${first}/refund-request`, request)).status).toBe(200)
  await page.reload()
  const refund = page.getByRole('region', { name: 'Refund request needs a decision' })
  await expect(refund).toContainText('The pouch was open.')
  await refund.getByLabel('Amount to refund, in rupees').fill('118')
  await refund.getByRole('button', { name: 'Approve refund' }).click()
  await page.getByRole('dialog', { name: 'Refund ₹118' }).getByRole('button', { name: 'Refund ₹118' }).click()
  await expect(page.getByText('Decision saved. The customer gets an email.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Payments and refunds' })).toContainText('−₹118')
})
