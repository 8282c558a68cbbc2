import type { Page } from '@playwright/test'
import { DASHBOARD, newProduct, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const PRODUCTS = `${DASHBOARD}/products`

/** Opens a step by its button and waits until its title has the focus. */
async function openStep(page: Page, title: string): Promise<void> {
  const steps = page.getByRole('navigation', { name: 'Steps of the form' })
  await steps.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused()
}

test('two admins overwrite neither a product nor a draft, which changes nothing in the shop', async ({
  page,
  context,
}) => {
  const { id, slug, name } = await newProduct({ region: 'Marwar', short_description: 'As before' })
  await signInAdmin(page)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto(`${PRODUCTS}/${id}`)
  // Looking through the steps of a product makes no draft.
  await openStep(page, 'Story')
  await openStep(page, 'What it is')
  await expect(page.getByText(/^Draft, saved by/)).toBeHidden()
  const short = (tab: Page) => tab.getByLabel('Short description')
  await short(page).fill('First words')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Draft, saved by Lakshmi Iyer/)).toBeVisible()
  await short(other).fill('Second words')
  await other.getByRole('button', { name: 'Next' }).click()
  await expect(other.getByText('Lakshmi Iyer changed this draft in the meantime')).toBeVisible()
  await expect(other.getByRole('row', { name: 'Short description First words Second words' })).toBeVisible()
  await expect(short(other)).toHaveValue('Second words')
  await other.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(other.getByText('Draft saved', { exact: true })).toBeVisible()
  await page.goto(`/product/${slug}`)
  await expect(page.getByText('As before').first()).toBeVisible()
  await page.goto(`${PRODUCTS}/${id}`)
  await expect(short(page)).toHaveValue('Second words')
  await page.getByRole('link', { name: 'Delete draft' }).click()
  const question = page.getByRole('dialog', { name: `Delete the draft ${name}?` })
  await question.getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByText('Draft deleted')).toBeVisible()

  for (const tab of [page, other]) await tab.goto(`${PRODUCTS}/${id}`)
  await other.getByLabel('Region').fill('Mewar')
  await openStep(other, 'Price and stock')
  await other.getByLabel('Stock', { exact: true }).fill('25')
  await other.getByRole('button', { name: 'Publish changes' }).click()
  await expect(other.getByText('Please say why the stock changes')).toBeVisible()
  await other.getByLabel('Why the stock changes').selectOption('Made or received')
  await other.getByRole('button', { name: 'Publish changes' }).click()
  await expect(other.getByText('Product updated')).toBeVisible()
  await page.getByLabel('Region').fill('Shekhawati')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByText('Lakshmi Iyer changed this product in the meantime')).toBeVisible()
  await expect(page.getByRole('row', { name: /Region Mewar Shekhawati/ })).toBeVisible()
  await page.getByRole('link', { name: 'discard your changes and load the saved version' }).click()
  await expect(page.getByLabel('Region')).toHaveValue('Mewar')
  await openStep(page, 'Price and stock')
  await page.getByText('Stock movements', { exact: true }).click()
  await expect(page.getByRole('row', { name: /Made or received.*\+20/ })).toBeVisible()
})
