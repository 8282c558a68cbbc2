import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DASHBOARD, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { phonePhoto } from '#tests/pictures.ts'

const PRODUCTS = `${DASHBOARD}/products`

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.locator('.product-form').getByLabel(label, { exact: false }).first().fill(value)
  }
}

test('an admin adds an inactive product, and puts it on sale once its label is complete', async ({
  page,
}) => {
  const name = `Kodo Mix ${randomUUID().slice(0, 8)}`
  await signInAdmin(page)
  await page.goto(`${PRODUCTS}/new`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    ...['Basics', 'Price and stock', 'Legal label', 'Pictures', 'Story'],
  ])
  await fill(page, { Name: name, 'Short description': 'Better than ORS.', 'Price (₹)': '249.50' })
  await page.getByLabel('Category').selectOption('Meal Mixes')
  await page.getByLabel('Stock', { exact: true }).fill('8')
  await page.getByLabel('Active').check()
  const add = page.getByRole('button', { name: 'Add Product', exact: true })
  await add.click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Failed to add product' })
  const short = page.getByLabel('Short description')
  await expect(short).toBeFocused()
  await expect(short).toHaveAccessibleDescription('"ORS" may not be used in a name or in marketing text')
  await short.fill('A light mix.')
  await add.click()
  await expect(refusal).toContainText('Missing on the label: net quantity, MRP, best before, maker')
  await expect(page.getByLabel('Net quantity')).toBeFocused()
  await expect(page.getByText('Please give the MRP').last()).toBeVisible()
  await refusal.getByRole('link', { name: 'Allergens' }).click()
  await expect(page.getByLabel('Allergens')).toBeFocused()
  await expect(refusal).toBeVisible()

  // An incomplete product can be saved if it is inactive. Enter saves, too.
  await page.getByLabel('Active').uncheck()
  await page.getByLabel('Stock', { exact: true }).press('Enter')
  await expect(page.getByText('Product added')).toBeVisible()
  const inactive = page.getByText('Inactive: shoppers don’t see it.')
  await expect(inactive).toBeVisible()
  await page.getByRole('link', { name: 'net quantity' }).click()
  await expect(page.getByLabel('Net quantity')).toBeFocused()
  await fill(page, {
    'Net quantity': '600 g',
    MRP: '299',
    'Best before': '6 months',
    'Maker or packer': 'Nandini Self-Help Group, Dharwad',
    'FSSAI licence': '10000000000001',
    Allergens: 'No known allergens',
    Description: 'Cooks in ten minutes.',
  })
  await page.getByLabel('Upload pictures').setInputFiles([
    { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(1, 300) },
    {
      name: 'bad.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
  ])
  await page.getByLabel('Image URL').fill('/illustrations/mix-ragi.svg')
  await page.getByRole('button', { name: 'Add pictures' }).click()
  await expect(page.getByText('bad.jpg: Please select a valid image file')).toBeVisible({ timeout: 60_000 })
  await page.getByLabel('What picture 2 shows').fill('The pack')
  await page.getByRole('button', { name: 'Move picture 2 up' }).press('Enter')
  await expect(page.getByLabel('What picture 1 shows')).toHaveValue('The pack')
  // Pictures can be dragged.
  await page.locator('.pictures li').first().dragTo(page.locator('.pictures li').nth(1))
  await expect(page.getByLabel('What picture 2 shows')).toHaveValue('The pack')
  await expect(page.getByLabel('Net quantity')).toHaveValue('600 g')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product updated')).toBeVisible()

  // The preview is the page as shoppers would see it; only staff may open it, and no cache stores it.
  const preview = await page.getByRole('link', { name: 'Preview' }).getAttribute('href')
  const answer = await page.request.get(preview ?? '')
  expect(answer.headers()['cache-control']).toBe('no-store')
  const html = await answer.text()
  expect(html).toMatch(/<meta name="robots" content="noindex"/)
  expect(html).toContain('Cooks in ten minutes.')
  expect(html).toContain('It is inactive')
  await page.getByLabel('Active').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(inactive).toBeHidden()

  await page.goto(`${PRODUCTS}?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('₹249.50')
  await expect(row).toContainText('Active')
  const stock = row.getByLabel(`Stock of ${name}`, { exact: true })
  await expect(stock).toHaveCSS('color', 'rgb(177, 51, 32)')
  await stock.fill('12')
  await stock.press('Enter')
  await expect(page.getByText('Stock changed')).toBeVisible()
  await expect(stock).toHaveValue('12')
  await row.getByLabel(`Select ${name}`).check()
  await page.getByLabel('Change of the selected products').selectOption('Set price to ₹')
  await page.getByLabel('Amount, percentage or units').fill('240')
  await page.getByRole('button', { name: 'Show what would change' }).click()
  const changes = page.getByRole('dialog', { name: 'Change the selected products' })
  await expect(changes.getByText('1 product would change')).toBeVisible()
  await changes.getByRole('button', { name: 'Apply exactly this' }).click()
  await expect(page.getByText('Products changed as shown')).toBeVisible()
  await expect(row.getByLabel(`Select ${name}`)).not.toBeChecked()
  await expect(row).toContainText('₹240')
  const search = await page.request.get(`/api/products?q=${encodeURIComponent(name)}`)
  const [product] = await search.json()
  expect(product.image_urls[1]).toBe('/illustrations/mix-ragi.svg')
  expect(product.image_alts).toEqual(['', 'The pack'])
  const picture = await page.request.get(product.image_urls[0])
  expect(picture.headers()).toMatchObject({ 'content-type': 'image/webp', 'cache-control': /immutable/ })
  await page.goto(`/product/${product.slug}`)
  await expect(page.getByRole('img', { name }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Picture 2 of 2' }).click()
  await expect(page.getByRole('link', { name: 'Picture 2 of 2' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('MRP, inclusive of all taxes')).toBeVisible()

  // The mouse wheel scrolls the page, and does not change a focused number field.
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' }).first()
  await quantity.fill('7')
  await quantity.hover()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await expect(quantity).toHaveValue('7')
})
