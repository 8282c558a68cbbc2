import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, mailTo, test } from '#tests/e2e/shop-page.ts'
import { newCustomer } from '#tests/e2e/signed-in.ts'

const DASHBOARD = '/admin/dashboard'

/** The order of a new customer, whose confirmation has arrived, opened by an admin. */
async function openOrder(page: Page) {
  const email = await newCustomer(page)
  const id = await orderRagi(page)
  await mailTo(page, email, /confirmed/)
  await page.context().clearCookies()
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/orders/${id}`)
  return { id, email }
}

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

async function sendAgain(page: Page, checked?: string) {
  const mails = section(page, 'Emails')
  await mails.getByText('Show the text').last().click()
  await expect(mails.getByText('Delivery to:').last()).toBeVisible()
  await mails.getByRole('button', { name: 'Send again (Order confirmation)' }).last().click()
  const question = page.getByRole('dialog', { name: /^Send ‘Order #[\da-f]{8} confirmed’ again\?$/ })
  await expect(question).toContainText('A new email goes to')
  if (checked) await expectAccessible(page, checked)
  await question.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText('The email is queued and goes out within a minute.')).toBeVisible()
}

test('the order’s page shows its emails with their text, and sends one again three times an hour', async ({
  page,
}) => {
  const { email } = await openOrder(page)
  const mails = section(page, 'Emails')
  await expect(mails.getByText(`to ${email}`)).toBeVisible()
  await expect(mails.getByText('Sent', { exact: true })).toBeVisible()
  for (let time = 0; time < 3; time += 1) {
    await sendAgain(page, time === 0 ? 'asked before an email is sent again' : undefined)
    await page.reload()
  }
  await expect(async () => {
    await page.reload()
    await expect(mails.getByText('Sent', { exact: true })).toHaveCount(4)
  }).toPass()
  await expect(mails.getByText('sent again by Lakshmi Iyer')).toHaveCount(3)
  await mails.getByText('Show the text').last().click()
  await mails.getByRole('button', { name: 'Send again (Order confirmation)' }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText('Three emails of this order were sent again')).toBeVisible()
  await expect(section(page, 'History').getByText(/^Email sent again, /)).toHaveCount(3)
  await expectAccessible(page, 'all emails of an order')
})

test('notes are added, changed and deleted, and money is one line of three figures', async ({ page }) => {
  await openOrder(page)
  const notes = section(page, 'Notes')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByText('Please write something')).toBeVisible()
  for (const text of ['Rings twice', 'Called her']) {
    await notes.getByLabel('New note').fill(text)
    await notes.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Note added')).toBeVisible()
    await expect(notes.getByLabel('New note')).toHaveValue('')
    await expect(notes.getByRole('listitem').first()).toContainText(text)
  }
  await expect(notes.getByRole('listitem').last()).toContainText('Rings twice')
  await notes.getByText('Change this note').first().click()
  await notes.getByLabel('Note', { exact: true }).first().fill('Called her at noon')
  await expectAccessible(page, 'a note that is changed')
  await notes.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Note changed', { exact: true })).toBeVisible()
  await expect(notes.getByRole('listitem').first()).toContainText('Called her at noon')
  await notes.getByRole('button', { name: 'Delete this note' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(page.getByText('Note deleted', { exact: true })).toBeVisible()
  await expect(notes.getByRole('listitem')).toHaveCount(1)

  const figures = section(page, 'Payments').locator('.figures > div')
  await expect(figures).toHaveText([/^Due ?₹[1-9]/, /^Paid ?₹0/, /^Refunded ?₹0/])
  await page.getByLabel('Order status').selectOption('Delivered')
  await page.getByRole('button', { name: 'Update status' }).click()
  await expect(page.getByText('Order status updated to delivered')).toBeVisible()
  await expect(figures).toHaveText([/^Due ?₹0/, /^Paid ?₹[1-9]/, /^Refunded ?₹0/])
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'on a phone')
  await page.getByRole('link', { name: 'Accounts' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Money' })).toBeVisible()
})

test('filters of every list are saved, chosen, replaced after a question and deleted with undo', async ({
  page,
}) => {
  await signInAdmin(page)
  const saved = page.getByRole('list', { name: 'Saved filters' })
  for (const [list, query] of [
    ['people', 'role=admin'],
    ['messages', 'status=closed'],
    ['products', 'stock=low'],
    ['coupons', 'kind=thanks'],
    ['tasks', 'status=approved'],
    ['audit', 'entity=order'],
  ] as const) {
    const name = `Mine ${Date.now()}`
    await page.goto(`${DASHBOARD}/${list}?${query}`)
    await page.getByLabel('Save this filter as').fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Filter saved')).toBeVisible()
    await page.goto(`${DASHBOARD}/${list}`)
    await expectAccessible(page, `saved filters of ${list}`)
    await saved.getByRole('link', { name }).click()
    await expect(page).toHaveURL(`${DASHBOARD}/${list}?${query}`)
    await page.getByRole('button', { name: `Delete the filter ${name}` }).click()
    await expect(page.getByText(`Filter ${name} deleted.`)).toBeVisible()
    await expect(saved.getByRole('link', { name })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Filter saved')).toBeVisible()
    await expect(saved.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
  }
  const name = `Twice ${Date.now()}`
  // The admin is the same in all tests: another one's filter of this address would leave nothing to save.
  const found = randomUUID()
  for (const query of [`q=${found}&role=customer`, `q=${found}&role=worker`]) {
    await page.goto(`${DASHBOARD}/people?${query}`)
    await page.getByLabel('Save this filter as').fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    if (query.endsWith('worker')) {
      await expectAccessible(page, 'asked before a filter is replaced')
      await page.getByRole('dialog').getByRole('button', { name: 'Replace filter' }).click()
    }
    await expect(page.getByText('Filter saved')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`people\\?${query}&filter=saved$`))
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('emails are read and sent again, notes written, filters saved', async ({ page, browser }) => {
    const withScripts = await browser.newPage()
    const { id } = await openOrder(withScripts)
    await signInAdmin(page)
    await page.goto(`${DASHBOARD}/orders/${id}`)
    await sendAgain(page)
    const notes = section(page, 'Notes')
    await notes.getByLabel('New note').fill('Rings twice')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await expect(notes.getByRole('listitem')).toContainText('Rings twice')
    await notes.getByRole('button', { name: 'Delete this note' }).click()
    await page.getByRole('button', { name: 'Delete note' }).click()
    await expect(page.getByText('Note deleted', { exact: true })).toBeVisible()

    await page.goto(`${DASHBOARD}/people?role=customer`)
    await page.getByLabel('Save this filter as').fill(' ')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const name = page.getByLabel('Name of the filter')
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await name.fill('Plain')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Filter saved')).toBeVisible()
    await page.getByRole('button', { name: 'Delete the filter Plain' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name: 'Plain' })).toBeVisible()
  })
})
