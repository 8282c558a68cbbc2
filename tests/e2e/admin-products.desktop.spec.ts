import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { sessionCookie, shopOrigin } from '#tests/e2e/signed-in.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { placeOrder } from '#tests/shop-customer.ts'

const PRODUCTS = '/admin/dashboard/products'

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByRole('dialog').getByLabel(label, { exact: false }).first().fill(value)
  }
}

test('an admin adds a product with pictures, and it goes on sale once its label is complete', async ({
  page,
}) => {
  const name = `Kodo Mix ${randomUUID().slice(0, 8)}`
  await signInAdmin(page)
  await page.goto(PRODUCTS)
  await page.getByRole('link', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await fill(page, { Name: name, 'Price (₹)': '249.50', Stock: '8', 'Short description': 'Better than ORS.' })
  await dialog.getByLabel('Category').selectOption('Meal Mixes')
  await dialog.getByLabel('Active').check()
  await expectAccessible(page, 'filled in')
  await dialog.getByRole('button', { name: 'Add Product' }).click()
  await expect(dialog.getByText('Failed to add product')).toBeVisible()
  await expect(dialog.getByText('"ORS" may not be used in a name or in marketing text')).toBeVisible()
  await expect(dialog.getByLabel('Short description')).toBeFocused()
  await expect(dialog.getByLabel('Short description')).toBeInViewport()
  // The form scrolls, not the dialog.
  expect(await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  await fill(page, { 'Short description': 'A light mix.' })
  await dialog.getByRole('button', { name: 'Add Product' }).click()
  await expect(dialog.getByText('Please give the MRP')).toBeVisible()
  await expect(dialog.getByText(/Missing on the label: net quantity, MRP, best before, maker/)).toBeVisible()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(name)

  await fill(page, {
    'Net quantity': '600 g',
    MRP: '299',
    'Best before': '6 months',
    'Maker or packer': 'Nandini Self-Help Group, Dharwad',
    'FSSAI licence': '10000000000001',
    Allergens: 'No known allergens',
  })
  await dialog.getByLabel('Upload pictures').setInputFiles([
    { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(1, 700) },
    {
      name: 'bad.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
  ])
  await dialog.getByRole('button', { name: 'Add pictures' }).click()
  await expect(dialog.getByText('bad.jpg: Please select a valid image file')).toBeVisible({ timeout: 60_000 })
  await dialog.getByLabel('Image URL').fill('/illustrations/mix-ragi.svg')
  await dialog.getByRole('button', { name: 'Add pictures' }).click()
  await dialog.getByLabel('What picture 2 shows').fill('The pack')
  await dialog.getByRole('button', { name: 'Move picture 2 up' }).press('Enter')
  await expect(dialog.getByLabel('What picture 1 shows')).toHaveValue('The pack')
  // The mouse drags them.
  await dialog.locator('.pictures li').first().dragTo(dialog.locator('.pictures li').nth(1))
  await expect(dialog.getByLabel('What picture 2 shows')).toHaveValue('The pack')
  await dialog.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product added')).toBeVisible()

  await page.getByLabel('Search by name or description').fill(name)
  await page.getByRole('button', { name: 'Search' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('₹249.50')
  await expect(row).toContainText('Active')
  await expect(row.getByText('8', { exact: true })).toHaveCSS('color', 'rgb(177, 51, 32)')
  const [made] = await (await page.request.get(`/api/products?q=${encodeURIComponent(name)}`)).json()
  expect(made.image_urls[1]).toBe('/illustrations/mix-ragi.svg')
  expect(made.image_alts).toEqual(['', 'The pack'])
  const picture = await page.request.get(made.image_urls[0])
  expect(picture.headers()).toMatchObject({ 'content-type': 'image/webp', 'cache-control': /immutable/ })
  await page.goto(`/product/${made.slug}`)
  await expect(page.getByRole('img', { name }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Picture 2 of 2' }).click()
  await expect(page.getByRole('link', { name: 'Picture 2 of 2' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('MRP, inclusive of all taxes')).toBeVisible()
  await expectAccessible(page, 'second picture')

  await page.goto(`${PRODUCTS}?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Delete ${name}` }).click()
  await expect(page.getByRole('dialog', { name: `Delete ${name}?` })).toBeVisible()
  await expectAccessible(page, 'asked before it is deleted')
  await page.getByRole('button', { name: 'Delete product' }).click()
  await expect(page.getByText('Product deleted')).toBeVisible()
  await expect(page.getByText('No products found')).toBeVisible()
})

test('stock moves with a reason, and two admins do not overwrite each other', async ({ page, browser }) => {
  await signInAdmin(page)
  const edit = `${PRODUCTS}/00000000-0000-4000-8000-000000000003`
  const other = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await signInAdmin(other)
  await page.goto(edit)
  await other.goto(edit)

  const mine = other.getByRole('dialog')
  await mine.getByLabel('Region').fill('Marwar')
  await mine.getByLabel('Stock', { exact: true }).fill('150')
  await mine.getByRole('button', { name: 'Save changes' }).click()
  await expect(mine.getByText('Please say why the stock changes')).toBeVisible()
  await expect(mine.getByLabel('Region')).toHaveValue('Marwar')
  await mine.getByLabel('Why the stock changes').selectOption('Made or received')
  await mine.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Product updated')).toBeVisible()

  const theirs = page.getByRole('dialog')
  await theirs.getByLabel('Region').fill('Shekhawati')
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await expect(theirs.getByText('Lakshmi Iyer changed this product in the meantime')).toBeVisible()
  await expect(theirs.getByRole('row', { name: /Region Marwar Shekhawati/ })).toBeVisible()
  await expectAccessible(page, 'changed meanwhile')
  await theirs.getByRole('link', { name: 'discard your changes and load the saved version' }).click()
  await expect(theirs.getByLabel('Region')).toHaveValue('Marwar')
  await expect(theirs.getByRole('row', { name: /Made or received.*\+20/ })).toBeVisible()
})

test('a product that was ordered is archived, and the order still names it', async ({ page, baseURL }) => {
  await signInAdmin(page)
  const headers = { origin: shopOrigin() }
  const name = `Foxtail Mix ${randomUUID().slice(0, 8)}`
  const label = {
    ...{ net_quantity: '500 g', mrp: 300, shelf_life: '6 months', stock_quantity: 5 },
    ...{ maker: 'Nandini Self-Help Group, Dharwad', fssai_licence: '10000000000001' },
    allergens: ['No known allergens'],
  }
  const data = { name, price: 200, category: 'meal-mix', is_active: true, ...label }
  const made = await (await page.request.post('/api/products', { data, headers })).json()
  const cookie = await sessionCookie('customer@demo.test')
  const placed = await placeOrder(baseURL ?? '', cookie, randomUUID(), made.id)
  expect(placed.status).toBe(201)

  await page.goto(PRODUCTS)
  await page.getByLabel('Category').selectOption('Meal Mixes')
  await expect(page).toHaveURL(/category=meal-mix/)
  await page.getByLabel('Search by name or description').fill(name.toUpperCase())
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/q=FOXTAIL/)
  await page.getByRole('link', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Delete product' }).click()
  await expect(page.getByText(/^Product archived: it was ordered before/)).toBeVisible()
  await expect(page.getByText('No products found')).toBeVisible()
  expect((await page.request.get(`/product/${made.id}`)).status()).toBe(404)
  await page.goto(`/admin/dashboard/orders/${(await placed.json()).id}`)
  await expect(page.getByRole('table', { name: 'Items' })).toContainText(name)
})
