import { randomUUID } from 'node:crypto'
import { DASHBOARD, newProduct, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test, waitForMail } from '#tests/e2e/shop-page.ts'
import { requestAsAdmin, sessionCookie, shopOrigin } from '#tests/e2e/signed-in.ts'

const WORDS = 'One tastemaker is missing in my box.'

test('the page of a missing record says so inside the dashboard and links to the list', async ({
  request,
}) => {
  const headers = { cookie: await sessionCookie({ email: 'admin@demo.test' }) }
  for (const [path, words] of [
    [`tasks/${randomUUID()}`, ['Page not found', 'Back to Tasks', 'aria-label="Admin dashboard"']],
    ['orders/print/nothing', ['Back to Orders']],
  ] as const) {
    const answer = await request.get(`${DASHBOARD}/${path}`, { headers })
    expect(answer.status()).toBe(404)
    const html = (await answer.text()).replaceAll('<!-- -->', '')
    for (const word of words) expect(html).toContain(word)
  }
})

test('an admin answers a message by email, adds a note and closes it', async ({ page }) => {
  const email = `meera-${randomUUID()}@example.test`
  const message = { name: 'Meera Nair', email, subject: 'customer-service', message: WORDS }
  const headers = { origin: shopOrigin() }
  const answer = await page.request.post('/api/contact-messages', { data: message, headers })
  const { ticket } = await answer.json()

  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/messages`)
  await page.getByRole('link', { name: ticket }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(WORDS)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(dialog.getByText('Please write an answer')).toBeVisible()
  await dialog.getByLabel('Answer to Meera Nair').fill('It leaves today, with an extra one.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(dialog.getByText('Answer sent')).toBeVisible()
  expect((await waitForMail(page, email, /^Re: T-\d+/)).text).toContain('It leaves today, with an extra one.')
  await dialog.getByLabel('Internal note').fill('Packed by Asha')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog.getByText('Note saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close as settled' }).click()
  await expect(dialog.getByText('Settled right away').or(dialog.getByText(/Settled after \d/))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/messages(\?|$)/)
})

test('a price sheet is previewed, and is refused if a product changed after the preview', async ({
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
  await expect(dialog.getByText('Line 3, “slug” (column 1): no product has “no-such”.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: new RegExp(`${name}.*5 → 17`) })).toBeVisible()
  expect((await requestAsAdmin('PUT', `/products/${id}`, { stock_quantity: 6 })).status).toBe(200)
  await dialog.getByRole('button', { name: 'Apply exactly this' }).click()
  await expect(
    dialog.getByText(`Nothing was changed: ${name} (stock was 5, is 6 now) changed in the meantime`),
  ).toBeVisible()
  await send(`slug,on_shelf,on_shelf_read\n${slug},9,6\n`)
  await dialog.getByRole('button', { name: 'Apply exactly this' }).click()
  await expect(page.getByText('Products changed as shown')).toBeVisible()
  expect((await (await page.request.get(`/api/products/${slug}`)).json()).stock_quantity).toBe(9)
})
