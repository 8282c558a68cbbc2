import type { Page } from '@playwright/test'
import {
  DASHBOARD,
  newOrders,
  orderRows,
  shortId,
  signInAdmin,
  waitForOrders,
} from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, test, waitForMail } from '#tests/e2e/shop-page.ts'

const ORDERS = `${DASHBOARD}/orders`

const row = (page: Page, id: string) => orderRows(page).filter({ hasText: shortId(id) })
const statusOf = (page: Page, id: string) => row(page, id).getByLabel(/^Status of order/)
const apply = (page: Page, id: string) =>
  page.getByRole('button', { name: `Apply status to order ${shortId(id)}` })

test('an admin sets an order’s status in the list, also before the scripts load, and confirms a cancellation', async ({
  page,
}) => {
  const { ids, fullName, email } = await newOrders(1)
  const [id] = ids
  await signInAdmin(page)
  await openWithLateScripts(page, `${ORDERS}?q=${encodeURIComponent(fullName)}`, async () => {
    await statusOf(page, id).selectOption('Delivered')
  })
  await waitForOrders(page)
  await expect(statusOf(page, id)).toHaveValue('delivered')
  await apply(page, id).click()
  await expect(page.getByText('Order status updated to delivered')).toBeVisible()
  await waitForMail(page, email, new RegExp(`${shortId(id)} has been delivered`))
  // The response arrives before the new list, whose row shows the new status.
  await expect(row(page, id).locator('[data-place=state]')).toContainText('Delivered')

  // An arrow key only chooses; a dialog asks about the consequences first.
  await statusOf(page, id).press('ArrowDown')
  await expect(statusOf(page, id)).toHaveValue('cancelled')
  await apply(page, id).click()
  const question = page.getByRole('dialog', { name: `Cancel order ${shortId(id)}?` })
  await expect(question).toContainText(/Refund of ₹[\d.]+: it was paid in cash/)
  await expect(question).toContainText('The parcel has left: nothing goes back to stock.')
  await expect(question).toContainText(`An email goes to ${email}.`)
  await expectAccessible(page, 'asked before it is cancelled')
  // Back closes the dialog and leaves the list open.
  const listed = page.url()
  await page.evaluate(() => history.back())
  await expect(question).toBeHidden()
  expect(page.url()).toBe(listed)
  await apply(page, id).click()
  await question.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
})
