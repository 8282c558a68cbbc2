/** From a task to its payment: an admin uses the dashboard, the worker the API. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { DASHBOARD, signInAdmin } from '#tests/e2e/admin-page.ts'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { newWorker, rowOf, sendPhoto, startAndSendPhoto, type Worker } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopDatabase } from '#tests/e2e/signed-in.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name })

/** Returns the worker's only task, which an admin has created by the form. */
async function taskOf(worker: Worker, name: string) {
  const tasks = shopDatabase().selectFrom('workLogs').select('id').where('userId', '=', worker.id)
  return { ...(await tasks.executeTakeFirstOrThrow()), name, worker }
}

async function fillTask(page: Page, name: string, worker: Worker): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Quantity').fill('50')
  await page.getByLabel('Deadline').fill(addDays(dayOf(new Date()), 30))
  await page.getByLabel(worker.fullName).check()
}

/**
 * Opens the payout with this worker's pay. Another test may have made it, because a payout contains all
 * approved work.
 */
async function openPayout(page: Page, worker: Worker): Promise<void> {
  const lines = shopDatabase().selectFrom('payoutLines').select('payoutId').where('userId', '=', worker.id)
  const make = page.getByRole('button', { name: /^Make a payout of/ })
  let payoutId: string | undefined
  await expect(async () => {
    await page.goto(`${DASHBOARD}/payouts`)
    if (await make.isVisible()) {
      await make.click()
      await expect(page).not.toHaveURL(`${DASHBOARD}/payouts`)
    }
    payoutId = (await lines.executeTakeFirst())?.payoutId
    expect(payoutId).toBeDefined()
  }).toPass()
  if (!page.url().endsWith(`/${payoutId}`)) await page.goto(`${DASHBOARD}/payouts/${payoutId}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Payout \d+$/ })).toBeVisible()
}

test('an admin creates a task at a fair rate, rejects and approves its photo, pays it, and records a returned payment', async ({
  page,
}) => {
  const name = `Pack samples ${randomUUID().slice(0, 8)}`
  const worker = await newWorker()
  await signInAdmin(page)
  // The rate includes the numbers that were typed before the scripts ran.
  await openWithLateScripts(page, `${DASHBOARD}/tasks/new`, async () => {
    await page.getByLabel('Payment in rupees').fill('40')
    await page.getByLabel('Expected minutes').fill('60')
  })
  await expect(page.getByText('That is ₹40 an hour: below the minimum of ₹60 an hour.')).toBeVisible()
  await fillTask(page, name, worker)
  await page.getByLabel('Payment in rupees').fill('90')
  await expect(page.getByText('That is ₹90 an hour')).toBeVisible()
  await page.getByRole('button', { name: /^Create/ }).click()
  await expect(page.getByText('Task created')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(worker.fullName)

  const task = await taskOf(worker, name)
  await startAndSendPhoto(task)
  await page.goto(`${DASHBOARD}/task-approvals`)
  await card(page, name).getByRole('link', { name: 'Enlarge the photo' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: `What was sent for ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  // The dialog loses its role at once. Its element is removed after the list has loaded and scrolled.
  await expect(page.locator('dialog.lightbox')).toHaveCount(0)
  await card(page, name).getByText('Reject', { exact: true }).click()
  const reason = card(page, name).getByLabel('In your own words')
  await reason.fill('Blurred')
  await page.evaluate(() => history.back())
  await expect(reason).toBeHidden()
  await card(page, name).getByText('Reject', { exact: true }).click()
  await expect(reason).toHaveValue('Blurred')
  await reason.fill('')
  await card(page, name).getByRole('button', { name: 'Reject and return the task' }).click()
  await expect(card(page, name).getByLabel('Reason')).toBeFocused()
  expect((await rowOf(task)).state).toBe('pending_review')
  await card(page, name).getByLabel('Reason').selectOption({ index: 3 })
  await card(page, name).getByRole('button', { name: 'Reject and return the task' }).click()
  await expect(page.getByText('Task rejected successfully!')).toBeVisible()

  await sendPhoto(task)
  await page.goto(`${DASHBOARD}/task-approvals`)
  await expect(card(page, name)).toContainText('The quantity is less than was asked for.')
  await card(page, name)
    .getByLabel(/^Accepted of/)
    .fill('50')
  await card(page, name).focus()
  await page.keyboard.press('4')
  // The first key focuses the button, the second presses it.
  await page.keyboard.press('a')
  await expect(card(page, name).getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Task approved successfully!')).toBeVisible()
  await expect(card(page, name)).toHaveCount(0)

  await openPayout(page, worker)
  const row = page.getByRole('row', { name: worker.fullName })
  const field = row.getByLabel(`Reference for ${worker.fullName}`)
  await field.fill('x')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('A reference has 4 to 60')).toBeVisible()
  await expect(field).toHaveValue('x')
  const reference = `UPI-${randomUUID().slice(0, 8)}`
  await field.fill(reference)
  const inBank = row.getByLabel(`Amount in the bank for ${worker.fullName}`)
  await inBank.fill('1')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText(`${worker.fullName}: ₹1.00 in the bank`)).toBeVisible()
  const amount = (await row.textContent())?.match(/₹([\d,.]+)/)?.[1] ?? ''
  await inBank.fill(amount)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Payments recorded')).toBeVisible()
  await expect(row).toContainText(reference)
  await row.getByRole('link', { name: 'Take back' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The account is closed')
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(row).toContainText('Returned')
})
