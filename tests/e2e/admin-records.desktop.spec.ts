import { randomUUID } from 'node:crypto'
import { openDashboard, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, mailTo, test } from '#tests/e2e/shop-page.ts'

const DASHBOARD = '/admin/dashboard'

test('the tabs follow the path', async ({ page }) => {
  await openDashboard(page)
  const tabs = page.getByRole('navigation', { name: 'Admin dashboard', exact: true })
  for (const [name, path] of [
    ['Orders', '/orders'],
    ['Products', '/products'],
    ['Coupons', '/coupons'],
    ['Analytics', '/analytics'],
    ['Task Approvals', '/task-approvals'],
    ['Overview', ''],
  ] as const) {
    const tab = tabs.getByRole('link', { name: new RegExp(`^${name}( \\d+ waiting)?$`) })
    await tab.click()
    await expect(page).toHaveURL(`${DASHBOARD}${path}`)
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveTitle(name === 'Overview' ? 'Admin Dashboard' : `${name} - Admin Dashboard`)
    await expectAccessible(page, '')
  }
})

test('what is not there says so inside the dashboard, and leads back to its list', async ({ page }) => {
  await signInAdmin(page)
  const nothing = randomUUID()
  for (const [path, list] of [
    [`/orders/${nothing}`, 'Orders'],
    [`/products/${nothing}`, 'Products'],
    ['/products/no-such-product', 'Products'],
    [`/coupons/${nothing}`, 'Coupons'],
    [`/people/${nothing}`, 'People'],
    [`/messages/${nothing}`, 'Messages'],
    [`/payouts/${nothing}`, 'Payouts'],
    [`/tasks/${nothing}`, 'Tasks'],
  ] as const) {
    expect((await page.goto(DASHBOARD + path))?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Admin dashboard', exact: true })).toBeVisible()
    const back = page.getByRole('link', { name: `Back to ${list}` })
    await expect(back).toHaveAttribute('href', `${DASHBOARD}/${list.toLowerCase()}`)
  }
  await page.getByRole('link', { name: 'Back to Tasks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks', exact: true })).toBeVisible()
  await page.goto(`${DASHBOARD}/no-such-tab`)
  await expectAccessible(page, '')
  await page.getByRole('main').getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  // Printed sheets have no frame.
  expect((await page.goto(`${DASHBOARD}/orders/print/nothing`))?.status()).toBe(404)
  await page.getByRole('link', { name: 'Back to Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders', exact: true })).toBeVisible()
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
  await expect(dialog.getByText('29 days left').or(dialog.getByText('30 days left'))).toBeVisible()
  await expectAccessible(page, '')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(dialog.getByText('Please write an answer')).toBeVisible()
  await dialog.getByLabel('Answer to Meera Nair').fill('It leaves today, with an extra one.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(dialog.getByText('Answer sent')).toBeVisible()
  const answer = await mailTo(page, email, /^Re: T-\d+/)
  expect(answer.text).toContain('It leaves today, with an extra one.')

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
  await expect(
    log.getByRole('row', { name: new RegExp(`Message closed ${ticket}.*answered → closed`) }),
  ).toBeVisible()
  await expect(
    log.getByRole('row', { name: new RegExp(`Note changed ${ticket}.*Packed by Asha`) }),
  ).toBeVisible()
})

test('a person gets and loses a role, a worker is enrolled, and no admin changes their own roles', async ({
  page,
}) => {
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/people?q=customer%40demo.test`)
  await page.getByRole('link', { name: 'Ananya Rao' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ananya Rao' })
  await expectAccessible(page, '')
  await dialog.getByLabel('Phone').fill('12345')
  await dialog.getByRole('button', { name: 'Enrol' }).click()
  await expect(dialog.getByText('Please enter a 10-digit mobile number')).toBeVisible()
  await dialog.getByLabel('Phone').fill('98450 12345')
  await dialog.getByLabel('UPI ID').fill('ananya@okbank')
  await dialog.getByRole('button', { name: 'Enrol' }).click()
  await expect(dialog.getByText('Worker saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove the worker role' }).click()
  // Each role change asks first.
  await expectAccessible(page, 'asked before the role is taken')
  await page
    .getByRole('dialog', { name: 'Remove the worker role from Ananya Rao?' })
    .getByRole('button', { name: 'Remove the worker role' })
    .click()
  await expect(dialog.getByText('Worker role removed')).toBeVisible()
  // The question's history entry goes a moment later, and a step breaks off a page that is being opened.
  await expect.poll(() => page.evaluate(() => history.state.overlays)).toBe(0)

  await page.goto(`${DASHBOARD}/people?role=admin`)
  await page.getByRole('link', { name: 'Lakshmi Iyer' }).click()
  await expect(page.getByText('This is your own account.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the admin role' })).toHaveCount(0)
})

test('a sheet is shown before it is applied, and refused when something changed meanwhile', async ({
  page,
}) => {
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/products/bulk`)
  const dialog = page.getByRole('dialog', { name: 'Prices and stock by CSV' })
  const sheet = await (await page.request.get(`${DASHBOARD}/products.csv`)).text()
  expect(sheet).toContain('id,slug,name,price,discount_price,stock_quantity')
  const stock = Number(/smoky-bbq,[^,]+,15,,(\d+)/.exec(sheet)?.[1])
  const send = async (text: string) => {
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await dialog.getByRole('button', { name: 'Show what would change' }).click()
  }
  await send(`slug,stock_quantity,stock_read\nsmoky-bbq,${stock + 12},${stock}\nno-such,3,3\n`)
  await expect(dialog.getByText('1 product would change')).toBeVisible()
  await expect(dialog.getByText('Line 3: No product has this id or slug')).toBeVisible()
  await expect(
    dialog.getByRole('row', { name: new RegExp(`Smoky BBQ.*${stock} → ${stock + 12}`) }),
  ).toBeVisible()
  await expectAccessible(page, 'changes shown')

  const { id } = await (await page.request.get('/api/products/smoky-bbq')).json()
  const origin = new URL(page.url()).origin
  await page.request.put(`/api/products/${id}`, { data: { stock_quantity: stock + 1 }, headers: { origin } })
  await dialog.getByRole('button', { name: 'Apply exactly this' }).click()
  await expect(
    dialog.getByText(/Nothing was changed: Smoky BBQ \(stock was \d+, is \d+ now\) changed in the meantime/),
  ).toBeVisible()
  await send(`slug,stock_quantity,stock_read\nsmoky-bbq,${stock},${stock + 1}\n`)
  await dialog.getByRole('button', { name: 'Apply exactly this' }).click()
  await expect(page.getByText('Prices and stock changed as shown')).toBeVisible()
  expect((await (await page.request.get('/api/products/smoky-bbq')).json()).stock_quantity).toBe(stock)
})
