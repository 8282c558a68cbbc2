/** A customer's orders: followed while they change, cancelled, refunded and exported. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { clickTogether, expect, expectNoSidewaysScroll, mailTo, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, newCustomer } from '#tests/e2e/signed-in.ts'

const short = (id: string) => `#${id.slice(0, 8)}`

/** An admin changes the order elsewhere while the customer looks at it. */
async function adminPuts(path: string, body: object): Promise<void> {
  expect((await asAdmin('PUT', path, body)).status).toBe(200)
}

test('a cash order is followed and cancelled, and its dialog closes by Back', async ({ page }) => {
  const email = await newCustomer(page)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const id = await orderRagi(page)
  await page.goto(`/orders/${id}`)
  await expect(main.getByText('This page updates by itself.')).toBeVisible()
  await expect(main).toContainText('Pay on delivery')
  await expect(main.getByRole('button', { name: 'Track Package' })).toBeDisabled()
  await adminPuts(`/orders/${id}`, { status: 'processing' })
  await expect(main.getByRole('status').first()).toHaveText('Processing')
  await expect(main.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
  await main.getByRole('link', { name: 'Cancel Order' }).tap()
  await expect(dialog).toContainText('You haven’t paid yet, so there’s nothing to refund.')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'asked before it is cancelled')
  // The same dialog, asked for again while it closes, is shown again; Back leads from it to the order.
  const keep = dialog.getByRole('link', { name: 'Keep the order' })
  await clickTogether(keep, main.locator('a[href$="?ask=cancel"]'))
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/orders/${id}`)
  await main.getByRole('link', { name: 'Cancel Order' }).tap()
  await dialog.getByLabel('Why are you cancelling?').fill('Ordered twice')
  await dialog.getByRole('button', { name: 'Cancel Order' }).tap()
  await expect(main).toContainText(
    'This order has been cancelled. If you have any questions, please contact our support team.',
  )
  await expect(main).toContainText('Nothing to pay')
  await expect(main.getByRole('link', { name: 'Cancel Order' })).toHaveCount(0)
  await mailTo(page, email, new RegExp(`${short(id)} has been cancelled`))

  // The filtered list and its export.
  const other = await orderRagi(page)
  await page.goto('/orders')
  for (const each of [id, other]) await expect(main.getByText(short(each))).toBeVisible()
  await main.getByRole('link', { name: 'Cancelled', exact: true }).tap()
  await expect(main.getByText(short(other))).toHaveCount(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('link', { name: 'Export' }).tap(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain(id)
  expect(file).not.toContain(other)
})

test('a shipped card order: a cancellation is declined, then the delivered order is refunded', async ({
  page,
}) => {
  const email = await newCustomer(page)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const badge = main.getByRole('status').first()
  const id = await orderRagi(page, 'card')
  const parcel = `FMPC${String(Date.now()).slice(-10)}`
  await page.goto(`/checkout/pay/${id}`)
  await page.getByRole('button', { name: /^Pay/ }).tap()
  await page.getByRole('radio', { name: /^Approve The/ }).check()
  await page.getByRole('button', { name: 'Continue' }).tap()
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  await page.goto(`/orders/${id}`)
  await expect(main.getByText('This page updates by itself.')).toBeVisible()
  await adminPuts(`/orders/${id}`, { status: 'shipped', carrier: 'Ekart', tracking_number: parcel })
  await expect(badge).toHaveText('Shipped')
  const track = main.getByRole('link', { name: /^Track Package/ })
  await expect(track).toHaveAttribute('href', `https://ekartlogistics.com/shipmenttrack/${parcel}`)
  await main.getByRole('link', { name: 'Cancel Order' }).tap()
  await expect(dialog).toContainText('already on its way')
  await dialog.getByRole('button', { name: 'Cancel Order' }).tap()
  const soon = /We’ll look at it and write to you by [A-Z][a-z]+day \d+ [A-Z][a-z]+\./
  await expect(main).toContainText(new RegExp(`Cancellation requested. ${soon.source}`))
  const answer = 'It is with the courier already'
  await adminPuts(`/orders/${id}/cancellation`, { decision: 'decline', answer })
  await expect(main).toContainText('Cancellation request declined.')
  await expect(main).toContainText(answer)
  await adminPuts(`/orders/${id}`, { status: 'delivered' })
  await expect(badge).toHaveText('Delivered')
  await main.getByRole('link', { name: 'Request Refund' }).tap()
  const reason = dialog.getByLabel('Reason')
  await dialog.getByRole('button', { name: 'Request Refund' }).tap()
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription('Please choose a reason')
  await expectAccessible(page, 'reason of a refund missing')
  await reason.selectOption('damaged')
  await dialog.getByLabel('What happened?').fill('The pouch was open.')
  await dialog.getByRole('button', { name: 'Request Refund' }).tap()
  await expect(main).toContainText(new RegExp(`Refund requested. ${soon.source}`))
  const decision = { decision: 'approve', amount: 100, answer: 'We are sorry.' }
  await adminPuts(`/orders/${id}/refund-request`, decision)
  await expect(main).toContainText('Refund approved.')
  await expect(main).toContainText('We are sorry.')
  await mailTo(page, email, new RegExp(`Refund for order ${short(id)}`))
  await page.reload()
  await expect(main).toContainText(
    /Refund of ₹100(\.00)?\s*We sent it on [A-Z][a-z]+day \d+ [A-Z][a-z]+, the way you paid/,
  )
  await expect(main.getByRole('list').filter({ hasText: 'The pouch was open.' }).first()).toContainText(
    answer,
  )
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'refunded')
})
