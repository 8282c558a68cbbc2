/** An admin cancels an order whose parcel came back, without scripts. */
import { DASHBOARD, newOrders, newProduct, setStatus, shortId, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

test.use({ javaScriptEnabled: false })

test('a parcel that is returned to origin is cancelled, and its goods are sold again', async ({ page }) => {
  const { id: productId, name } = await newProduct()
  const { ids } = await newOrders(1, productId)
  const [id] = ids
  await setStatus([id], 'shipped')
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/orders/${id}`)
  const returned = page.getByLabel('Returned', { exact: true })
  await expect(returned).toBeHidden()
  await page.getByLabel('Order status').selectOption('Cancelled')
  await returned.fill('1')
  await page.getByLabel('Of these, back in stock').fill('1')
  await page.getByLabel(/^Returned to origin/).check()
  await page.getByRole('button', { name: 'Update status' }).click()
  const question = page.getByRole('dialog', { name: `Cancel order ${shortId(id)}?` })
  await expect(question).toContainText(`Back to stock: 1 × ${name}.`)
  await expect(question).toContainText('The courier could not deliver the parcel and brought it back to us.')
  await question.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
  await expect(page.getByText('1 unit came back, 1 of them into stock')).toBeVisible()
})
