import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DASHBOARD, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { phonePhoto } from '#tests/pictures.ts'

const PRODUCTS = `${DASHBOARD}/products`
const PRODUCT_STEP_NAMES = ['What it is', 'Price and stock', 'Label by law', 'Pictures', 'Story']

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.locator('.product-form').getByLabel(label, { exact: false }).first().fill(value)
  }
}

/** Opens a step by its button and waits until its title has the focus. */
async function openStep(page: Page, title: string): Promise<void> {
  const steps = page.getByRole('navigation', { name: 'Steps of the form' })
  await steps.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused()
}

const steps = (page: Page) => page.getByRole('navigation', { name: 'Steps of the form' }).getByRole('button')
const preview = (page: Page) => page.locator('.live')

test('an admin adds a product step by step, leaves it as a draft, and it goes on sale once its label is complete', async ({
  page,
}) => {
  const name = `Kodo Mix ${randomUUID().slice(0, 8)}`
  await signInAdmin(page)
  await page.goto(PRODUCTS)
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(steps(page)).toHaveText(PRODUCT_STEP_NAMES.map((title) => new RegExp(`${title}Not begun$`)))
  await fill(page, { Name: name, 'Short description': 'Better than ORS.' })
  await page.getByLabel('Category').selectOption('Meal Mixes')
  // Shoppers' card and page follow what is typed.
  await expect(preview(page).locator('h3')).toHaveText(name)
  await expect(preview(page).locator('h1')).toHaveText(name)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/step=price/)
  await expect(page.getByRole('heading', { level: 2, name: 'Price and stock' })).toBeFocused()
  // Back and Forward go through the steps.
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'What it is' })).toBeFocused()
  await expect(page).toHaveURL(/draft=/)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 2, name: 'Price and stock' })).toBeFocused()
  await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step')
  await expect(steps(page).nth(0)).toContainText('1 problem')
  await fill(page, { 'Price (₹)': '249.50' })
  await page.getByLabel('Stock', { exact: true }).fill('8')
  await page.getByLabel('Active').check()
  await expect(preview(page).locator('h3 + div')).toHaveText('₹249.50')
  // Enter keeps the draft and stays.
  await page.getByLabel('Stock', { exact: true }).press('Enter')
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/step=price/)

  // Left and continued from the list.
  await page.getByRole('link', { name: 'Back to the list' }).click()
  const draft = page.getByRole('table', { name: 'Drafts' }).getByRole('row').filter({ hasText: name })
  await expect(draft).toContainText('New product')
  await expect(draft).toContainText('Lakshmi Iyer')
  expect(await (await page.request.get(`/api/products?q=${encodeURIComponent(name)}`)).json()).toEqual([])
  await draft.getByRole('link', { name: `Continue with ${name}` }).click()
  const short = page.getByLabel('Short description')
  await expect(short).toHaveAccessibleDescription('"ORS" may not be used in a name or in marketing text')
  await short.fill('A light mix.')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Failed to add product')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Label by law' })).toBeVisible()
  await expect(page.getByLabel('Net quantity')).toBeFocused()
  await expect(page.getByText('Please give the MRP')).toBeVisible()
  await expect(steps(page).nth(2)).toContainText('6 problems')
  await openStep(page, 'Price and stock')
  await expect(page.getByText(/Missing on the label: net quantity, MRP, best before, maker/)).toBeVisible()

  await openStep(page, 'Label by law')
  await fill(page, {
    'Net quantity': '600 g',
    MRP: '299',
    'Best before': '6 months',
    'Maker or packer': 'Nandini Self-Help Group, Dharwad',
    'FSSAI licence': '10000000000001',
    Allergens: 'No known allergens',
  })
  await openStep(page, 'Pictures')
  await page.getByLabel('Upload pictures').setInputFiles([
    { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(1, 700) },
    {
      name: 'bad.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
  ])
  await page.getByRole('button', { name: 'Add pictures' }).click()
  await expect(page.getByText('bad.jpg: Please select a valid image file')).toBeVisible({ timeout: 60_000 })
  await page.getByLabel('Image URL').fill('/illustrations/mix-ragi.svg')
  await page.getByRole('button', { name: 'Add pictures' }).click()
  await page.getByLabel('What picture 2 shows').fill('The pack')
  await page.getByRole('button', { name: 'Move picture 2 up' }).press('Enter')
  await expect(page.getByLabel('What picture 1 shows')).toHaveValue('The pack')
  await expect(preview(page).locator('article img').first()).toHaveAttribute(
    'src',
    '/illustrations/mix-ragi.svg',
  )
  // The mouse drags them.
  await page.locator('.pictures li').first().dragTo(page.locator('.pictures li').nth(1))
  await expect(page.getByLabel('What picture 2 shows')).toHaveValue('The pack')
  await expectAccessible(page, 'pictures')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Story' })).toBeFocused()
  await fill(page, { Description: 'Cooks in ten minutes.' })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()

  // The whole page, for admins alone and in no cache.
  const whole = await page.getByRole('link', { name: 'Open the whole page' }).getAttribute('href')
  const answer = await page.request.get(whole ?? '')
  expect(answer.headers()['cache-control']).toBe('no-store')
  const html = await answer.text()
  expect(html).toMatch(/<meta name="robots" content="noindex"/)
  expect(html).toContain('Cooks in ten minutes.')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product added')).toBeVisible()
  await expect(page.getByRole('link', { name: `Continue with ${name}` })).toBeHidden()
  expect((await page.request.get(whole ?? '')).status()).toBe(404)

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
  const address = await page.locator('meta[property="og:image"]').getAttribute('content')
  const shared = await page.request.get(new URL(address ?? '').pathname)
  expect([shared.status(), shared.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  await expect(page.getByRole('img', { name }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Picture 2 of 2' }).click()
  await expect(page.getByRole('link', { name: 'Picture 2 of 2' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('MRP, inclusive of all taxes')).toBeVisible()
})
