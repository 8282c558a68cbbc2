import { readFile } from 'node:fs/promises'
import { ADDRESS } from '#db/factories/order.ts'
import { makeUser } from '#db/factories/user.ts'
import { insertAddress, setDefaultAddress } from '#shop/customers/addresses.sql.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderByApi } from '#tests/e2e/order-ragi.ts'
import { expect, test, waitForMail } from '#tests/e2e/shop-page.ts'
import { newCustomer, PASSWORD, shopDatabase } from '#tests/e2e/signed-in.ts'

test('a customer edits profile, addresses and email choices, downloads the data, and deletes the account', async ({
  page,
}) => {
  const email = await newCustomer(page, { password: PASSWORD })
  const db = shopDatabase()
  const address = { addressLine1: '12 Lake View', city: 'Kochi', state: 'Karnataka', postalCode: '580001' }
  const { id: userId } = await makeUser(db, { email })
  await setDefaultAddress(db, userId, await insertAddress(db, userId, { ...ADDRESS, ...address }, new Date()))
  await page.goto('/profile')
  await expect(page.getByLabel('Email', { exact: true })).toHaveJSProperty('readOnly', true)
  await expect(page.getByLabel('Phone number')).toHaveAttribute('placeholder', '+1234567890')

  const save = page.getByRole('button', { name: 'Save Changes' })
  await page.getByLabel('Full name').fill('M')
  await save.click()
  await expect(page.getByText('Full name must be at least 2 characters')).toBeVisible()
  await page.getByLabel('Full name').fill('Meera K Nair')
  await page.getByLabel('Phone number').fill('12a')
  await save.click()
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
  await page.getByLabel('Phone number').fill('+919845012345')
  await save.click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByLabel('Phone number')).toHaveValue('9845012345')
  await expect(page.getByRole('form', { name: 'Profile' })).toHaveAccessibleDescription(
    'Profile updated successfully',
  )

  await page.getByRole('link', { name: 'Add address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add address' })).toBeVisible()
  await page.getByLabel('Phone').fill('98450 12345')
  await page.getByLabel('Address line 1').fill('4 Mill Road')
  await page.getByLabel('PIN code').fill('12')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('PIN codes have 6 digits')).toBeVisible()
  await expect(page.getByText('Please choose a state')).toBeVisible()
  await page.getByLabel('PIN code').fill('682001')
  // The PIN code fills in city and state, so no field has a problem any more.
  await expect(page.getByLabel('State')).toHaveValue('Kerala')
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
  await expect(page.locator('.field-error')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page).toHaveURL('/profile?address=saved#addresses')
  const rows = page.locator('#addresses').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Make default 4 Mill Road' }).click()
  await expect(rows.first()).toContainText('4 Mill Road')
  await page.getByRole('link', { name: 'Edit 12 Lake View' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Kochi')
  await page.getByLabel('City').fill('Ernakulam')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(rows.last()).toContainText('Ernakulam')
  // Restores both removed addresses with one press.
  for (const line of ['4 Mill Road', '12 Lake View']) {
    await page.getByText(`Remove ${line}`, { exact: true }).click()
    await page.getByRole('button', { name: `Yes, remove it ${line}` }).click()
  }
  await expect(page.getByRole('status').filter({ hasText: 'Removed 2 addresses.' })).toBeInViewport()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('4 Mill Road')
  await expect(rows.first()).toContainText('Default')

  await expect(page.locator('#mails').getByRole('checkbox', { checked: true })).toHaveCount(0)
  await page.getByLabel('Newsletter').check()
  await page.getByLabel('Emails about referrals').check()
  await page.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Choices saved')).toBeVisible()
  await expect(page.locator('#mails')).toContainText('On since')
  await waitForMail(page, email, /on the list/i)

  // Checkout begins with the default address and accepts another.
  await page.context().addCookies([{ name: 'cart', value: '2x1', url: new URL(page.url()).origin }])
  await page.goto('/checkout')
  await expect(page.getByRole('main').getByText('4 Mill Road', { exact: true })).toBeVisible()
  await expectAccessible(page, 'address as a card')
  await page.getByRole('link', { name: 'Change delivery address' }).click()
  await expect(page.getByLabel('Address line 1')).toHaveValue('4 Mill Road')
  await page.getByRole('link', { name: /12 Lake View/ }).click()
  await expect(page.getByLabel('City')).toBeHidden()
  await expect(page.getByRole('main').getByText('Ernakulam, Karnataka 580001', { exact: true })).toBeVisible()
  const orderId = await orderByApi(page)

  await page.goto('/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const exportedData = JSON.parse(file)
  expect(exportedData.account[0]).toMatchObject({
    email,
    full_name: 'Meera K Nair',
    phone_number: '9845012345',
  })
  expect(exportedData.saved_addresses).toHaveLength(2)
  expect(exportedData.orders[0]).toMatchObject({ id: orderId })

  await page.getByRole('link', { name: 'Delete Account' }).click()
  await expect(page.getByText('This account cannot be deleted yet.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: `#${orderId.slice(0, 8)}` })).toBeVisible()
  await page.request.post(`/api/orders/${orderId}/cancellation`, {
    data: { details: '' },
    headers: { origin: new URL(page.url()).origin },
  })
  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill('Not-my-password-1')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByRole('alert')).toContainText('This is not your password.')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account has been deleted' })).toBeVisible()
  await waitForMail(page, email, /deleted/i)
})
