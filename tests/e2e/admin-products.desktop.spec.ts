import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { sessionCookie, shopOrigin } from '#tests/e2e/signed-in.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { placeOrder } from '#tests/shop-customer.ts'

const PRODUCTS = '/admin/dashboard/products'
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
  await expectAccessible(page, 'first step')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/step=price/)
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
  await expectAccessible(page, 'label')
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
  await expectAccessible(page, 'story')

  // The whole page, for admins alone and in no cache.
  const whole = await page.getByRole('link', { name: 'Open the whole page' }).getAttribute('href')
  const answer = await page.request.get(whole ?? '')
  expect(answer.headers()['cache-control']).toBe('no-store')
  expect(await answer.text()).toMatch(/<meta name="robots" content="noindex"/)
  const tab = await page.context().newPage()
  await tab.goto(whole ?? '')
  await expect(tab.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(tab.getByText('Cooks in ten minutes.')).toBeVisible()
  await tab.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(tab.getByText('This is a draft: nothing can be bought here.')).toBeVisible()
  await expect(tab.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
    /^Cart( empty)?$/,
  )
  await expectAccessible(tab, 'the draft’s page')
  await tab.close()
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

test('Back and Forward go through the steps of the form, and ask before they drop what was typed', async ({
  page,
}) => {
  const name = `Ragi Bar ${randomUUID().slice(0, 8)}`
  await signInAdmin(page)
  await page.goto(PRODUCTS)
  await page.getByRole('link', { name: 'Add Product' }).click()
  await fill(page, { Name: name })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/step=price/)
  await fill(page, { 'Price (₹)': '249.50' })
  await openStep(page, 'Story')
  const field = (label: string) => page.locator('.product-form').getByLabel(label, { exact: false }).first()

  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'Price and stock' })).toBeFocused()
  await expect(field('Price (₹)')).toHaveValue(/^249\.50?$/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'What it is' })).toBeVisible()
  await expect(page).toHaveURL(/draft=/)
  await expect(field('Name')).toHaveValue(name)

  // What was typed and not kept: Forward asks, and stays where the answer is no.
  await field('Name').fill(`${name} again`)
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.goForward({ waitUntil: 'commit' }).catch(() => null)
  await expect(page.getByRole('heading', { level: 2, name: 'What it is' })).toBeVisible()
  await expect(field('Name')).toHaveValue(`${name} again`)
  await page.getByRole('button', { name: 'Save draft' }).last().click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  // Saving is no page of its own: the list is one step back.
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${PRODUCTS}$`))
  const drafts = page.getByRole('table', { name: 'Drafts' }).getByRole('row').filter({ hasText: name })
  await expect(drafts).toHaveCount(1)
})

test('stock moves with a reason, and two admins do not overwrite each other', async ({ page, browser }) => {
  await signInAdmin(page)
  const edit = `${PRODUCTS}/00000000-0000-4000-8000-000000000003`
  const mine = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await signInAdmin(mine)
  await page.goto(edit)
  await mine.goto(edit)

  await mine.getByLabel('Region').fill('Marwar')
  await mine.getByRole('button', { name: /^Price and stock/ }).click()
  await mine.getByLabel('Stock', { exact: true }).fill('150')
  await mine.getByRole('button', { name: 'Publish changes' }).click()
  await expect(mine.getByText('Please say why the stock changes')).toBeVisible()
  await mine.getByLabel('Why the stock changes').selectOption('Made or received')
  await mine.getByRole('button', { name: 'Publish changes' }).click()
  await expect(mine.getByText('Product updated')).toBeVisible()
  await expect(mine.getByRole('table', { name: 'Drafts' }).getByText('Bajra Meal Mix')).toHaveCount(0)

  await page.getByLabel('Region').fill('Shekhawati')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByText('Lakshmi Iyer changed this product in the meantime')).toBeVisible()
  await expect(page.getByRole('row', { name: /Region Marwar Shekhawati/ })).toBeVisible()
  await expectAccessible(page, 'changed meanwhile')
  await page.getByRole('link', { name: 'discard your changes and load the saved version' }).click()
  await expect(page.getByLabel('Region')).toHaveValue('Marwar')
  await openStep(page, 'Price and stock')
  await page.getByText('Stock movements', { exact: true }).click()
  await expect(page.getByRole('row', { name: /Made or received.*\+20/ })).toBeVisible()
})

test('two admins do not overwrite each other’s draft, which changes nothing in the shop and is deleted after a question', async ({
  page,
  context,
}) => {
  await signInAdmin(page)
  const path = '/product/smoky-bbq'
  const { id, short_description: before } = await (await page.request.get('/api/products/smoky-bbq')).json()
  const other = await context.newPage()
  for (const one of [page, other]) await one.goto(`${PRODUCTS}/${id}`)
  // Looking through the steps of a product makes no draft.
  await openStep(page, 'Story')
  await openStep(page, 'What it is')
  await expect(page.getByText(/^Draft, saved by/)).toBeHidden()
  await page.getByLabel('Short description').fill('First words')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Draft, saved by Lakshmi Iyer/)).toBeVisible()
  await other.getByLabel('Short description').fill('Second words')
  await other.getByRole('button', { name: 'Next' }).click()
  await expect(other.getByText('Lakshmi Iyer changed this draft in the meantime')).toBeVisible()
  await expect(other.getByRole('row', { name: 'Short description First words Second words' })).toBeVisible()
  await expect(other.getByLabel('Short description')).toHaveValue('Second words')
  await expectAccessible(other, 'draft saved meanwhile')
  await other.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(other.getByText('Draft saved', { exact: true })).toBeVisible()
  await page.goto(path)
  await expect(page.getByText(before).first()).toBeVisible()

  await page.goto(`${PRODUCTS}/${id}`)
  await expect(page.getByLabel('Short description')).toHaveValue('Second words')
  await page.getByRole('link', { name: 'Delete draft' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the draft Smoky BBQ?' })
  await expect(question.getByText('The product stays in the shop as it is.')).toBeVisible()
  await expectAccessible(page, 'asked before the draft is deleted')
  await question.getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByText('Draft deleted')).toBeVisible()
  await page.goto(`${PRODUCTS}/${id}`)
  await expect(page.getByLabel('Short description')).toHaveValue(before)
})

test('without JavaScript every step is kept and leads on, and the preview shows what was saved', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await signInAdmin(page)
  const name = `Proso Mix ${randomUUID().slice(0, 8)}`
  await page.goto(`${PRODUCTS}/new`)
  await fill(page, { Name: name })
  await page.getByLabel('Category').selectOption('Biodegradable')
  await page.getByRole('button', { name: /^Story/ }).click()
  await fill(page, { Description: 'One\nTwo', Usage: 'Rinse' })
  await page.getByLabel('Gluten free').check()
  await page.getByLabel('Plant based').check()
  await page.getByRole('button', { name: /^Price and stock/ }).click()
  await fill(page, { 'Price (₹)': 'about 120' })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(preview(page).locator('h3')).toHaveText(name)
  await expect(steps(page).nth(1)).toContainText('1 problem')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Please enter an amount in rupees')).toBeVisible()
  await expect(page.getByLabel('Price (₹)', { exact: true })).toHaveValue('about 120')
  await fill(page, { 'Price (₹)': '120' })
  await page.getByRole('button', { name: /^Pictures/ }).click()
  for (const url of ['/illustrations/mix-ragi.svg', '/illustrations/mix-bajra.svg']) {
    await page.getByLabel('Image URL').fill(url)
    await page.getByRole('button', { name: 'Add pictures' }).click()
  }
  await page.getByRole('button', { name: 'Move picture 2 up' }).click()
  await expect(page.locator('input[name=image_url]').first()).toHaveValue('/illustrations/mix-bajra.svg')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product added')).toBeVisible()
  await page.goto(`${PRODUCTS}?q=${encodeURIComponent(name)}`)
  const link = page.getByRole('table', { name: 'Products' }).getByRole('link', { name, exact: true })
  const [, id] = /products\/([0-9a-f-]{36})/.exec((await link.first().getAttribute('href')) ?? '') ?? []
  await page.goto(`${PRODUCTS}/${id}?step=story`)
  await expect(page.getByLabel('Description', { exact: false }).first()).toHaveValue('One\nTwo')
  await expect(page.getByLabel('Gluten free')).toBeChecked()
  await expect(page.getByLabel('Plant based')).toBeChecked()
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
  const cookie = await sessionCookie({ email: 'customer@demo.test' })
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
