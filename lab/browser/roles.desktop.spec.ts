import { randomUUID } from 'node:crypto'
import { makeUser } from '#db/factories/user.ts'
import { DASHBOARD, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopDatabase } from '#tests/e2e/signed-in.ts'

test('a person gets and loses the worker role, and admins cannot change their own roles', async ({
  page,
}) => {
  const { email, fullName } = await makeUser(shopDatabase(), {
    fullName: `Ananya ${randomUUID().slice(0, 8)}`,
  })
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/people?q=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: fullName }).click()
  const dialog = page.getByRole('dialog', { name: fullName })
  await dialog.getByLabel('Phone').fill('12345')
  await dialog.getByRole('button', { name: 'Enrol' }).click()
  await expect(dialog.getByText('Please enter a 10-digit mobile number')).toBeVisible()
  await dialog.getByLabel('Phone').fill(`98${String(Date.now()).slice(-8)}`)
  await dialog.getByLabel('UPI ID').fill('ananya@okbank')
  await dialog.getByRole('button', { name: 'Enrol' }).click()
  await expect(dialog.getByText('Worker saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove the worker role' }).click()
  // Each role change asks first.
  const question = page.getByRole('dialog', { name: `Remove the worker role from ${fullName}?` })
  await question.getByRole('button', { name: 'Remove the worker role' }).click()
  await expect(dialog.getByText('Worker role removed')).toBeVisible()
  // The browser removes the dialog's history entry with a delay. A page that opens meanwhile would be stopped.
  await expect.poll(() => page.evaluate(() => history.state.overlays)).toBe(0)
  await page.goto(`${DASHBOARD}/people?q=admin%40demo.test`)
  await page.getByRole('link', { name: 'Lakshmi Iyer' }).click()
  await expect(page.getByText('This is your own account.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save the role' })).toHaveCount(0)
})
