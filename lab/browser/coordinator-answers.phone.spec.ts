/** Decisions of a coordinator whose responses get lost or arrive late. */
import { approve, cardOf, newPhotos, storePhotos } from '#tests/e2e/coordinator-photos.ts'
import { rowOf, stateOf, type Task } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, requestAsAdmin, shopOrigin } from '#tests/e2e/signed-in.ts'
import { truncatedPhoto } from '#tests/pictures.ts'

test.use({ cutsNetwork: true })

test('a decision with a lost response counts once, and the refusal of a decision after an admin’s can be dismissed', async ({
  page,
  context,
}) => {
  const { tasks, email } = await newPhotos(3)
  const [unanswered, reviewed, direct] = tasks as [Task, Task, Task]
  await storePhotos(page, email, 3)
  await context.setOffline(true)
  await approve(page, unanswered, '11')
  await approve(page, reviewed, '50')
  const approved = { admin_review_status: 'approved', rating: 5 }
  expect((await requestAsAdmin('PUT', `/work-logs/${reviewed.id}`, approved)).status).toBe(200)
  await page.route(
    '**/coordinator/decisions',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await context.setOffline(false)
  await expect.poll(() => stateOf(unanswered)).toBe('approved')
  const refusal = page.getByRole('alert').filter({ hasText: reviewed.name })
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(refusal).toContainText('isn’t waiting for review', { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('alert').filter({ hasText: unanswered.name })).toHaveCount(0)
  expect(await rowOf(unanswered)).toMatchObject({ approvedQuantity: 11, paymentAmount: 4400 })
  expect(await rowOf(reviewed)).toMatchObject({ approvedQuantity: null, paymentAmount: 20_000 })
  await refusal.getByRole('button', { name: 'OK' }).tap()
  await expect(refusal).toHaveCount(0)

  // A full phone stores no decision.
  const browser = await context.newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: shopOrigin(), quotaSize: 1 })
  await cardOf(page, direct).locator('.stars label').nth(3).tap()
  await cardOf(page, direct)
    .getByLabel(/^Accepted of/)
    .fill('50')
  await cardOf(page, direct).getByRole('button', { name: 'Approve' }).tap()
  await expect.poll(() => stateOf(direct)).toBe('approved')
  await expect(cardOf(page, direct)).toHaveCount(0)
})

test('a rejection that is refused for its picture keeps the typed reason', async ({ page }) => {
  const { tasks, email } = await newPhotos(1)
  await openSession(page.context(), email)
  await page.goto('/coordinator/photos')
  const card = cardOf(page, tasks[0])
  await card.locator('summary').tap()
  await card.getByLabel('Reason', { exact: true }).selectOption('quality')
  await card.locator('[name=reason]').fill('Wash the jars first.')
  const damaged = { name: 'jar.jpg', mimeType: 'image/jpeg', buffer: await truncatedPhoto() }
  await card.locator('[name=picture]').setInputFiles(damaged)
  await card.getByRole('button', { name: 'Reject and return the task' }).tap()
  await expect(page.getByText(/not taken. This picture may be damaged/)).toBeVisible()
  await expect(card.locator('[name=reason]')).toHaveValue('Wash the jars first.')
  await expect(card.locator('[name=preset]')).toHaveValue('quality')
})
