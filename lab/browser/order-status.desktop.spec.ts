import type { Page } from '@playwright/test'
import { DASHBOARD, newOrders, orderRows, ordersReady, short, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, mailTo, test } from '#tests/e2e/shop-page.ts'

const ORDERS = `${DASHBOARD}/orders`

const row = (page: Page, id: string) => orderRows(page).filter({ hasText: short(id) })
const statusOf = (page: Page, id: string) => row(page, id).getByLabel(/^Status of order/)
const apply = (page: Page, id: string) =>
  page.getByRole('button', { name: `Apply status to order ${short(id)}` })

test('the status of an order is chosen in the list, also before the scripts load, and a cancellation asks', async ({
  page,
}) => {
  const { ids, fullName, email } = await newOrders(1)
  const [id] = ids
  await signInAdmin(page)
  await openWithLateScripts(page, `${ORDERS}?q=${encodeURIComponent(fullName)}`, async () => {
    await statusOf(page, id).selectOption('Delivered')
  })
  await ordersReady(page)
  await expect(statusOf(page, id)).toHaveValue('delivered')
  await apply(page, id).click()
  await expect(page.getByText('Order status updated to delivered')).toBeVisible()
  await mailTo(page, email, new RegExp(`${short(id)} has been delivered`))
  // The answer arrives before the list does, and the new row begins with its own status.
  await expect(row(page, id).locator('[data-place=state]')).toContainText('Delivered')

  // An arrow key only chooses; the consequences are confirmed first.
  await statusOf(page, id).press('ArrowDown')
  await expect(statusOf(page, id)).toHaveValue('cancelled')
  await apply(page, id).click()
  const question = page.getByRole('dialog', { name: `Cancel order ${short(id)}?` })
  await expect(question).toContainText(/Refund of ₹[\d.]+: it was paid in cash/)
  await expect(question).toContainText('The parcel has left: nothing goes back to stock.')
  await expect(question).toContainText(`An email goes to ${email}.`)
  await expectAccessible(page, 'asked before it is cancelled')
  // Back closes it over the list.
  const listed = page.url()
  await page.evaluate(() => history.back())
  await expect(question).toBeHidden()
  expect(page.url()).toBe(listed)
  await apply(page, id).click()
  await question.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
})
