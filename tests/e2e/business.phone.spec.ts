import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopOrigin } from '#tests/e2e/signed-in.ts'

const GSTIN = '29AAACB1234C1ZB'

async function fillAddress(page: Page) {
  await page.getByLabel('Full name').fill('Asha Rao')
  await page.getByLabel('Phone').fill('9845012345')
  await page.getByLabel('Address line 1').fill('4B, Lakshmi Nivas')
  await page.getByLabel('PIN code').fill('560034')
  await page.getByLabel('City').fill('Bengaluru')
  await page.getByLabel('State').selectOption('Karnataka')
}

test('an order for a business names it and its GSTIN, which is checked', async ({ page }) => {
  await newCustomer(page)
  await page.context().addCookies([{ name: 'cart', value: '2x1', url: shopOrigin() }])
  await page.goto('/checkout')
  await fillAddress(page)
  await page.getByText('Buying for a business?').click()
  await page.getByLabel('GSTIN').fill('29AAACB1234C1ZX')
  await page.getByRole('button', { name: 'Continue to Payment' }).last().click()
  await expect(page.getByText('This GSTIN has a typing mistake')).toBeVisible()
  await expect(page.getByText('Please enter the name of the business')).toBeVisible()
  await expectAccessible(page, 'wrong GSTIN')
  await page.getByLabel('GSTIN').fill(GSTIN.toLowerCase())
  await page.getByLabel('Business name').fill('Asha Foods & Co')
  await page.reload()
  await expect(page.getByLabel('Business name')).toHaveValue('Asha Foods & Co')
  await page.getByRole('button', { name: 'Continue to Payment' }).last().click()
  await expect(page.getByText('Invoice to Asha Foods & Co')).toBeVisible()
  await page.getByLabel('Cash on Delivery').check()
  await page.getByRole('button', { name: /^Place Order/ }).click()
  await expect(page).toHaveURL(/order-confirmation|success|confirmation/)
  await page.goto('/orders')
  await page
    .getByRole('link', { name: /order #|View/i })
    .first()
    .click()
  await expect(page.getByText(`Asha Foods & Co, GSTIN ${GSTIN}`)).toBeVisible()
})
