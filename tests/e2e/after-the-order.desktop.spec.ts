import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible, expectGoodAtBothWidths } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { clickTogether, expect, mailTo, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, newCustomer, openSession } from '#tests/e2e/signed-in.ts'

// One walk of many steps, each checked by axe, which takes long on a busy machine.
test.describe.configure({ timeout: 300_000 })

/** Clicks the second as soon as the dialog of the first is closed, before the browser has stepped back. */
async function clickOnceClosed(first: Locator, second: Locator): Promise<void> {
  const other = await second.elementHandle()
  await first.evaluate((one: HTMLElement, next) => {
    const click = () => next instanceof HTMLElement && next.click()
    one.closest('dialog')?.addEventListener('close', click, { once: true })
    one.click()
  }, other)
}

const short = (id: string) => `#${id.slice(0, 8)}`

/** An admin does this elsewhere while the customer looks at the order. */
async function admin(path: string, body: object): Promise<void> {
  expect((await asAdmin('PUT', path, body)).status).toBe(200)
}

/** The admin's page of an order, in a browser of its own. */
async function desk(browser: Browser, orderId: string): Promise<Page> {
  const context = await browser.newContext()
  await openSession(context, 'admin@demo.test')
  const page = await context.newPage()
  await page.goto(`/admin/dashboard/orders/${orderId}`)
  return page
}

test('orders are followed, cancelled, refunded and exported, with requests, and their page updates itself', async ({
  page,
  browser,
}) => {
  const email = await newCustomer(page)
  const main = page.getByRole('main')
  const badge = main.getByRole('status').first()
  const dialog = page.getByRole('dialog')

  // Cash on delivery, cancelled before shipping.
  const first = await orderRagi(page)
  await page.goto(`/orders/${first}`)
  await expect(main.getByText('This page updates by itself.')).toBeVisible()
  await expect(main).toContainText('Pay on delivery')
  await expect(main.getByRole('button', { name: 'Track Package' })).toBeDisabled()
  await admin(`/orders/${first}`, { status: 'processing' })
  await expect(badge).toHaveText('Processing')
  await expect(main.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
  await main.getByRole('link', { name: 'Cancel Order' }).click()
  await expect(dialog).toContainText('You haven’t paid yet, so there’s nothing to refund.')
  await expectGoodAtBothWidths(page, 'asked before it is cancelled')
  // The same dialog asked for again while it closes is shown again, and Back leads to the order from it.
  const keep = dialog.getByRole('link', { name: 'Keep the order' })
  const ask = main.locator('a[href$="?ask=cancel"]')
  for (const pressed of ['with the first', 'once it is closed'] as const) {
    if (pressed === 'with the first') await clickTogether(keep, ask)
    else await clickOnceClosed(keep, ask)
    await expect(dialog, pressed).toBeVisible()
    await page.goBack()
    await expect(dialog, pressed).toBeHidden()
    await expect(page).toHaveURL(`/orders/${first}`)
    await main.getByRole('link', { name: 'Cancel Order' }).click()
  }
  await expect(dialog).toBeVisible()
  // Back, and Forward before the order is loaded.
  await page.evaluate(async () => {
    const popped = () => new Promise((done) => window.addEventListener('popstate', done, { once: true }))
    const back = popped()
    window.history.back()
    await back
    const forward = popped()
    window.history.forward()
    await forward
  })
  await page.waitForFunction(() => window.__reactRouterDataRouter?.state.navigation.state === 'idle')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Why are you cancelling?').fill('Ordered twice')
  await dialog.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(main).toContainText(
    'This order has been cancelled. If you have any questions, please contact our support team.',
  )
  await expect(main).toContainText('Nothing to pay')
  await expect(main.getByRole('link', { name: 'Cancel Order' })).toHaveCount(0)
  await expectGoodAtBothWidths(page, 'cancelled')
  await mailTo(page, email, new RegExp(`${short(first)} has been cancelled`))

  // By card and shipped: a cancellation is requested and declined, then it is delivered and refunded.
  const second = await orderRagi(page, 'card')
  await page.goto(`/checkout/pay/${second}`)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('radio', { name: /^Approve The/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  await page.goto(`/orders/${second}`)
  await expect(main.getByText('This page updates by itself.')).toBeVisible()
  await admin(`/orders/${second}`, { status: 'shipped', carrier: 'Ekart', tracking_number: 'FMPC0123456789' })
  await expect(badge).toHaveText('Shipped')
  const track = main.getByRole('link', { name: /^Track Package/ })
  await expect(track).toHaveAttribute('href', 'https://ekartlogistics.com/shipmenttrack/FMPC0123456789')
  await expect(track).toHaveAttribute('target', '_blank')
  await main.getByRole('link', { name: 'Cancel Order' }).click()
  await expect(dialog).toContainText('already on its way')
  await dialog.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(main).toContainText(
    /Cancellation requested. We’ll look at it and write to you by [A-Z][a-z]+day \d+ [A-Z][a-z]+\./,
  )
  await expect(main.getByRole('link', { name: 'Cancel Order' })).toHaveCount(0)
  await expectGoodAtBothWidths(page, 'cancellation requested')
  await admin(`/orders/${second}/cancellation`, {
    decision: 'decline',
    answer: 'It is with the courier already',
  })
  await expect(main).toContainText('Cancellation request declined.')
  await expect(main).toContainText('It is with the courier already')
  await admin(`/orders/${second}`, { status: 'delivered' })
  await expect(badge).toHaveText('Delivered')
  await main.getByRole('link', { name: 'Request Refund' }).click()
  const reason = dialog.getByLabel('Reason')
  await dialog.getByRole('button', { name: 'Request Refund' }).click()
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription('Please choose a reason')
  await expectGoodAtBothWidths(page, 'asked for the reason of a refund')
  await reason.selectOption('damaged')
  await dialog.getByLabel('What happened?').fill('The pouch was open.')
  await dialog.getByRole('button', { name: 'Request Refund' }).click()
  await expect(main).toContainText(
    /Refund requested. We’ll look at it and write to you by [A-Z][a-z]+day \d+ [A-Z][a-z]+\./,
  )
  await expectGoodAtBothWidths(page, 'refund requested')
  const decision = await desk(browser, second)
  await expect(decision.getByText('The pouch was open.').first()).toBeVisible()
  await decision.getByLabel('Amount to refund, in rupees').fill('100')
  await decision.getByLabel('Answer to the customer').fill('We are sorry.')
  await expectAccessible(decision, 'refund requested')
  await decision.getByRole('button', { name: 'Approve refund' }).click()
  await decision.getByRole('dialog').getByRole('button', { name: 'Refund ₹100' }).click()
  await expect(decision.getByText('Refund request approved.')).toBeVisible()
  await decision.context().close()
  await expect(main).toContainText('Refund approved.')
  await expect(main).toContainText('We are sorry.')
  await mailTo(page, email, new RegExp(`Refund for order ${short(second)}`))
  await page.reload()
  await expect(main).toContainText(
    /Refund of ₹100(\.00)?\s*We sent it on [A-Z][a-z]+day \d+ [A-Z][a-z]+, the way you paid/,
  )
  await expect(main.getByRole('link', { name: 'Request Refund' })).toHaveCount(0)
  const history = main.getByRole('list').filter({ hasText: 'The pouch was open.' }).first()
  await expect(history).toContainText('It is with the courier already')
  await expectGoodAtBothWidths(page, 'refunded')

  // The filtered list and its export.
  const third = await orderRagi(page)
  await admin(`/orders/${third}`, {
    status: 'shipped',
    carrier: 'India Post',
    tracking_number: 'EE123456789IN',
  })
  await page.goto(`/orders/${third}`)
  await expect(main.getByRole('link', { name: /^Track Package/ })).toHaveAttribute(
    'href',
    /indiapost\.gov\.in/,
  )
  await expect(main).toContainText('India Post, tracking number EE123456789IN')
  await expectGoodAtBothWidths(page, 'shipped')
  await page.goto('/orders')
  for (const id of [first, second, third]) await expect(main.getByText(short(id))).toBeVisible()
  await expect(main.getByText('Pay on delivery')).toHaveCount(1)
  await expectGoodAtBothWidths(page, 'three orders')
  await main.getByRole('link', { name: 'Cancelled', exact: true }).click()
  await expect(main.getByText(short(second))).toHaveCount(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('link', { name: 'Export' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain(first)
  expect(file).not.toContain(second)
  expect(file).not.toContain(third)
})
