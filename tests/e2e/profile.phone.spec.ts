import { readFile } from 'node:fs/promises'
import { ADDRESS } from '#db/factories/order.ts'
import { makeUser } from '#db/factories/user.ts'
import { insertAddress, setDefaultAddress } from '#shop/customers/addresses.sql.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
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

  await page.getByLabel('Full name').fill('Meera K Nair')
  await page.getByLabel('Phone number').fill('+919845012345')
  await page.getByRole('button', { name: 'Save Changes' }).click()
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
  await page.getByText('Remove 4 Mill Road', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, remove it 4 Mill Road' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Removed' })).toBeInViewport()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('4 Mill Road')
  await expect(rows.first()).toContainText('Default')

  await expect(page.locator('#mails').getByRole('checkbox', { checked: true })).toHaveCount(0)
  await page.getByLabel('Newsletter').check()
  await page.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Choices saved')).toBeVisible()
  await expect(page.locator('#mails')).toContainText('On since')

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(JSON.parse(file).account[0]).toMatchObject({
    email,
    full_name: 'Meera K Nair',
    phone_number: '9845012345',
  })

  await page.getByRole('link', { name: 'Delete Account' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account has been deleted' })).toBeVisible()
})
