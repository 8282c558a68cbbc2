/** A withdrawn task and a question about pay. */
import { expect, test } from '#tests/e2e/shop-page.ts'
import { requestAsAdmin } from '#tests/e2e/signed-in.ts'
import { openNewTask, panelOf } from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

test('a withdrawn task disappears from an open page, and a question about pay shows that it has no answer', async ({
  page,
}) => {
  const task = await openNewTask(page)
  expect((await requestAsAdmin('DELETE', `/work-logs/${task.id}`)).status).toBe(200)
  await panelOf(page, task).getByRole('button', { name: 'Start work' }).click()
  await expect(page.getByRole('alert')).toContainText('This work has been taken back.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(panelOf(page, task)).toHaveCount(0)

  await page.locator('a[href$="tab=pay"]').first().click()
  await page.getByText('Ask a question').first().click()
  await page.getByLabel('Write your question').fill('Was it counted?')
  await page.getByRole('button', { name: 'Send the question' }).click()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.locator('a[href$="tab=pay"]').first().click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Was it counted?' })).toContainText(
    'No answer yet',
  )
})
