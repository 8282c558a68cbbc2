import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, newCustomer } from '#tests/e2e/signed-in.ts'

for (const javaScriptEnabled of [true, false]) {
  test(`of two corrections of an address both are shown, nothing typed is lost${javaScriptEnabled ? '' : ', without JavaScript'}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await newCustomer(page)
    const id = await orderRagi(page)
    const address = `/admin/dashboard/orders/${id}/address`
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled })
    const [mine, theirs] = [await context.newPage(), await context.newPage()]
    await signInAdmin(mine)
    for (const one of [mine, theirs]) await one.goto(address)
    await theirs.getByLabel('City', { exact: true }).fill('Mysuru')
    await theirs.getByRole('button', { name: 'Save the address' }).click()
    await expect(theirs.getByText('Address corrected. The customer gets an email.')).toBeVisible()
    await mine.getByLabel('Address line 1').fill('12 New Street')
    // The first answer is about a field; the version that the form began with stays.
    await mine.getByLabel('PIN code').fill('0')
    await mine.getByRole('button', { name: 'Save the address' }).click()
    await mine.getByLabel('PIN code').fill('560034')
    await mine.getByRole('button', { name: 'Save the address' }).click()
    const conflict = mine.getByRole('region', { name: 'Lakshmi Iyer changed this order in the meantime' })
    await expect(conflict.getByRole('row', { name: /^City Mysuru / })).toBeVisible()
    await expect(conflict.getByRole('row', { name: /^Address line 1 .*12 New Street$/ })).toBeVisible()
    await expect(mine.getByLabel('Address line 1')).toHaveValue('12 New Street')
    await expectNoSidewaysScroll(mine)
    if (javaScriptEnabled) await expectAccessible(mine, 'both versions of an address')
    await mine.getByRole('button', { name: 'Overwrite with mine' }).click()
    await expect(mine.getByText('Address corrected. The customer gets an email.')).toBeVisible()
    await expect(mine.getByText(/12 New Street/).first()).toBeVisible()
    await context.close()
  })
}

test('a tracking number that came meanwhile is no conflict of addresses', async ({ page }) => {
  await newCustomer(page)
  const id = await orderRagi(page)
  await page.context().clearCookies()
  await signInAdmin(page)
  await page.goto(`/admin/dashboard/orders/${id}/address`)
  await page.getByLabel('City', { exact: true }).fill('Mysuru')
  const number = { trackingNumber: `EE${id.slice(0, 8)}`, carrier: 'DTDC' }
  expect((await asAdmin('PUT', `/orders/${id}`, number)).status).toBe(200)
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(page.getByText('Address corrected. The customer gets an email.')).toBeVisible()
})

test('the address of a shipped order is not opened, and says why', async ({ page }) => {
  await newCustomer(page)
  const id = await orderRagi(page)
  await page.context().clearCookies()
  await signInAdmin(page)
  expect((await asAdmin('PUT', `/orders/${id}`, { status: 'shipped' })).status).toBe(200)
  await page.goto(`/admin/dashboard/orders/${id}/address`)
  await expect(
    page.getByText('This order has been shipped, so its address can’t change any more.'),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await page.goto(`/admin/dashboard/orders/${id}`)
  await expect(page.getByRole('link', { name: 'Correct the address' })).toHaveCount(0)
})
