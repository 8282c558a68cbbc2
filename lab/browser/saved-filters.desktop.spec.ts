import { randomUUID } from 'node:crypto'
import { DASHBOARD } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, sessionCookie } from '#tests/e2e/signed-in.ts'

test('a person saves, chooses and replaces a filter, and can undo its deletion', async ({ page }) => {
  // Filters belong to a person.
  const email = `${randomUUID()}@example.test`
  await sessionCookie({ email, staffRole: 'owner' })
  await openSession(page.context(), email)
  const saved = page.getByRole('list', { name: 'Saved filters' })
  const save = async (name: string) => {
    await page.getByLabel('Save this filter as').fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  for (const [list, query] of [
    ['coupons', 'kind=thanks'],
    ['tasks', 'status=approved'],
  ] as const) {
    await page.goto(`${DASHBOARD}/${list}?${query}`)
    await save('Mine')
    await expect(page.getByText('Filter saved')).toBeVisible()
    await page.goto(`${DASHBOARD}/${list}`)
    await saved.getByRole('link', { name: 'Mine' }).click()
    await expect(page).toHaveURL(`${DASHBOARD}/${list}?${query}`)
  }
  await page.getByRole('button', { name: 'Delete the filter Mine' }).click()
  await expect(page.getByText('Filter Mine deleted.')).toBeVisible()
  await expect(saved.getByRole('link', { name: 'Mine' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Filter saved')).toBeVisible()
  await expect(saved.getByRole('link', { name: 'Mine' })).toHaveAttribute('aria-current', 'true')
  await page.goto(`${DASHBOARD}/tasks?status=returned`)
  await save('Mine')
  await page.getByRole('dialog').getByRole('button', { name: 'Replace filter' }).click()
  await expect(page.getByText('Filter saved')).toBeVisible()
  await expect(page).toHaveURL(/status=returned&filter=saved$/)
})
