import { newCoordinator, newGroup, newSubmittedTask } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession } from '#tests/e2e/signed-in.ts'

test('the page keeps typed text when the lightbox’s file does not load', async ({ page, context }) => {
  const group = await newGroup()
  await newSubmittedTask(group)
  await openSession(context, await newCoordinator(group))
  await page.goto('/coordinator/photos')
  await page.route('**/assets/photo-lightbox-*.js', (route) => route.fulfill({ status: 404 }))
  const count = page.getByLabel(/^Accepted of 50/).first()
  await count.fill('11')
  await page.locator('.approval-photo').first().click()
  await expect(page.getByRole('link', { name: 'Full size' })).toBeFocused()
  await expect(count).toHaveValue('11')
})
