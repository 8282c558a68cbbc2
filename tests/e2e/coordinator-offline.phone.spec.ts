/** A coordinator's pages on a phone without a network: the network is really cut, the browser closed. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { withPhone } from '#tests/e2e/phone-network.ts'
import { newCoordinator, newGroup, rowOf, sentTask, stateOf, type Task } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase } from '#tests/e2e/signed-in.ts'
import { dispatchSync } from '#tests/e2e/worker-phone.ts'
import { truncated } from '#tests/pictures.ts'

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

test('decided on a cold phone without a network, each answer is sent once without an open page', async () => {
  const { group, tasks, email } = await newPhotos(2)
  const [eleven, again] = tasks as [Task, Task]
  await withPhone(async (phone) => {
    await firstVisit(await phone.open(), email, 2)
    await phone.cut()
    await phone.close()

    const page = await phone.open()
    await page.goto('/coordinator')
    await expect(page.getByText('No network. What you see was here before.')).toBeVisible()
    await page.getByRole('link', { name: new RegExp(group.name) }).tap()
    await expect(page.getByRole('heading', { level: 1, name: group.name })).toBeVisible()
    await page.getByRole('link', { name: /^Photos/ }).tap()
    const photo = cardOf(page, eleven).locator('.approval-photo img')
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await approve(page, eleven, '50')
    await cardOf(page, eleven).getByRole('button', { name: 'Change my answer' }).tap()
    await approve(page, eleven, '11')
    await cardOf(page, again).locator('summary').tap()
    await cardOf(page, again).getByLabel('Reason', { exact: true }).selectOption('quality')
    await cardOf(page, again).getByRole('button', { name: 'Reject and return the task' }).tap()
    await expect(page.getByText('2 answers wait on this phone')).toBeVisible()
    await expectAccessible(page, 'two answers wait')
    await page.reload()
    await expect(cardOf(page, eleven).getByText('Saved on this phone.')).toBeVisible()
    await expect(cardOf(page, eleven).getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign Out' }).tap()
    await expect(page.getByText('Something is not sent yet.')).toBeVisible()
    expect(await stateOf(eleven)).toBe('pending_review')

    await page.goto('about:blank')
    await phone.restore()
    await dispatchSync(page, '/coordinator', async () => (await stateOf(again)) === 'returned')
    expect(await rowOf(eleven)).toMatchObject({
      state: 'approved',
      approvedQuantity: 11,
      paymentAmount: 4400,
    })
    const pay = shopDatabase().selectFrom('payEntries').select(['kind', 'amount'])
    const earned = await pay.where('workLogId', '=', eleven.id).execute()
    expect(earned).toEqual([{ kind: 'earned', amount: 4400 }])
    await page.goto('/coordinator/photos')
    await expect(page.getByText('answers wait on this phone')).toHaveCount(0)
    await expect(cardOf(page, eleven)).toHaveCount(0)
  })
})

test('a rejection that is refused for its picture keeps what was typed', async ({ page }) => {
  const { tasks, email } = await newPhotos(1)
  await openSession(page.context(), email)
  await page.goto('/coordinator/photos')
  const card = cardOf(page, tasks[0])
  await card.locator('summary').tap()
  await card.getByLabel('Reason', { exact: true }).selectOption('quality')
  await card.locator('[name=reason]').fill('Wash the jars first.')
  const damaged = { name: 'jar.jpg', mimeType: 'image/jpeg', buffer: await truncated() }
  await card.locator('[name=picture]').setInputFiles(damaged)
  await card.getByRole('button', { name: 'Reject and return the task' }).tap()
  await expect(page.getByText(/not taken. This picture may be damaged/)).toBeVisible()
  await expect(card.locator('[name=reason]')).toHaveValue('Wash the jars first.')
  await expect(card.locator('[name=preset]')).toHaveValue('quality')
})
