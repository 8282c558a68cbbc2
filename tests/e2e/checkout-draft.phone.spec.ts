import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer } from '#tests/e2e/signed-in.ts'

const LINE = '१२, झील के पास'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without scripts, a customer fills and orders a box, and each form keeps its input', async ({
    page,
  }) => {
    await newCustomer(page)
    await page.goto('/product/00000000-0000-4000-8000-000000000001')
    const masala = page.locator('input[name="pick-10"]')
    await masala.fill('7')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    const problem = page.locator('#tastemakers .field-error')
    await expect(problem).toHaveText(/Select 3 more/)
    await expect(problem).toBeInViewport()
    await expect(masala).toHaveValue('7')
    await masala.fill('10')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page).toHaveURL('/cart')
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await page.getByLabel('Address line 1').fill(LINE)
    await page.getByLabel('State').selectOption('Kerala')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByText('Please enter the city')).toBeVisible()
    await expect(page.getByLabel('Address line 1')).toHaveValue(LINE)
    await expect(page.getByLabel('State')).toHaveValue('Kerala')
    // The PIN code fills in the city.
    await page.getByLabel('Phone').fill('+91 98450-12345')
    await page.getByLabel('PIN code').fill('682001')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByText('Kochi, by the PIN code. Please check it.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.getByLabel('Cash on Delivery').check()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Order Confirmed!' })).toBeVisible()
  })
})
