/** From a task to its payment: the admin's side of the programme, with the worker's part through the API. */
import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession } from '#tests/e2e/signed-in.ts'
import { phonePhoto } from '#tests/pictures.ts'

const DASHBOARD = '/admin/dashboard'
const origin = () => new URL(test.info().project.use.baseURL ?? '').origin

/** Completes all tasks of this name as the demonstration's worker, with a photo. */
async function doWork(page: Page, taskName: string): Promise<void> {
  const context = await page.context().browser()?.newContext({ baseURL: origin() })
  if (!context) throw new Error('no browser')
  await openSession(context, 'worker@demo.test')
  const { request } = context
  const headers = { origin: origin() }
  const logs: { id: string; task_name: string }[] = await (await request.get('/api/work-logs')).json()
  for (const { id } of logs.filter((log) => log.task_name === taskName)) {
    await request.put(`/api/work-logs/${id}`, { data: { status: 'in_progress' }, headers })
    const seed = Number.parseInt(id.slice(0, 6), 16)
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(seed) }
    const sent = await request.post(`/api/work-logs/${id}/photo`, { multipart: { photo }, headers })
    expect(sent.status()).toBe(200)
  }
  await context.close()
}

/** The worker confirms this payment on her phone. */
async function confirmReceipt(page: Page, reference: string): Promise<void> {
  const viewport = { width: 360, height: 740 }
  const context = await page.context().browser()?.newContext({ baseURL: origin(), viewport, hasTouch: true })
  if (!context) throw new Error('no browser')
  await openSession(context, 'worker@demo.test')
  const phone = await context.newPage()
  await phone.goto('/shg-worker-dashboard?tab=pay')
  const payment = phone.getByRole('listitem').filter({ hasText: reference })
  await payment.getByRole('button', { name: 'I received it' }).tap()
  await expect(payment).toContainText('You received it')
  await expect(payment.getByRole('button', { name: 'I received it' })).toHaveCount(0)
  await context.close()
}

async function createTask(page: Page, name: string): Promise<void> {
  await page.goto(`${DASHBOARD}/tasks`)
  await page.getByRole('link', { name: 'Create task' }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Quantity').fill('50')
  await page.getByLabel('Payment in rupees').fill('40')
  await page.getByLabel('Expected minutes').fill('60')
  await page.getByLabel('Deadline').fill(addDays(dayOf(new Date()), 30))
  await page.getByLabel('Sunita Devi').check()
}

const card = (page: Page, name: string) => page.getByRole('article', { name })

test('the rate of a new task counts what was typed before the scripts came', async ({ page }) => {
  await signInAdmin(page)
  await openWithLateScripts(page, `${DASHBOARD}/tasks/new`, async () => {
    await page.getByLabel('Payment in rupees').fill('40')
    await page.getByLabel('Expected minutes').fill('60')
  })
  await expect(page.getByText('That is ₹40 an hour: below the least of ₹60 an hour.')).toBeVisible()
  await page.getByLabel('Payment in rupees').fill('90')
  await expect(page.getByText('That is ₹90 an hour')).toBeVisible()
})

test('a task is created with a fair rate, done, rejected, done again, approved by keyboard, and paid', async ({
  page,
}) => {
  const name = `Pack samples ${randomUUID().slice(0, 8)}`
  await signInAdmin(page)
  await createTask(page, name)
  await expect(page.getByText('That is ₹40 an hour: below the least of ₹60 an hour.')).toBeVisible()
  await page.getByRole('button', { name: 'Create task' }).click()
  await expect(page.getByText('The task pays less than ₹60 an hour.')).toBeVisible()
  await expectAccessible(page, 'rate too low')
  await page.getByLabel('Payment in rupees').fill('90')
  await expect(page.getByText('That is ₹90 an hour')).toBeVisible()
  await page.getByRole('button', { name: /^Create/ }).click()
  await expect(page.getByText('Task created')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Sunita Devi')

  await doWork(page, name)
  await page.goto(`${DASHBOARD}/task-approvals`)
  await card(page, name).getByRole('link', { name: 'Enlarge the photo' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: `What was sent for ${name}` })).toBeVisible()
  await expectAccessible(page, 'photo enlarged')
  await page.keyboard.press('Escape')
  // The role goes as the dialog closes, the element once the list is there, which may scroll and have new cards.
  await expect(page.locator('dialog.lightbox')).toHaveCount(0)
  await card(page, name).getByText('Reject', { exact: true }).click()
  const reason = card(page, name).getByLabel('In your own words')
  await reason.fill('Blurred')
  await page.evaluate(() => history.back())
  await expect(reason).toBeHidden()
  await expect(page).toHaveURL(`${DASHBOARD}/task-approvals`)
  await card(page, name).getByText('Reject', { exact: true }).click()
  await expect(reason).toHaveValue('Blurred')
  await reason.fill('')
  await card(page, name).getByLabel('Reason').selectOption({ index: 2 })
  await card(page, name).getByRole('button', { name: 'Reject and return the task' }).click()
  await expect(page.getByText('Task rejected successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'Rejected', exact: true }).click()
  await expect(card(page, name)).toContainText('The quantity is less than was asked for.')

  // A second photo, sent as the phone sends it.
  const again = `Pack samples ${randomUUID().slice(0, 8)}`
  await createTask(page, again)
  await page.getByLabel('Payment in rupees').fill('90')
  await page.getByRole('button', { name: 'Create task' }).click()
  await expect(page.getByText('Task created')).toBeVisible()
  await doWork(page, again)
  await page.goto(`${DASHBOARD}/task-approvals`)
  await card(page, again).focus()
  await page.keyboard.press('4')
  // One key focuses the button, another presses it.
  await page.keyboard.press('a')
  await expect(card(page, again).getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Task approved successfully!')).toBeVisible()
  await expect(card(page, again)).toHaveCount(0)

  await page.goto(`${DASHBOARD}/payouts`)
  await page.getByRole('button', { name: /^Make a payout of/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Payout \d+$/ })).toBeVisible()
  await expectAccessible(page, '')
  const csv = await page.request.get(`${new URL(page.url()).pathname}/csv`)
  expect(await csv.text()).toContain('sunita@demobank')
  const row = page.getByRole('row', { name: /Sunita Devi/ })
  await row.getByLabel('Reference for Sunita Devi').fill('x')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('A reference has 4 to 60')).toBeVisible()
  await expect(row.getByLabel('Reference for Sunita Devi')).toHaveValue('x')
  // A reference of the demonstration's first payout, written in another way.
  await row.getByLabel('Reference for Sunita Devi').fill('demo/1100')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const question = page.getByRole('dialog', { name: 'Save references that were used before?' })
  await expect(question).toContainText(/DEMO1100 is the reference of ₹[\d.,]+ to .+ in payout 1, paid on/)
  await expectAccessible(page, 'reference used before')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(row.getByLabel('Reference for Sunita Devi')).toHaveValue('demo/1100')
  const reference = `UPI-${randomUUID().slice(0, 8)}`
  await row.getByLabel('Reference for Sunita Devi').fill(reference)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Payments recorded')).toBeVisible()
  await expect(row).toContainText(reference)
  await confirmReceipt(page, reference)
  await page.reload()
  await expect(row).toContainText('Confirmed on')
  await row.getByRole('link', { name: 'Mark as returned' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The account is closed')
  await page.getByRole('button', { name: 'Mark as returned' }).click()
  await expect(row).toContainText('Returned')
})

test('a minimum wage is entered with its source and removed again', async ({ page }) => {
  // A day and a source of its own, since a state has one wage from a day.
  const day = new Date(Date.UTC(2005, 0, randomInt(5_000))).toISOString().slice(0, 10)
  const source = `Notification ${randomUUID().slice(0, 8)}`
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/payouts`)
  await page.getByRole('link', { name: 'Minimum wages' }).click()
  await page.getByLabel('State', { exact: true }).selectOption('Goa')
  await page.getByLabel('Rupees a day').fill('720')
  await page.getByLabel('In force from').fill(day)
  await page.getByRole('button', { name: 'Save the wage' }).click()
  await expect(page.getByText('Please enter the notification with its number or date')).toBeVisible()
  await expect(page.getByLabel('Rupees a day')).toHaveValue('720')
  await page.getByLabel('Source').fill(source)
  await page.getByRole('button', { name: 'Save the wage' }).click()
  await expect(page.getByText('Minimum wage saved')).toBeVisible()
  const wage = page.getByRole('row', { name: source })
  await expect(wage).toContainText('₹90')
  await expectAccessible(page, 'minimum wages')
  await wage.getByRole('link', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Remove the wage' }).click()
  await expect(page.getByText('Minimum wage removed')).toBeVisible()
  await expect(wage).toHaveCount(0)
})

test('the time that work took before shows what a new task pays an hour', async ({ page }) => {
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/tasks/new`)
  await page.getByLabel('Name').fill('fill chettinad')
  await page.getByRole('combobox', { name: 'Unit' }).fill('packets')
  await page.getByLabel('Quantity').fill('10')
  await page.getByLabel('Payment in rupees').fill('5')
  const measured = /^Measured in \d+ tasks?, the median is .+ minutes for one: ₹[\d,]+ an hour/
  await expect(page.getByText(measured)).toContainText('below the least of ₹60 an hour')
  await page.getByLabel('Payment in rupees').fill('5000')
  await expect(page.getByText(measured)).not.toContainText('below')
})

test('a decision without JavaScript shows its result, and the second of two shows a conflict', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: origin(), javaScriptEnabled: false })
  const page = await context.newPage()
  await signInAdmin(page)
  const name = `Seal boxes ${randomUUID().slice(0, 8)}`
  await createTask(page, name)
  await page.getByLabel('Payment in rupees').fill('100')
  await page.getByRole('button', { name: 'Create task' }).click()
  await doWork(page, name)
  await page.goto(`${DASHBOARD}/task-approvals`)
  const other = await context.newPage()
  await other.goto(`${DASHBOARD}/task-approvals`)
  for (const one of [page, other]) {
    await card(one, name).getByRole('radio', { name: '5 stars' }).check({ force: true })
    await card(one, name).getByRole('button', { name: 'Approve' }).click()
  }
  await expect(page.getByText('Task approved successfully!')).toBeVisible()
  await expect(
    other.getByText('Error updating task status: This task isn’t waiting for review'),
  ).toBeVisible()
  await context.close()
})
