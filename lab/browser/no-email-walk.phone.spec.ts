/** A worker without an email address: cards from a list, a task for a group, counts, photos and decisions. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { newCoordinator, newGroup, newPhoneNumber, photoFile } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, requestAsAdmin, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { fillCard, joinButton } from '#tests/e2e/worker-card.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

type Card = { name: string; path: string }

/** Adds these workers as the coordinator by a file. Returns their cards in the same order. */
async function addWorkers(page: Page, groupId: string, names: string[]): Promise<Card[]> {
  await page.goto(`/coordinator/groups/${groupId}`)
  await page.getByRole('link', { name: 'Workers and cards' }).tap()
  await page.getByRole('link', { name: 'Add a list' }).tap()
  const lines = ['name,phone', ...names.map((name) => `${name},${newPhoneNumber()}`), 'Nobody,12']
  const file = { name: 'workers.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await page.getByLabel('List of workers, CSV').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).tap()
  await expect(
    page.getByRole('heading', { name: '2 workers can be added, 1 line will be left out' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Add 2 workers and make the cards' }).tap()
  await expect(page.getByRole('heading', { name: '2 cards to hand out' })).toBeVisible()
  return Promise.all(
    names.map(async (name) => {
      const link = page.getByRole('link', { name: `Send to ${name} by WhatsApp` })
      const text = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
      const { pathname, search } = new URL(text.split('\n').at(-1) ?? '')
      return { name, path: pathname + search }
    }),
  )
}

/** Gives a task of the shop's first template to the whole group. Returns its name in Hindi. */
async function giveToAll(page: Page, groupId: string): Promise<void> {
  await page.goto(`/coordinator/groups/${groupId}/give`)
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').tap()
  await page.getByLabel(/^How many/).fill('100')
  await page.getByRole('button', { name: 'Share out equally' }).tap()
  await expect(page.getByText('2 tasks, 100')).toBeVisible()
  await page.getByRole('button', { name: 'Give', exact: true }).tap()
  await expect(page.getByText('The tasks are given.')).toBeVisible()
}

async function sendPhoto(page: Page, panel: Locator): Promise<void> {
  await panel.getByRole('link', { name: 'फ़ोटो भेजें' }).tap()
  await page.locator('input[type=file][capture=environment]').setInputFiles(await photoFile(700))
  await page.getByRole('button', { name: /यह फ़ोटो भेजें|^हाँ, सब हो गए/ }).tap()
}

/** The task of the worker of this name. */
function taskOf({ name }: Card) {
  const tasks = shopDatabase().selectFrom('workLogs').innerJoin('users', 'users.id', 'workLogs.userId')
  return tasks
    .select(['workLogs.id', 'workLogs.state', 'users.email'])
    .where('users.fullName', '=', name)
    .executeTakeFirstOrThrow()
}
const stateOf = async (worker: Card) => (await taskOf(worker)).state

/** Approves all 50 pieces as the coordinator. The page sends the decision in the background. */
async function approve(page: Page, worker: Card): Promise<void> {
  await page.goto('/coordinator/photos')
  const card = page.getByRole('article').filter({ hasText: worker.name })
  await expect(card).toContainText('50 by the worker')
  await card.locator('.stars label').nth(3).tap()
  await card.getByLabel(/^Accepted of 50/).fill('50')
  await card.getByRole('button', { name: 'Approve' }).tap()
  await expect.poll(() => stateOf(worker)).toBe('approved')
}

test('a worker without an email address gets from the card to the pay', async ({
  page: coordinator,
  browser,
}) => {
  const run = randomUUID().slice(0, 6)
  const group = await newGroup()
  await openSession(coordinator.context(), await newCoordinator(group))
  const [worker] = (await addWorkers(coordinator, group.id, [`Asha ${run}`, `Usha ${run}`])) as [Card, Card]
  await giveToAll(coordinator, group.id)

  const phone = {
    baseURL: shopOrigin(),
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  }
  const page = await (await browser.newContext(phone)).newPage()
  await fillCard(page, worker.path, 'own')
  await joinButton(page).tap()
  await expect(page).toHaveURL(HOME)
  await page.locator('a[href$="tab=active"]').first().tap()
  const panel = page.getByRole('main').getByRole('listitem').first()
  await panel.getByRole('button', { name: 'काम शुरू करें' }).tap()
  for (let tens = 1; tens <= 5; tens += 1) await panel.getByRole('button', { name: '10 और हो गए' }).tap()
  await expect(panel).toContainText('हो गया: 50।')
  await sendPhoto(page, panel)
  await expect.poll(() => stateOf(worker)).toBe('pending_review')
  await approve(coordinator, worker)

  const { id, email } = await taskOf(worker)
  expect(email).toMatch(/@no-mail\.invalid$/)
  const reference = `UPI-${run}`
  const paid = { payment_status: 'paid', payment_reference: reference }
  expect((await requestAsAdmin('PUT', `/work-logs/${id}`, paid)).status).toBe(200)
  await page.goto(`${HOME}?tab=pay`)
  const payment = page.getByRole('listitem').filter({ hasText: reference })
  await payment.getByRole('button', { name: 'हाँ, मिल गए' }).tap()
  await expect(payment).toContainText('आपने बताया: पैसे मिल गए')
  expect(await page.getByRole('main').textContent()).not.toMatch(/@no-mail|\.invalid/)
})
