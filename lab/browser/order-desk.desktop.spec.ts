import type { Page } from '@playwright/test'
import { DASHBOARD, newOrders, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test, waitForMail } from '#tests/e2e/shop-page.ts'

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

test('on an order’s page an admin sends an email again, and adds, changes and deletes notes', async ({
  page,
}) => {
  const { ids, email } = await newOrders(1)
  await waitForMail(page, email, /confirmed/)
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/orders/${ids[0]}`)
  const mails = section(page, 'Emails')
  await expect(mails.getByText(`to ${email}`)).toBeVisible()
  await mails.getByText('Show the text').last().click()
  await expect(mails.getByText('Delivery to:').last()).toBeVisible()
  await mails.getByRole('button', { name: 'Send again (Order confirmation)' }).last().click()
  const question = page.getByRole('dialog', { name: /^Send ‘Order #[\da-f]{8} confirmed’ again\?$/ })
  await expect(question).toContainText('A new email goes to')
  await question.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText('The email is queued and goes out within a minute.')).toBeVisible()
  const countMails = async () => {
    const mailbox = await page.request.get(`/api/demo/mailbox?to=${encodeURIComponent(email)}`)
    return (await mailbox.json()).length
  }
  await expect.poll(countMails).toBe(2)
  await page.reload()
  await expect(mails.getByText('sent again by Lakshmi Iyer')).toHaveCount(1)
  await expect(section(page, 'History').getByText(/^Email sent again, /)).toHaveCount(1)

  const notes = section(page, 'Notes')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByText('Please write something')).toBeVisible()
  await notes.getByLabel('New note').fill('Called her')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByLabel('New note')).toHaveValue('')
  await notes.getByText('Change this note').first().click()
  await notes.getByLabel('Note', { exact: true }).first().fill('Called her at noon')
  await notes.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Note changed', { exact: true })).toBeVisible()
  await notes.getByRole('button', { name: 'Delete this note' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(page.getByText('Note deleted', { exact: true })).toBeVisible()
  await expect(notes.getByRole('listitem')).toHaveCount(0)

  const figures = section(page, 'Payments').locator('.figures > div')
  await expect(figures).toHaveText([/^Due ?₹[1-9]/, /^Paid ?₹0/, /^Refunded ?₹0/])
  await page.getByLabel('Order status').selectOption('Delivered')
  await page.getByRole('button', { name: 'Update status' }).click()
  await expect(page.getByText('Order status updated to delivered')).toBeVisible()
  await expect(figures).toHaveText([/^Due ?₹0/, /^With the courier ?₹[1-9]/, /^Paid ?₹0/, /^Refunded ?₹0/])

  await page.getByRole('link', { name: 'Cash from couriers' }).click()
  await page.getByLabel(`Select order #${ids[0]?.slice(0, 8)}`).check()
  await page.getByLabel('Courier', { exact: true }).fill('Delhivery')
  await page.getByLabel('Bank reference (UTR)').fill(`UTR${ids[0]?.slice(0, 8)}`)
  const selected = page.getByText(/^1 order selected: ₹/)
  const cash = /₹([\d,.]+)/.exec((await selected.textContent()) ?? '')?.[1] ?? ''
  await page.getByLabel('Amount on the bank statement').fill(cash)
  await page.getByRole('button', { name: 'Record the selected orders' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Record the cash of 1 order?' })
  await confirmation.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByText('Recorded. These orders are paid now.')).toBeVisible()
  await page.goto(`${DASHBOARD}/orders/${ids[0]}`)
  await expect(figures).toHaveText([/^Due ?₹0/, /^Paid ?₹[1-9]/, /^Refunded ?₹0/])
})
