import { randomInt, randomUUID } from 'node:crypto'
import { DASHBOARD, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

test('an admin enters and removes a minimum wage, and a new task shows its rate from earlier working times', async ({
  page,
}) => {
  // The day is random, since a state has one wage per day.
  const day = new Date(Date.UTC(2005, 0, randomInt(5_000))).toISOString().slice(0, 10)
  const source = `Notification ${randomUUID().slice(0, 8)}`
  await signInAdmin(page)
  await page.goto(`${DASHBOARD}/payouts`)
  await page.getByRole('link', { name: 'Minimum wages' }).click()
  await page.getByLabel('State', { exact: true }).selectOption('Goa')
  await page.getByLabel('Rupees a day').fill('720')
  await page.getByLabel('In force from').fill(day)
  await page.getByRole('button', { name: 'Save the wage' }).click()
  await expect(page.getByText('Please enter the notification with its number or date')).toBeVisible()
  await expect(page.getByLabel('Rupees a day')).toHaveValue('720')
  await page.getByLabel('Source').fill(source)
  await page.getByRole('button', { name: 'Save the wage' }).click()
  await expect(page.getByText('Minimum wage saved')).toBeVisible()
  const wage = page.getByRole('row', { name: source })
  await expect(wage).toContainText('₹90')
  await wage.getByRole('link', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Remove the wage' }).click()
  await expect(page.getByText('Minimum wage removed')).toBeVisible()
  await expect(wage).toHaveCount(0)

  await page.goto(`${DASHBOARD}/tasks/new`)
  await page.getByLabel('Name').fill('fill chettinad')
  await page.getByRole('combobox', { name: 'Unit' }).fill('packets')
  await page.getByLabel('Quantity').fill('10')
  await page.getByLabel('Payment in rupees').fill('5')
  const measured = /^Measured in \d+ tasks?, the median is .+ minutes for one: ₹[\d,]+ an hour/
  await expect(page.getByText(measured)).toContainText('below the minimum of ₹60 an hour')
  await page.getByLabel('Payment in rupees').fill('5000')
  await expect(page.getByText(measured)).not.toContainText('below')
})
