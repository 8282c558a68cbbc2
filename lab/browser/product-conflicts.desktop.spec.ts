import type { Page } from '@playwright/test'
import { DASHBOARD, newProduct, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test, waitForHydrationOnOpen } from '#tests/e2e/shop-page.ts'

const PRODUCTS = `${DASHBOARD}/products`

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('two admins do not overwrite each other’s product by mistake, and neither loses text or stock', async ({
  page,
  browser,
}) => {
  const { id } = await newProduct({ region: 'Marwar', short_description: 'First words' })
  await signInAdmin(page)
  // Each admin has its own browser storage.
  const second = await (await browser.newContext()).newPage()
  waitForHydrationOnOpen(second)
  await signInAdmin(second)
  for (const tab of [page, second]) await tab.goto(`${PRODUCTS}/${id}`)
  await second.getByLabel('Region').fill('Mewar')
  await second.getByLabel('Stock', { exact: true }).fill('25')
  await save(second).click()
  await expect(second.getByText('Please say why the stock changes').first()).toBeVisible()
  await second.getByLabel('Why the stock changes').selectOption('Made or received')
  await save(second).click()
  await expect(second.getByText('Product updated')).toBeVisible()

  await page.getByLabel('Region').fill('Shekhawati')
  await page.getByLabel('Short description').fill('My words')
  await page.reload()
  await save(page).click()
  const conflict = page.getByText('Lakshmi Iyer changed this product in the meantime')
  await expect(conflict).toBeVisible()
  await expect(page.getByRole('row', { name: /Region Mewar Shekhawati/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Stock/ })).toBeHidden()
  await expect(page.getByLabel('Short description')).toHaveValue('My words')
  await page.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(page.getByText('Product updated')).toBeVisible()
  await expect(page.getByLabel('Stock', { exact: true })).toHaveValue('25')

  await second.getByLabel('Region').fill('Malwa')
  await save(second).click()
  await expect(second.getByText('Lakshmi Iyer changed this product in the meantime')).toBeVisible()
  await second.getByRole('link', { name: 'discard your changes and load the saved version' }).click()
  await expect(second.getByLabel('Region')).toHaveValue('Shekhawati')
  await second.getByRole('link', { name: 'Stock history' }).click()
  await expect(second.getByRole('row', { name: /Made or received.*\+20/ })).toBeVisible()
})

test('the page reports a conflict again after a reload, and a tab says when another tab replaced its text', async ({
  page,
  context,
}) => {
  const { id } = await newProduct({ region: 'Marwar' })
  await signInAdmin(page)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto(`${PRODUCTS}/${id}`)
  const region = page.getByLabel('Region')
  const conflict = page.getByText('changed this product in the meantime')
  await region.fill('Mewar')
  await expect(page.getByText('Unsaved changes. Preview shows the saved product.')).toBeVisible()
  await other.getByLabel('Short description').fill('From the other tab')
  await expect(page.getByText('Unsaved changes that this browser can’t keep.')).toBeVisible()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Product updated')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(conflict).toBeVisible()

  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(region).toHaveValue('Mewar')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(conflict).toBeVisible()
  await page.getByRole('link', { name: 'Discard', exact: true }).click()
  await expect(page.getByLabel('Short description')).toHaveValue('From the other tab')
  await expect(region).toHaveValue('Marwar')

  const cookies = await context.cookies()
  const signedOut = page.getByRole('alert').filter({ hasText: 'You are signed out.' })
  await region.fill('Malwa')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(signedOut).toBeVisible()
  await context.addCookies(cookies)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product updated')).toBeVisible()
  await expect(signedOut).toHaveCount(0)
})
