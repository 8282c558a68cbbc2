/** The cart and the checkout after a product’s price or stock changed. */
import { makeProduct } from '#db/factories/product.ts'
import { rupees } from '#shop/kernel/money.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

test('the cart says when a price has changed, and the checkout says when a product is out of stock', async ({
  page,
}) => {
  const db = shopDatabase()
  const number = 700_000 + Math.floor(Math.random() * 100_000)
  const name = `Foxtail Trial ${number}`
  const productId = (await makeProduct(db, { name, number, stockQuantity: 3, price: rupees(200) })) ?? ''
  await newCustomer(page)
  await page.context().addCookies([{ name: 'cart', value: `${number}x1`, url: shopOrigin() }])
  const response = page.waitForResponse('**/cart/sync')
  await page.goto('/cart')
  await response
  // Only now does the account have a cart, which stores the prices that the page shows.
  await page.request.get('/cart')
  await db
    .updateTable('products')
    .set({ price: rupees(190) })
    .where('id', '=', productId)
    .execute()
  await page.reload()
  await expect(page.getByText('It was ₹200 when you last looked.')).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).tap()
  await expect(page.getByText('when you last looked')).toHaveCount(0)

  await page.goto('/checkout')
  // The shop never changes the stock without a stock movement, whose row notifies the pages.
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('products').set({ stockQuantity: 0 }).where('id', '=', productId).execute()
    const movement = { productId, quantity: -3, reason: 'counted', createdAt: new Date() } as const
    await transaction.insertInto('stockMovements').values(movement).execute()
  })
  for (const [label, text] of [
    ['Phone', '9845012345'],
    ['Address line 1', '12 Lake View'],
    ['City', 'Kochi'],
    ['PIN code', '682001'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByRole('button', { name: 'Continue to Payment' }).last().tap()
  await expect(page.getByRole('alert')).toContainText(`${name} is out of stock.`)
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toHaveCount(0)
  await expect(page.getByLabel('City')).toHaveValue('Kochi')
})
