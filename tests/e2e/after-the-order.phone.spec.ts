import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { chooseFile, chooseLargePhoto } from '#tests/e2e/big-files.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, mailTo, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, newCustomer, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { HEIC, phonePhoto } from '#tests/pictures.ts'

test('an order says when it is expected, and its link fills in the contact form for its customer alone', async ({
  page,
  browser,
}) => {
  const email = await newCustomer(page)
  const orderId = await orderRagi(page)
  const number = `#${orderId.slice(0, 8)}`
  await page.goto(`/orders/${orderId}`)
  const main = page.getByRole('main')
  const expected = /Expected by [A-Z][a-z]+day \d+ [A-Z][a-z]+/
  await expect(main).toContainText(expected)
  const [words = ''] = expected.exec((await main.textContent()) ?? '') ?? []
  await expect(main.getByRole('list', { name: 'Order progress' })).toContainText(
    words.replace('Expected b', 'B'),
  )
  expect((await mailTo(page, email, /confirmed/)).text).toContain(`${words}.`)
  await page.goto('/orders')
  await expect(main.getByRole('listitem').first()).toContainText(words)

  // Three weeks later, still not there.
  const placed = new Date(Date.now() - 21 * 86_400_000)
  await shopDatabase().updateTable('orders').set({ createdAt: placed }).where('id', '=', orderId).execute()
  await page.goto(`/orders/${orderId}`)
  await expect(main).toContainText('It’s later than we expected. We had hoped for')
  await expectAccessible(page, 'late')
  await main.getByRole('link', { name: 'Ask us where it is' }).click()
  const message = page.getByLabel('Message', { exact: true })
  await expect(message).toHaveValue(`Order ${number}: `)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Meera Nair')
  await expect(page.locator('#form').getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Subject')).toHaveValue('customer-service')
  // Back keeps it; the page without an order knows nobody.
  await page.goto('/contact')
  await expect(message).toHaveValue('')
  await page.goBack()
  await expect(message).toHaveValue(`Order ${number}: `)

  const context = await browser.newContext({ javaScriptEnabled: false })
  const stranger = await context.newPage()
  for (const as of ['nobody', 'another customer']) {
    if (as === 'another customer') await newCustomer(stranger)
    const answer = await stranger.goto(`/contact?order=${orderId}`)
    expect(answer?.headers()['cache-control']).toBe('no-store')
    await expect(stranger.getByLabel('Message', { exact: true })).toHaveValue('')
    await expect(stranger.locator('body')).not.toContainText(email)
  }
  const own = await orderRagi(stranger)
  await stranger.goto(`/contact?order=${own}`)
  await expect(stranger.getByLabel('Message', { exact: true })).toHaveValue(`Order #${own.slice(0, 8)}: `)
  await context.close()
})

test('a refund asks for photographs and where to pay cash, without JavaScript too, and says by when', async ({
  page,
  browser,
}) => {
  const email = await newCustomer(page)
  const orderId = await orderRagi(page)
  await adminSets(orderId, 'delivered')
  const path = `/orders/${orderId}`
  // Back and a reload lose nothing that was entered.
  await page.goto(path)
  await page.getByRole('link', { name: 'Request Refund' }).click()
  await page.getByRole('radio', { name: /^Replacement/ }).check()
  await page.getByLabel('Reason').selectOption('damaged')
  await page.getByLabel('What happened?').fill('The bag is torn.')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Request Refund' }).click()
  for (const look of ['opened again', 'after a reload']) {
    if (look === 'after a reload') await page.reload()
    await expect(page.getByLabel('What happened?'), look).toHaveValue('The bag is torn.')
    await expect(page.getByLabel('Reason')).toHaveValue('damaged')
    await expect(page.getByRole('radio', { name: /^Replacement/ })).toBeChecked()
  }
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    viewport: { width: 360, height: 740 },
  })
  const plain = await context.newPage()
  await plain.goto(path)
  await plain.getByRole('link', { name: 'Request Refund' }).click()
  const photographs = plain.getByLabel('Photographs (optional)')
  // A post above the page's limit is answered at the field.
  await plain.getByLabel('Reason').selectOption('damaged')
  await chooseFile(photographs, 'huge.jpg', 25 * 1024 * 1024)
  await plain.getByRole('button', { name: 'Request Refund' }).click()
  await expect(photographs).toHaveAccessibleDescription(/Your photographs are too large/)
  await plain.getByLabel('Reason').selectOption('damaged')
  await plain.getByLabel('To my bank account').check()
  await expect(plain.getByLabel('UPI address', { exact: true })).toBeHidden()
  // A replacement asks for no account; what was chosen before is still there.
  await plain.getByRole('radio', { name: /^Replacement/ }).check()
  await expect(plain.getByLabel('To my bank account')).toBeHidden()
  await expect(plain.getByRole('button', { name: 'Request Replacement' })).toBeVisible()
  await plain.getByRole('radio', { name: 'Refund', exact: true }).check()
  await plain.getByLabel('Account holder’s name').fill('Meera Nair')
  await plain.getByLabel('Account number', { exact: true }).fill('1234 5678 4521')
  await plain.getByLabel('Account number, once more').fill('123456784522')
  await plain.getByLabel('IFSC').fill('sbin0001234')
  await plain.getByRole('button', { name: 'Request Refund' }).click()
  await expect(plain.getByText('The two account numbers differ')).toBeVisible()
  // All that was typed is there, but for the repetition.
  await expect(plain.getByLabel('Account number', { exact: true })).toHaveValue('1234 5678 4521')
  await expect(plain.getByLabel('Account number, once more')).toHaveValue('')
  await expect(plain.getByLabel('Reason')).toHaveValue('damaged')
  await plain.getByLabel('Account number, once more').fill('123456784521')
  await photographs.setInputFiles({ name: 'bag.heic', mimeType: 'image/heic', buffer: HEIC })
  await plain.getByRole('button', { name: 'Request Refund' }).click()
  await expect(photographs).toHaveAccessibleDescription(/We can’t read “bag.heic”. Please choose a JPEG/)
  await expect(plain.getByText('Please choose your photographs again')).toBeVisible()
  await expect(plain.getByLabel('Account number', { exact: true })).toHaveValue('1234 5678 4521')
  await plain.getByLabel('Account number, once more').fill('123456784521')
  const photo = { name: 'bag.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() }
  await photographs.setInputFiles([photo, { ...photo, name: 'label.jpg', buffer: await phonePhoto(2) }])
  await plain.getByRole('button', { name: 'Request Refund' }).click()
  await expect(plain).toHaveURL(path)
  await expect(plain.getByText('If we refund you, we pay it to the account …4521. Change it')).toBeVisible()
  await context.close()

  // With JavaScript it is changed to a UPI address; another tab and a reload show the same.
  await page.goto(path)
  const main = page.getByRole('main')
  const thumbnail = main.getByRole('link', { name: 'Photograph 2 of 2 of the refund request' })
  await expectShown(thumbnail.getByRole('img'))
  await expectPrivate(page, (await thumbnail.getAttribute('href')) ?? '')
  await main.getByText('Change it').click()
  // It opens with what is on file.
  await expect(main.getByLabel('To my bank account')).toBeChecked()
  await expect(main.getByLabel('Account number', { exact: true })).toHaveAccessibleDescription(
    'So far …4521.',
  )
  await main.getByLabel('To my UPI address').check()
  await main.getByLabel('UPI address', { exact: true }).fill('meera')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(
    main.getByText('The part from the @ on is missing. A UPI address is like name@okhdfcbank'),
  ).toBeVisible()
  await main.getByLabel('UPI address', { exact: true }).fill('meera@okicici')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('If we refund you, we pay it to UPI me…@okicici.')).toBeVisible()

  await adminApproves(orderId)
  const by = /We’ll pay it to UPI me…@okicici by [A-Z][a-z]+day \d+ [A-Z][a-z]+\./
  await page.reload()
  await expect(main).toContainText(by)
  await expect(main.getByText('Change where we pay it')).toBeVisible()
  expect((await mailTo(page, email, /refund approved/)).text).toMatch(by)

  // With JavaScript the form names the chosen files, and keeps them when one is refused.
  const other = await orderRagi(page)
  await adminSets(other, 'delivered')
  await page.goto(`/orders/${other}?ask=refund`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption('damaged')
  const field = dialog.getByLabel('Photographs (optional)')
  await field.setInputFiles([photo, { ...photo, name: 'bill.pdf', buffer: HEIC }])
  await expect(dialog.getByRole('list', { name: 'Chosen photographs' })).toContainText('bag.jpgbill.pdf')
  await dialog.getByLabel('I’ll say so later').check()
  await dialog.getByRole('button', { name: 'Request Refund' }).click()
  await expect(dialog.getByText('We can’t read “bill.pdf”')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Chosen photographs' })).toContainText('bag.jpgbill.pdf')
  await expect(dialog.getByText('Please choose your photographs again')).toHaveCount(0)
  await expectAccessible(page, 'photographs with an error')
  await expectNoSidewaysScroll(page)
  // A photograph above the server's limit is made smaller in the browser.
  await chooseLargePhoto(field)
  await dialog.getByRole('button', { name: 'Request Refund' }).click()
  await expectShown(main.getByRole('img', { name: 'Photograph 1 of 1 of the refund request' }))

  // Eight days after the delivery the page leads to the contact form instead.
  const late = await orderRagi(page)
  await adminSets(late, 'delivered')
  const before = new Date(Date.now() - 8 * 86_400_000)
  await shopDatabase()
    .updateTable('orderEvents')
    .set({ createdAt: before })
    .where('orderId', '=', late)
    .execute()
  await page.goto(`/orders/${late}?ask=refund`)
  await expect(main).toContainText('Refunds could be requested until')
  await expect(main.getByRole('link', { name: 'Request Refund' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Write to us' })).toHaveAttribute(
    'href',
    `/contact?order=${late}#form`,
  )
})

async function expectShown(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
}

/** Only with this browser's session, asked for again each time, and as nothing but a picture. */
async function expectPrivate(page: Page, path: string): Promise<void> {
  const own = await page.request.get(path)
  expect(own.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  const etag = own.headers().etag ?? ''
  expect((await page.request.get(path, { headers: { 'if-none-match': etag } })).status()).toBe(304)
  expect((await fetch(shopOrigin() + path, { headers: { 'if-none-match': etag } })).status).toBe(401)
}

async function adminPuts(path: string, body: object): Promise<void> {
  expect((await asAdmin('PUT', path, body)).status).toBe(200)
}

const adminSets = (orderId: string, status: string) => adminPuts(`/orders/${orderId}`, { status })

const adminApproves = (orderId: string) =>
  adminPuts(`/orders/${orderId}/refund-request`, { decision: 'approve', amount: 100, answer: '' })
