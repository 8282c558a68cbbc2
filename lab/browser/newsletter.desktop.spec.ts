import { randomUUID } from 'node:crypto'
import { ADDRESS } from '#db/factories/order.ts'
import { makeSubscriber } from '#db/factories/subscriber.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test, waitForMail } from '#tests/e2e/shop-page.ts'
import { sessionCookie, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

const NEWSLETTERS = '/admin/dashboard/newsletters'
/**
 * No other test orders from these places, so the number of recipients is known. Each repetition uses another
 * place.
 */
const REMOTE = [
  { city: 'Kavaratti', state: 'Lakshadweep', postal_code: '682555' },
  { city: 'Port Blair', state: 'Andaman and Nicobar Islands', postal_code: '744101' },
  { city: 'Leh', state: 'Ladakh', postal_code: '194101' },
] as const

test('an admin writes, tests and sends a newsletter, a reader unsubscribes, and the results show both', async ({
  page,
}) => {
  const db = shopDatabase()
  const place = REMOTE[test.info().repeatEachIndex] ?? REMOTE[0]
  const reader = `reader-${randomUUID()}@example.test`
  const address = { full_name: ADDRESS.fullName, phone: ADDRESS.phone, address_line1: ADDRESS.addressLine1 }
  const orderResponse = await fetch(`${shopOrigin()}/api/orders`, {
    method: 'POST',
    headers: {
      cookie: await sessionCookie({ email: reader }),
      origin: shopOrigin(),
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      items: [{ product_id: seedId(2), quantity: 1 }],
      shipping_address: { ...address, ...place },
      payment_method: 'cod',
    }),
  })
  expect(orderResponse.status).toBe(201)
  await makeSubscriber(db, reader)
  const fiveDaysAgo = new Date(Date.now() - 5 * 86_400_000)
  const earlier = { subject: 'The one before', preheader: '', body: 'Ragi', ordered: 'any', state: 'all' }
  const times = {
    createdAt: fiveDaysAgo,
    updatedAt: fiveDaysAgo,
    startedAt: fiveDaysAgo,
    endedAt: fiveDaysAgo,
  }
  await db
    .insertInto('newsletters')
    .values({ ...earlier, ...times, slug: `earlier-${Date.now()}`, status: 'sent', batch: 1 })
    .execute()

  // Writing: a refused form keeps its text and names an invalid link. The preview shows the email.
  await signInAdmin(page)
  await page.goto(NEWSLETTERS)
  await page.getByRole('link', { name: 'Write a newsletter' }).click()
  const subject = `Ragi from the hills ${randomUUID().slice(0, 8)}`
  await page.getByLabel('Subject', { exact: true }).fill(subject)
  await page.getByLabel('Preheader').fill('And a recipe')
  await page
    .getByLabel('Text', { exact: true })
    .fill('# Harvest\n\nOur **ragi** is [in the shop](/products) and [here](http://x.test).')
  await page.getByLabel('Who gets it').selectOption('Those who have ordered in the last days')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('main').getByText('from 1 to 3650')).toBeVisible()
  await expect(page.getByLabel('Preheader')).toHaveValue('And a recipe')
  await page.getByLabel('Days').fill('90')
  await page.getByLabel('State of the last order').selectOption(place.state)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await expect(page.getByText('The link to “http://x.test”')).toBeVisible()
  const preview = page.frameLocator('iframe').locator('body')
  await expect(preview.getByRole('heading', { name: 'Harvest' })).toBeVisible()
  await expect(preview.getByRole('heading', { name: 'Harvest' })).toHaveCSS('font-size', '21px')
  const draft = page.url().replace(/\?.*/, '')

  await page
    .getByLabel('Text', { exact: true })
    .fill('# Harvest\n\nOur **ragi** is [in the shop](/products).')

  // Testing: sends an email to the admin's own address.
  await page.getByRole('button', { name: 'Save and send me a test' }).click()
  await expect(page.getByText('on its way to your own address')).toBeVisible()
  await waitForMail(page, 'admin@demo.test', new RegExp(`^\\[Test\\] ${subject}`))

  // Sending: only with both boxes ticked.
  await page.getByRole('button', { name: 'Save and go on to sending' }).click()
  await expect(page.getByText(/“.+” was sent on/)).toBeVisible()
  const send = page.getByRole('button', { name: /^Send to \d+ subscriber/ })
  await send.click()
  await expect(page.getByText('Please tick the box to confirm').first()).toBeVisible()
  await page.getByLabel(/^Yes, send it to/).check()
  await send.click()
  await expect(page.getByText('Another newsletter was sent in the last 30 days')).toBeVisible()
  await page.getByLabel(/^Yes, send it to/).check()
  await page.getByLabel('sooner than promised').check()
  await send.click()
  await expect(page.getByText('The newsletter is being sent.')).toBeVisible()
  const { text } = await waitForMail(page, reader, new RegExp(`^${subject}`))

  // The reader follows a link, and unsubscribes as a mail program does: one post without cookies.
  const link = /https?:\S+products\?\S+utm_campaign=[\w-]+/.exec(text)?.[0] ?? ''
  const { pathname, search } = new URL(link)
  // Visits of headless browsers are not counted.
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0', accept: 'text/html' }
  expect((await fetch(`${shopOrigin()}${pathname}${search}`, { headers })).status).toBe(200)
  const leave = new URL(/Unsubscribe: (\S+)/.exec(text)?.[1] ?? '')
  const unsubscribed = await fetch(`${shopOrigin()}${leave.pathname}${leave.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(unsubscribed.status).toBe(200)

  // Results: polls, because visits are stored every few seconds.
  const figures = async () => {
    const html = await (await page.request.get(draft)).text()
    return ['Sent', 'Unsubscribed', 'Visits'].map(
      (label) => new RegExp(`<span>${label}</span>.*?figure-value">(\\d+)`, 's').exec(html)?.[1],
    )
  }
  await expect.poll(figures).toEqual(['1', '1', '1'])
})
