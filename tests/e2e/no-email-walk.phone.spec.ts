/** The programme without an email address: cards from a list, one task for a group, counts, photos and decisions. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { newCoordinator, newGroup, newNumber, photoFile } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

const PIN = '483920'

type Card = { name: string; path: string }

/** The coordinator adds these workers by a file. Returns their cards in the same order. */
async function addAll(page: Page, groupId: string, names: string[]): Promise<Card[]> {
  await page.goto(`/coordinator/groups/${groupId}`)
  await page.getByRole('link', { name: 'Workers and cards' }).tap()
  await page.getByRole('link', { name: 'Add a list' }).tap()
  const lines = ['name,phone', ...names.map((name) => `${name},${newNumber()}`), 'Nobody,12']
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

/** A template in two languages, given to the whole group in one go. */
async function giveToAll(page: Page, groupId: string, task: { name: string; nameHi: string }): Promise<void> {
  await page.goto(`/coordinator/templates/new?group=${groupId}`)
  await page.getByLabel('Name', { exact: true }).fill(task.name)
  await page.getByLabel('Name in Hindi').fill(task.nameHi)
  await page.getByLabel('Pay for one in rupees').fill('4')
  await page.getByLabel('Minutes for one').fill('1.5')
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByText('Template saved')).toBeVisible()
  await page.goto(`/coordinator/groups/${groupId}/give`)
  await page.getByRole('link', { name: new RegExp(task.name) }).tap()
  await page.getByLabel(/^How many/).fill('100')
  await page.getByRole('button', { name: 'Share out equally' }).tap()
  await expect(page.getByText('2 tasks, 100')).toBeVisible()
  await page.getByRole('button', { name: 'Give', exact: true }).tap()
  await expect(page.getByText('The tasks are given.')).toBeVisible()
}

/** The other worker's part, as a phone sends it. */
async function workByRequests({ request }: BrowserContext, { path: card }: Card): Promise<void> {
  const headers = { origin: shopOrigin() }
  const token = new URL(card, shopOrigin()).searchParams.get('card') ?? ''
  const form = { card: token, pinPassword: PIN, pinPasswordAgain: PIN, device: 'own' }
  expect((await request.post(card, { form, headers, maxRedirects: 0 })).status()).toBe(302)
  const [{ id }] = await (await request.get('/api/work-logs')).json()
  const path = `/api/work-logs/${id}`
  await request.put(path, { data: { status: 'in_progress' }, headers })
  const steps = { steps: [{ id: randomUUID(), step: 50 }] }
  expect((await request.post(`${path}/counts`, { data: steps, headers })).status()).toBe(200)
  const sent = await request.post(`${path}/photo`, { multipart: { photo: await photoFile(600) }, headers })
  expect(sent.status()).toBe(200)
}

async function sendPhoto(page: Page, panel: Locator): Promise<void> {
  await panel.getByRole('link', { name: 'फ़ोटो भेजें' }).tap()
  await page.locator('input[type=file][capture=environment]').setInputFiles(await photoFile(700))
  await page.getByRole('button', { name: 'यह फ़ोटो भेजें' }).tap()
}

async function stateOf({ name }: Card): Promise<string> {
  const tasks = shopDatabase().selectFrom('workLogs').innerJoin('users', 'users.id', 'workLogs.userId')
  const { state } = await tasks
    .select('workLogs.state')
    .where('users.fullName', '=', name)
    .executeTakeFirstOrThrow()
  return state
}

/** The coordinator accepts some of the 50; the answer is sent in the background. */
async function approve(page: Page, worker: Card, accepted: number): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: worker.name })
  await expect(card).toContainText('50 by the worker')
  await card.locator('.stars label').nth(3).tap()
  await card.getByLabel(/^Accepted of 50/).fill(String(accepted))
  await card.getByRole('button', { name: 'Approve' }).tap()
  await expect.poll(() => stateOf(worker)).toBe('approved')
}

test('from the card to the pay, and no email anywhere', async ({ page: coordinator, browser }) => {
  const run = randomUUID().slice(0, 6)
  const group = await newGroup()
  await openSession(coordinator.context(), await newCoordinator(group))
  const [first, second] = (await addAll(coordinator, group.id, [`Asha ${run}`, `Usha ${run}`])) as [
    Card,
    Card,
  ]
  const task = { name: `Fill pouches ${run}`, nameHi: `पैकेट भरें ${run}` }
  await giveToAll(coordinator, group.id, task)

  const phone = {
    baseURL: shopOrigin(),
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  }
  const page = await (await browser.newContext(phone)).newPage()
  await page.goto(first.path)
  await page.getByLabel('नया पिन, 6 अंक').fill(PIN)
  await page.getByLabel('वही पिन फिर से').fill(PIN)
  await page.getByRole('radio', { name: /मेरा अपना फ़ोन/ }).check()
  await page.getByRole('button', { name: 'पिन सेव करें, काम देखें' }).tap()
  await expect(page).toHaveURL(HOME)
  await page.goto(`${HOME}?tab=active`)
  const panel = page.getByRole('listitem').filter({ hasText: task.nameHi }).first()
  await expect(panel).toContainText('₹200')
  await panel.getByRole('button', { name: 'काम शुरू करें' }).tap()
  for (let tens = 1; tens <= 5; tens += 1) await panel.getByRole('button', { name: '10 और हो गए' }).tap()
  await expect(panel).toContainText('हो गया: 50।')
  await sendPhoto(page, panel)
  await expect.poll(() => stateOf(first)).toBe('pending_review')
  await workByRequests(await browser.newContext(phone), second)

  await coordinator.goto('/coordinator/photos')
  await approve(coordinator, second, 11)
  await approve(coordinator, first, 50)

  await page.goto(`${HOME}?tab=pay`)
  await expect(page.getByText('मिलने वाले पैसे').first().locator('..')).toContainText('₹200')
  expect(await page.getByRole('main').textContent()).not.toMatch(/@worker|\.invalid/)
  const pay = shopDatabase().selectFrom('payEntries').select(['kind', 'amount']).orderBy('amount')
  expect(await pay.where('groupId', '=', group.id).execute()).toEqual([
    { kind: 'earned', amount: 4400 },
    { kind: 'earned', amount: 20_000 },
  ])
  const emails = shopDatabase().selectFrom('users').select('email').where('fullName', 'like', `% ${run}`)
  for (const { email } of await emails.execute()) expect(email).toMatch(/@worker\.invalid$/)
})
