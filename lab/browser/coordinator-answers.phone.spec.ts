/** Decisions of a coordinator whose answers are lost or come late. */
import type { Page } from '@playwright/test'
import { newCoordinator, newGroup, rowOf, sentTask, stateOf, type Task } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, openSession, shopOrigin } from '#tests/e2e/signed-in.ts'

test.use({ cutsNetwork: true })

const cardOf = (page: Page, { name }: Task) => page.getByRole('article').filter({ hasText: name })

/** A coordinator and tasks of the group, whose photos wait. */
async function newPhotos(count: number) {
  const group = await newGroup()
  const tasks: Task[] = []
  for (let made = 0; made < count; made += 1) tasks.push(await sentTask(group))
  return { group, tasks: tasks as [Task, ...Task[]], email: await newCoordinator(group) }
}

/** The first visit: the photos opened once, and the pages and photos stored. */
async function firstVisit(page: Page, email: string, photos: number): Promise<void> {
  await openSession(page.context(), email)
  await page.goto('/coordinator/photos')
  const areStored = (wanted: number) =>
    page.evaluate(async (count) => {
      const paths = (await (await caches.open('worker-pages')).keys()).map(({ url }) => new URL(url).pathname)
      const stored = paths.filter((path) => /^\/api\/work-logs\/.+\/photos\//.test(path)).length
      const isGroupStored = paths.some((path) => path.startsWith('/coordinator/groups/'))
      return stored >= count && isGroupStored && paths.includes('/coordinator/photos')
    }, wanted)
  await expect.poll(() => areStored(photos)).toBe(true)
}

async function approve(page: Page, task: Task, count: string): Promise<void> {
  const card = cardOf(page, task)
  await card.locator('.stars label').nth(3).tap()
  await card.getByLabel(/^Accepted of 50/).fill(count)
  // A second tap is no second answer.
  await card.getByRole('button', { name: 'Approve' }).dblclick()
  await expect(card.getByText('Saved on this phone.')).toBeVisible()
}

test('a lost answer counts once, and what an admin decided meanwhile is said and put away', async ({
  page,
  context,
}) => {
  const { tasks, email } = await newPhotos(3)
  const [lost, taken, direct] = tasks as [Task, Task, Task]
  await firstVisit(page, email, 3)
  await context.setOffline(true)
  await approve(page, lost, '11')
  await approve(page, taken, '50')
  const approved = { admin_review_status: 'approved', rating: 5 }
  expect((await asAdmin('PUT', `/work-logs/${taken.id}`, approved)).status).toBe(200)
  await page.route(
    '**/coordinator/decisions',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await context.setOffline(false)
  await expect.poll(() => stateOf(lost)).toBe('approved')
  const refusal = page.getByRole('alert').filter({ hasText: taken.name })
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(refusal).toContainText('isn’t waiting for review', { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('alert').filter({ hasText: lost.name })).toHaveCount(0)
  expect(await rowOf(lost)).toMatchObject({ approvedQuantity: 11, paymentAmount: 4400 })
  expect(await rowOf(taken)).toMatchObject({ approvedQuantity: null, paymentAmount: 20_000 })
  await refusal.getByRole('button', { name: 'OK' }).tap()
  await expect(refusal).toHaveCount(0)

  // A full phone stores no decision.
  const browser = await context.newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: shopOrigin(), quotaSize: 1 })
  await cardOf(page, direct).locator('.stars label').nth(3).tap()
  await cardOf(page, direct).getByRole('button', { name: 'Approve' }).tap()
  await expect.poll(() => stateOf(direct)).toBe('approved')
  await expect(cardOf(page, direct)).toHaveCount(0)
})
