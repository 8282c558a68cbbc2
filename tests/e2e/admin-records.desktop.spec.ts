import { randomUUID } from 'node:crypto'
import { DASHBOARD, newProduct, openDashboard, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, mailTo, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, openSession } from '#tests/e2e/signed-in.ts'

test('a missing record says so inside the dashboard and leads back to its list; others are denied', async ({
  page,
  browser,
}) => {
  await signInAdmin(page)
  expect((await page.goto(`${DASHBOARD}/tasks/${randomUUID()}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Admin dashboard', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Tasks' })).toHaveAttribute(
    'href',
    `${DASHBOARD}/tasks`,
  )
  // Printed sheets have no frame.
  expect((await page.goto(`${DASHBOARD}/orders/print/nothing`))?.status()).toBe(404)
  await page.getByRole('link', { name: 'Back to Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders', exact: true })).toBeVisible()
  const tab = page.getByRole('navigation', { name: 'Admin dashboard', exact: true })
  await expect(tab.getByRole('link', { name: /^Orders/ })).toHaveAttribute('aria-current', 'page')

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(DASHBOARD)
  await expect(visitor.getByText('Please sign in to access admin dashboard')).toBeVisible()
  await openSession(visitor.context(), 'customer@demo.test')
  await visitor.goto(DASHBOARD)
  await expect(visitor.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})

test('a message is answered by email, noted and closed; each step is in the audit log', async ({ page }) => {
  const email = `meera-${randomUUID()}@example.test`
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Meera Nair')
  await page.getByRole('main').getByLabel('Email').first().fill(email)
  await page.getByLabel('Subject').selectOption({ label: 'Customer Service' })
  await page.getByLabel('Message').fill('One tastemaker is missing in my box.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  const { subject } = await mailTo(page, email, /T-\d+/)
  const ticket = /T-\d+/.exec(subject)?.[0] ?? ''

  await openDashboard(page)
  await page.getByRole('link', { name: /^Messages \d+ waiting$/ }).click()
  await page.getByRole('link', { name: ticket }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('One tastemaker is missing in my box.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(dialog.getByText('Please write an answer')).toBeVisible()
  await expectAccessible(page, 'an answer missing')
  await dialog.getByLabel('Answer to Meera Nair').fill('It leaves today, with an extra one.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(dialog.getByText('Answer sent')).toBeVisible()
  expect((await mailTo(page, email, /^Re: T-\d+/)).text).toContain('It leaves today, with an extra one.')
  await dialog.getByLabel('Internal note').fill('Packed by Asha')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog.getByText('Note saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close as settled' }).click()
  await expect(dialog.getByText('Settled right away').or(dialog.getByText(/Settled after \d/))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/messages(\?|$)/)
  await page.goto(`${DASHBOARD}/audit?entity=message`)
  const log = page.getByRole('table', { name: 'Entries, newest first' })
  for (const entry of [
    `Message closed ${ticket}.*answered → closed`,
    `Note changed ${ticket}.*Packed by Asha`,
  ])
    await expect(log.getByRole('row', { name: new RegExp(entry) })).toBeVisible()
})

test('a sheet is shown before it is applied, and refused when something changed meanwhile', async ({
  page,
}) => {
  const { id, slug, name } = await newProduct()
  await signInAdmin(page)
  const sheet = await (await page.request.get(`${DASHBOARD}/products.csv`)).text()
  expect(sheet).toContain('id,slug,name,price,discount_price')
  expect(sheet).toContain(slug)
  await page.goto(`${DASHBOARD}/products/bulk`)
  const dialog = page.getByRole('dialog', { name: 'Prices and stock by CSV' })
  const send = async (text: string) => {
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await dialog.getByLabel('CSV file').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Show what would change' }).click()
  }
  await send(`slug,on_shelf,on_shelf_read\n${slug},17,5\nno-such,3,3\n`)
  await expect(dialog.getByText('1 product would change')).toBeVisible()
  await expect(dialog.getByText('Line 3: No product has this id or slug')).toBeVisible()
  await expect(dialog.getByRole('row', { name: new RegExp(`${name}.*5 → 17`) })).toBeVisible()
  await expectAccessible(page, 'changes shown')
  expect((await asAdmin('PUT', `/products/${id}`, { stock_quantity: 6 })).status).toBe(200)
  await dialog.getByRole('button', { name: 'Apply exactly this' }).click()
  await expect(
    dialog.getByText(`Nothing was changed: ${name} (stock was 5, is 6 now) changed in the meantime`),
  ).toBeVisible()
  await send(`slug,on_shelf,on_shelf_read\n${slug},9,6\n`)
  await dialog.getByRole('button', { name: 'Apply exactly this' }).click()
  await expect(page.getByText('Prices and stock changed as shown')).toBeVisible()
  expect((await (await page.request.get(`/api/products/${slug}`)).json()).stock_quantity).toBe(9)
})
