import { DASHBOARD, newProduct, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const PRODUCTS = `${DASHBOARD}/products`

test('the browser keeps a product’s unsaved text until the admin saves it, discards it or signs out', async ({
  page,
}) => {
  const { id } = await newProduct({ region: 'Marwar' })
  await signInAdmin(page)
  await page.goto(`${PRODUCTS}/${id}`)
  const [region, name] = [page.getByLabel('Region'), page.getByLabel('Name', { exact: true })]
  const unsaved = page.getByText('Unsaved changes. Preview shows the saved product.')
  await region.fill('Mewar')
  await page.getByLabel('High fibre').check()
  await expect(unsaved).toBeVisible()
  // The page does not ask before the admin leaves it.
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(PRODUCTS)
  await page.goto(`${PRODUCTS}/new`)
  await expect(name).toHaveValue('')
  await page.goto(`${PRODUCTS}/${id}`)
  await expect(region).toHaveValue('Mewar')
  await expect(page.getByLabel('High fibre')).toBeChecked()
  await expect(unsaved).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product updated')).toBeVisible()
  await expect(unsaved).toBeHidden()

  await region.fill('Malwa')
  await page.reload()
  await expect(region).toHaveValue('Malwa')
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('link', { name: 'Discard' }).click()
  await expect(region).toHaveValue('Mewar')
  await page.reload()
  await expect(region).toHaveValue('Mewar')
  await expect(unsaved).toBeHidden()

  await region.fill('Malwa')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).not.toHaveURL(/dashboard/)
  await signInAdmin(page)
  await page.goto(`${PRODUCTS}/${id}`)
  await expect(region).toHaveValue('Mewar')
})
