/** A customer's orders: status updates, cancellation, refund and export. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { chooseLargePhoto } from '#tests/e2e/big-files.ts'
import { orderByApi } from '#tests/e2e/order-ragi.ts'
import { clickTogether, expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, requestAsAdmin, shopOrigin } from '#tests/e2e/signed-in.ts'
import { HEIC, phonePhoto } from '#tests/pictures.ts'

/** Changes the order as an admin, while the customer's page is open. */
async function putAsAdmin(path: string, body: object): Promise<void> {
  expect((await requestAsAdmin('PUT', path, body)).status).toBe(200)
}

test('a customer follows, cancels and exports an order, and Back closes the dialog', async ({ page }) => {
  await newCustomer(page)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const id = await orderByApi(page)
  await page.goto(`/orders/${id}`)
  await expect(main.getByText('This page updates by itself.')).toBeVisible()
  await expect(main).toContainText('Pay on delivery')
  await expect(main.getByRole('button', { name: 'Track Package' })).toBeDisabled()
  // The page prints on one sheet, without footer and buttons.
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
  expect(sheets).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(main.getByRole('link', { name: 'Cancel Order' })).toBeHidden()
  await page.emulateMedia({ media: null })
  await putAsAdmin(`/orders/${id}`, { status: 'processing' })
  await expect(main.getByRole('status').first()).toHaveText('Processing')
  await expect(main.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
  await main.getByRole('link', { name: 'Cancel Order' }).tap()
  await expect(dialog).toContainText('You haven’t paid yet, so there’s nothing to refund.')
  await expectAccessible(page, 'dialog to cancel')
  // A dialog that is reopened while it closes is shown again. Back leads from the dialog to the order.
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

  await main.getByRole('link', { name: 'Back to Orders' }).tap()
  await main.getByRole('link', { name: 'Cancelled', exact: true }).tap()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('link', { name: 'Export' }).tap(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain(id)
})

test('a customer’s cancellation of a shipped order is declined, and a refund request with photographs is approved', async ({
  page,
}) => {
  await newCustomer(page)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const badge = main.getByRole('status').first()
  const id = await orderByApi(page)
  const parcel = `FMPC${String(Date.now()).slice(-10)}`
  await page.goto(`/orders/${id}`)
  await expect(main.getByText('This page updates by itself.')).toBeVisible()
  await putAsAdmin(`/orders/${id}`, { status: 'shipped', carrier: 'Ekart', tracking_number: parcel })
  await expect(badge).toHaveText('Shipped')
  const track = main.getByRole('link', { name: /^Track Package/ })
  await expect(track).toHaveAttribute('href', `https://ekartlogistics.com/shipmenttrack/${parcel}`)
  await main.getByRole('link', { name: 'Cancel Order' }).tap()
  await expect(dialog).toContainText('already on its way')
  await dialog.getByRole('button', { name: 'Cancel Order' }).tap()
  const soon = /We’ll look at it and write to you by [A-Z][a-z]+day \d+ [A-Z][a-z]+\./
  await expect(main).toContainText(new RegExp(`Cancellation requested. ${soon.source}`))
  const answer = 'It is with the courier already'
  await putAsAdmin(`/orders/${id}/cancellation`, { decision: 'decline', answer })
  await expect(main).toContainText('Cancellation request declined.')
  await expect(main).toContainText(answer)
  await putAsAdmin(`/orders/${id}`, { status: 'delivered' })
  await expect(badge).toHaveText('Delivered')

  await main.getByRole('link', { name: 'Request Refund' }).tap()
  const reason = dialog.getByLabel('Reason')
  await dialog.getByRole('button', { name: 'Request Refund' }).tap()
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription('Please choose a reason')
  await reason.selectOption('damaged')
  await dialog.getByLabel('What happened?').fill('The pouch was open.')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await main.getByRole('link', { name: 'Request Refund' }).tap()
  await expect(dialog.getByLabel('What happened?')).toHaveValue('The pouch was open.')
  await expect(reason).toHaveValue('damaged')
  await dialog.getByLabel('To my UPI ID').check()
  await dialog.getByLabel('UPI ID', { exact: true }).fill('meera@okicici')
  // The form lists the chosen files, and keeps them if one is refused.
  const field = dialog.getByLabel('Photographs (optional)')
  const photo = { name: 'bag.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() }
  const chosen = dialog.getByRole('list', { name: 'Chosen photographs' })
  await field.setInputFiles([photo, { ...photo, name: 'bill.pdf', buffer: HEIC }])
  await expect(chosen).toContainText('bag.jpgbill.pdf')
  await dialog.getByRole('button', { name: 'Request Refund' }).tap()
  await expect(dialog.getByText('We can’t read “bill.pdf”')).toBeVisible()
  await expect(chosen).toContainText('bag.jpgbill.pdf')
  // The bytes decide what a photograph is, since galleries may give a wrong type.
  await field.setInputFiles([{ ...photo, mimeType: 'application/pdf' }])
  await expect(field).not.toHaveAttribute('data-unreadable')
  await expect(field).not.toHaveAttribute('aria-busy')
  // A photograph above the server's limit is made smaller in the browser.
  await chooseLargePhoto(field)
  await dialog.getByRole('button', { name: 'Request Refund' }).tap()
  await expect(main).toContainText(new RegExp(`Refund requested. ${soon.source}`))
  await expect(main.getByText('If we refund you, we pay it to UPI me…@okicici.')).toBeVisible()
  const thumbnail = main.getByRole('link', { name: 'Photograph 1 of 1 of the refund request' })
  await expectLoaded(thumbnail.getByRole('img'))
  await expectPrivate(page, (await thumbnail.getAttribute('href')) ?? '')

  const decision = { decision: 'approve', amount: 100, answer: 'We are sorry.' }
  await putAsAdmin(`/orders/${id}/refund-request`, decision)
  await expect(main).toContainText('Refund approved.')
  await expect(main).toContainText('We are sorry.')
  await expect(main).toContainText(/We’ll pay it to UPI me…@okicici by [A-Z][a-z]+day \d+ [A-Z][a-z]+\./)
})

async function expectLoaded(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
}

/** Expects that only this session can load the picture, and that it is revalidated on each use. */
async function expectPrivate(page: Page, path: string): Promise<void> {
  const own = await page.request.get(path)
  expect(own.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  const headers = { 'if-none-match': own.headers().etag ?? '' }
  expect((await page.request.get(path, { headers })).status()).toBe(304)
  expect((await fetch(shopOrigin() + path, { headers })).status).toBe(401)
}
