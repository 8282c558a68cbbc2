/**
 * The programme without an email address: cards for thirty workers from a list, one task for a group of twelve, counts and
 * photos from all (one on a cold phone without a network, in Hindi), one sent back and done again, paid, and the sheet.
 */
import { randomUUID } from 'node:crypto'
import type { Browser, Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { type Phone, withPhone } from '#tests/e2e/phone-network.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { HOME, photoFile } from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

const PIN = '483920'
const MEMBERS = 12
const RUN = randomUUID().slice(0, 6)
const GROUP = `Walk ${RUN}`
const OTHER_GROUP = `Other ${RUN}`
const TASK = `Fill pouches ${RUN}`
const TASK_HI = `पैकेट भरें ${RUN}`
/** The first twelve are of the group. */
const NAMES = Array.from({ length: 30 }, (_, at) => `Worker${String(at + 1).padStart(2, '0')} ${RUN}`)

const phoneOf = (at: number) => `7${String(Date.now()).slice(-7)}${String(at).padStart(2, '0')}`

/** Two new groups of the demonstration's coordinator; the first one's id. */
async function newGroups(): Promise<string> {
  const db = shopDatabase()
  const meera = db.selectFrom('users').select('id').where('email', '=', 'coordinator@demo.test')
  const { id: userId } = await meera.executeTakeFirstOrThrow()
  const groups = await db
    .insertInto('shgGroups')
    .values([GROUP, OTHER_GROUP].map((name) => ({ name, place: 'Dharwad', createdAt: new Date() })))
    .returning(['id', 'name'])
    .execute()
  await db
    .insertInto('coordinatorGroups')
    .values(groups.map(({ id: groupId }) => ({ groupId, userId })))
    .execute()
  return groups.find(({ name }) => name === GROUP)?.id ?? ''
}

const narrow = (browser: Browser) =>
  browser.newContext({
    baseURL: shopOrigin(),
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  })

/** The coordinator adds all thirty by a file. Resolves to the addresses of their cards, in the order of NAMES. */
async function addAll(page: Page, groupId: string): Promise<string[]> {
  await page.goto(`/coordinator/groups/${groupId}`)
  await page.getByRole('link', { name: 'Workers and cards' }).tap()
  await page.getByRole('link', { name: 'Add a list' }).tap()
  const lines = NAMES.map((name, at) => `${name},${phoneOf(at)},${at < MEMBERS ? '' : OTHER_GROUP}`)
  const file = {
    name: 'workers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['name,phone,group', ...lines, 'Nobody,12,'].join('\n')),
  }
  await page.getByLabel('List of workers, CSV').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).tap()
  await expect(
    page.getByRole('heading', { name: '30 workers can be added, 1 line will be left out' }),
  ).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Add 30 workers and make the cards' }).tap()
  await expect(page.getByRole('heading', { name: '30 cards to hand out' })).toBeVisible()
  const links = await page.getByRole('link', { name: /by WhatsApp$/ }).all()
  const cards = new Map<string, string>()
  for (const link of links) {
    const text = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
    const name = ((await link.textContent()) ?? '').replace(/^Send to (.*) by WhatsApp$/, '$1')
    const { pathname, search } = new URL(text.split('\n').at(-1) ?? '')
    cards.set(name, pathname + search)
  }
  return NAMES.map((name) => cards.get(name) ?? '')
}

/** A template in two languages, given to the whole group in one go. */
async function giveToAll(page: Page, groupId: string): Promise<void> {
  await page.goto(`/coordinator/templates/new?group=${groupId}`)
  await page.getByLabel('Name', { exact: true }).fill(TASK)
  await page.getByLabel('Name in Hindi').fill(TASK_HI)
  await page.getByLabel('Pay for one in rupees').fill('4')
  await page.getByLabel('Minutes for one').fill('1.5')
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByText('Template saved')).toBeVisible()
  await page.goto(`/coordinator/groups/${groupId}/give`)
  await page.getByRole('link', { name: new RegExp(TASK) }).tap()
  await page.getByLabel(/^How many/).fill(String(MEMBERS * 50))
  await page.getByRole('button', { name: 'Share out equally' }).tap()
  await expect(page.getByText(`${MEMBERS} tasks, 600`)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Give', exact: true }).tap()
  await expect(page.getByText('The tasks are given.')).toBeVisible()
}

/** She opens her card on her own phone, in Hindi, and chooses her PIN. */
async function join(page: Page, card: string, name: string): Promise<void> {
  await page.goto(card)
  await expect(page.getByRole('heading', { name: `नमस्ते, ${name.split(' ')[0]} जी` })).toBeVisible()
  await page.getByLabel('नया पिन, 6 अंक').fill(PIN)
  await page.getByLabel('वही पिन फिर से').fill(PIN)
  await page.getByRole('radio', { name: /मेरा अपना फ़ोन/ }).check()
  await page.getByRole('button', { name: 'पिन सेव करें, काम देखें' }).tap()
  await expect(page).toHaveURL(HOME)
}

const panelOf = (page: Page): Locator => page.getByRole('listitem').filter({ hasText: TASK_HI }).first()

/** Waits until her tasks and the page for her photo are on the phone. */
async function keptPages(page: Page): Promise<void> {
  const areKept = async (home: string) => {
    const kept = (await (await caches.open('worker-pages')).keys()).map(({ url }) => url)
    const wanted = [`${home}?tab=active`, '/upload-task-photo/']
    return (
      navigator.serviceWorker.controller !== null &&
      wanted.every((one) => kept.some((url) => url.includes(one)))
    )
  }
  await expect.poll(() => page.evaluate(areKept, HOME)).toBe(true)
}

async function sendPhoto(page: Page): Promise<void> {
  await panelOf(page).getByRole('link', { name: 'फ़ोटो भेजें' }).tap()
  await page.locator('input[type=file][capture=environment]').setInputFiles(await photoFile(700))
  await page.getByRole('button', { name: 'यह फ़ोटो भेजें' }).tap()
}

/** The first worker's part: all of the work without a network, sent when the phone is opened with one. */
async function workOffline(phone: Phone, card: string): Promise<Page> {
  const first = await phone.open()
  await join(first, card, NAMES[0] ?? '')
  await first.goto(`${HOME}?tab=active`)
  await expect(panelOf(first)).toContainText('₹200')
  await expectNoSidewaysScroll(first)
  await keptPages(first)
  await phone.cut()
  await phone.close()

  const page = await phone.open()
  await page.goto(`${HOME}?tab=active`)
  await expect(page.getByText('नेटवर्क नहीं है। आपका काम फ़ोन में सेव है।')).toBeVisible()
  await panelOf(page).getByRole('button', { name: 'काम शुरू करें' }).tap()
  for (let tens = 1; tens <= 5; tens += 1) {
    await panelOf(page).getByRole('button', { name: '10 और हो गए' }).tap()
    await expect(panelOf(page)).toContainText(`हो गया: ${tens * 10}।`)
  }
  await sendPhoto(page)
  await expect(page.getByText('फ़ोटो फ़ोन में सेव है।', { exact: false }).first()).toBeVisible()
  expect(await stateOf(NAMES[0] ?? '')).toBe('pending')
  await phone.restore()
  await page.goto(`${HOME}?tab=active`)
  await expect.poll(() => stateOf(NAMES[0] ?? ''), { timeout: 60_000 }).toBe('pending_review')
  return page
}

/** The other workers' parts, as their phones send them. */
async function workByRequests(browser: Browser, card: string): Promise<void> {
  const context = await narrow(browser)
  const { request } = context
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
  await context.close()
}

function taskOf(name: string) {
  return shopDatabase()
    .selectFrom('workLogs')
    .innerJoin('users', 'users.id', 'workLogs.userId')
    .select(['workLogs.state', 'progressCount', 'approvedQuantity'])
    .where('users.fullName', '=', name)
    .executeTakeFirstOrThrow()
}

const stateOf = async (name: string) => (await taskOf(name)).state

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ hasText: TASK }).filter({ hasText: name })

/** The coordinator's answer to a photo, from her phone; it is sent in the background. */
async function approve(page: Page, name: string, accepted: number): Promise<void> {
  const card = cardOf(page, name)
  await expect(card).toContainText('50 by the worker')
  await card.locator('.stars label').nth(3).tap()
  await card.getByLabel(/^Accepted of 50/).fill(String(accepted))
  await card.getByRole('button', { name: 'Approve' }).tap()
  await expect.poll(() => stateOf(name)).toBe('approved')
}

async function rejectFirst(page: Page): Promise<void> {
  const name = NAMES[0] ?? ''
  const card = cardOf(page, name)
  await card.locator('summary').tap()
  await card.getByLabel('Reason', { exact: true }).selectOption('quality')
  await card.getByRole('button', { name: 'Reject and return the task' }).tap()
  await expect.poll(() => stateOf(name)).toBe('returned')
}

/** An admin pays the group's workers; nobody needs an account at a bank for a reference. */
async function pay(page: Page): Promise<void> {
  await openSession(page.context(), 'admin@demo.test')
  await page.goto('/admin/dashboard/payouts')
  await page.getByRole('button', { name: /^Make a payout of/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Payout \d+$/ })).toBeVisible()
  for (const [at, name] of NAMES.slice(0, MEMBERS).entries())
    await page.getByLabel(`Reference for ${name}`).fill(`WALK-${RUN}-${at}`)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Payments recorded')).toBeVisible()
}

/** What the ledger says of the group, in paise. */
async function ledgerOf(groupId: string): Promise<{ earned: number; paid: number }> {
  const { rows } = await sql<{ earned: number; paid: number }>`
    select coalesce(sum(amount) filter (where kind = 'earned'), 0)::int as earned,
      coalesce(sum(amount) filter (where kind = 'paid'), 0)::int as paid
    from pay_entries where group_id = ${groupId}`.execute(shopDatabase())
  const [sums] = rows
  if (!sums) throw new Error('no sums')
  return sums
}

test('from the card to the money and the sheet, and no email anywhere', async ({ browser }) => {
  test.setTimeout(300_000)
  const groupId = await newGroups()
  const context = await narrow(browser)
  await openSession(context, 'coordinator@demo.test')
  const coordinator = await context.newPage()
  const cards = await addAll(coordinator, groupId)
  expect(cards.every(Boolean)).toBe(true)
  await giveToAll(coordinator, groupId)

  await withPhone(async (phone) => {
    const hers = await workOffline(phone, cards[0] ?? '')
    for (const card of cards.slice(1, MEMBERS)) await workByRequests(browser, card)
    for (const name of NAMES.slice(0, MEMBERS))
      expect(await taskOf(name)).toMatchObject({ state: 'pending_review', progressCount: 50 })

    await coordinator.goto('/coordinator/photos')
    await rejectFirst(coordinator)
    for (const [at, name] of NAMES.slice(1, MEMBERS).entries()) {
      await coordinator.goto('/coordinator/photos')
      // One worker gets what she did: 11 of 50.
      await approve(coordinator, name, at === 0 ? 11 : 50)
    }
    await hers.goto(`${HOME}?tab=active`)
    await expect(panelOf(hers)).toContainText('दोबारा करना है')
    await expectNoSidewaysScroll(hers)
    await sendPhoto(hers)
    await expect.poll(() => stateOf(NAMES[0] ?? ''), { timeout: 30_000 }).toBe('pending_review')
    await coordinator.goto('/coordinator/photos')
    await approve(coordinator, NAMES[0] ?? '', 50)

    const admin = await (await browser.newContext({ baseURL: shopOrigin() })).newPage()
    await pay(admin)
    // Eleven workers at ₹200, and one with eleven of 50 at ₹4.
    expect(await ledgerOf(groupId)).toEqual({ earned: 224_400, paid: 224_400 })
    await admin.goto('/admin/dashboard/payouts/sheets')
    await admin.getByRole('link', { name: GROUP }).click()
    const total = admin.getByRole('table').first().getByRole('row').last()
    await expect(total).toContainText('2,244')

    await hers.goto(`${HOME}?tab=pay`)
    await expect(hers.getByText(`WALK-${RUN}-0`)).toBeVisible()
    await expect(hers.getByText('अब तक भेजे गए पैसे').locator('..')).toContainText('₹200')
    await expectNoSidewaysScroll(hers)
    expect(await hers.getByRole('main').textContent()).not.toMatch(/@worker|\.invalid/)
  })
  const emails = shopDatabase().selectFrom('users').select('email').where('fullName', 'like', `% ${RUN}`)
  for (const { email } of await emails.execute()) expect(email).toMatch(/@worker\.invalid$/)
})
