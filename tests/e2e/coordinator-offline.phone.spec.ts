/** A coordinator's pages on a phone without a network: the network is really cut, the browser closed. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { type Phone, withPhone } from '#tests/e2e/phone-network.ts'
import { type Sent, sentTask } from '#tests/e2e/sent-task.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, openSession, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

// In sequence, because they share the coordinator and her group.
test.describe.configure({ mode: 'default' })
test.use({ cutsNetwork: true })
test.slow()

function taskOf({ id }: Sent) {
  return shopDatabase()
    .selectFrom('workLogs')
    .select(['state', 'approvedQuantity', 'paymentAmount', 'rejectionPreset'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const cardOf = (page: Page, { name }: Sent) => page.getByRole('article').filter({ hasText: name })

/** Her first visit: the photos opened once, and her pages, and these photos, stored. */
async function firstVisit(phone: Phone, tasks: Sent[]): Promise<Page> {
  const page = await phone.open()
  await openSession(page.context(), 'coordinator@demo.test')
  await page.goto('/coordinator/photos')
  const kept = (count: number) =>
    page.evaluate(async (wanted) => {
      const paths = (await (await caches.open('worker-pages')).keys()).map(({ url }) => new URL(url).pathname)
      const photos = paths.filter((path) => /^\/api\/work-logs\/.+\/photos\//.test(path)).length
      const isGroupKept = paths.some((path) => path.startsWith('/coordinator/groups/'))
      return photos >= wanted && isGroupKept && paths.includes('/coordinator/photos')
    }, count)
  await expect.poll(() => kept(tasks.length), { timeout: 30_000 }).toBe(true)
  return page
}

async function approve(page: Page, task: Sent, count: string): Promise<void> {
  const card = cardOf(page, task)
  await card.locator('.stars label').nth(3).tap()
  await card.getByLabel(/^Accepted of 50/).fill(count)
  // A second tap is no second answer.
  await card.getByRole('button', { name: 'Approve' }).dblclick()
  await expect(card.getByText('Saved on this phone.')).toBeVisible()
}

async function reject(page: Page, task: Sent): Promise<void> {
  const card = cardOf(page, task)
  await card.locator('summary').tap()
  await card.getByLabel('Reason', { exact: true }).selectOption('quality')
  await card.getByRole('button', { name: 'Reject and return the task' }).tap()
  await expect(card.getByText('Saved on this phone.')).toBeVisible()
}

test('decided on a cold phone without a network, each counts once when it is back', async () => {
  const [eleven, again] = [await sentTask(), await sentTask()]
  await withPhone(async (phone) => {
    await firstVisit(phone, [eleven, again])
    await phone.cut()
    await phone.close()

    const page = await phone.open()
    await page.goto('/coordinator')
    await expect(page.getByText('No network. What you see was here before.')).toBeVisible()
    await page.getByRole('link', { name: /Annapurna group/ }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Annapurna group' })).toBeVisible()
    await page.getByRole('link', { name: /^Photos/ }).tap()
    const photo = cardOf(page, eleven).locator('.approval-photo img')
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await cardOf(page, eleven).locator('.approval-photo').tap()
    const large = page.getByRole('dialog', { name: eleven.name })
    await expect(large.getByRole('img')).toBeVisible()
    await large
      .getByRole('link', { name: 'Close' })
      .or(large.getByRole('button', { name: 'Close' }))
      .tap()
    await expect(large).toBeHidden()
    await approve(page, eleven, '11')
    await reject(page, again)
    await expect(page.getByText('2 answers wait on this phone')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'two answers wait')
    await page.reload()
    await expect(cardOf(page, eleven).getByText('Saved on this phone.')).toBeVisible()
    await expect(cardOf(page, eleven).getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign Out' }).tap()
    await expect(page.getByText('Something is not sent yet.')).toBeVisible()
    expect(await taskOf(eleven)).toMatchObject({ state: 'pending_review' })

    await phone.restore()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(async () => (await taskOf(again)).state, { timeout: 40_000 }).toBe('returned')
    expect(await taskOf(eleven)).toEqual({
      state: 'approved',
      approvedQuantity: 11,
      paymentAmount: 4400,
      rejectionPreset: null,
    })
    const paid = await shopDatabase()
      .selectFrom('payEntries')
      .select(['kind', 'amount'])
      .where('workLogId', '=', eleven.id)
      .execute()
    expect(paid).toEqual([{ kind: 'earned', amount: 4400 }])
    await expect(page.getByText('answers wait on this phone')).toHaveCount(0)
    await expect(cardOf(page, eleven)).toHaveCount(0)
  })
})

test('what waits is sent without an open page', async () => {
  const task = await sentTask()
  await withPhone(async (phone) => {
    const page = await firstVisit(phone, [task])
    await page.getByRole('button', { name: 'हिन्दी' }).tap()
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await phone.cut()
    const card = cardOf(page, task)
    await card.locator('.stars label').nth(4).tap()
    await card.getByRole('button', { name: 'पास करें' }).tap()
    await expect(card.getByText('फ़ोन में सेव है।')).toBeVisible()
    await expect(page.getByText('1 जवाब फ़ोन में सेव है।')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'an answer waits, in Hindi')
    await page.screenshot({ path: 'test-results/coordinator-offline-hi.png', fullPage: true })
    const sync = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      sync.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/coordinator'))
        if (own) resolve(own.registrationId)
      })
    })
    await sync.send('ServiceWorker.enable')
    const registrationId = await registered
    await page.goto('about:blank')
    expect((await taskOf(task)).state).toBe('pending_review')
    await phone.restore()
    const event = { origin: shopOrigin(), registrationId, tag: 'send-waiting', lastChance: false }
    await sync.send('ServiceWorker.dispatchSyncEvent', event)
    await expect.poll(async () => (await taskOf(task)).state, { timeout: 40_000 }).toBe('approved')
  })
})

test('a lost answer counts once, and what an admin decided meanwhile is said and put away', async () => {
  const [lost, taken] = [await sentTask(), await sentTask()]
  await withPhone(async (phone) => {
    const page = await firstVisit(phone, [lost, taken])
    await phone.cut()
    await approve(page, lost, '11')
    await approve(page, taken, '50')
    const approved = { admin_review_status: 'approved', rating: 5 }
    expect((await asAdmin('PUT', `/work-logs/${taken.id}`, approved)).status).toBe(200)
    // The shop decides, and its answer does not arrive.
    await page.route(
      '**/coordinator/decisions',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await phone.restore()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(async () => (await taskOf(lost)).state, { timeout: 40_000 }).toBe('approved')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const refusal = page.getByRole('alert').filter({ hasText: taken.name })
    await expect(refusal).toContainText('isn’t waiting for review', { timeout: 40_000 })
    await expect(page.getByRole('alert').filter({ hasText: lost.name })).toHaveCount(0)
    expect(await taskOf(lost)).toMatchObject({ approvedQuantity: 11, paymentAmount: 4400 })
    expect(await taskOf(taken)).toMatchObject({ approvedQuantity: null, paymentAmount: 20_000 })
    await refusal.getByRole('button', { name: 'OK' }).tap()
    await expect(refusal).toHaveCount(0)
  })
})

test('signing out removes her pages, and another person sees none of them', async () => {
  const waiting = await sentTask()
  await withPhone(async (phone) => {
    const page = await firstVisit(phone, [waiting])
    await openSession(page.context(), 'admin@demo.test')
    await page.goto('/coordinator')
    await expect(page.locator('.coord-top')).not.toContainText('Meera')
    const owner = () =>
      page.evaluate(
        async () => ((await (await caches.match('/-/owner'))?.json()) as { ownerId: string })?.ownerId,
      )
    await expect.poll(owner).toBeTruthy()
    await openSession(page.context(), 'coordinator@demo.test')
    await page.goto('/coordinator')
    await page.getByRole('button', { name: 'Sign Out' }).tap()
    await expect(page).toHaveURL('/')
    await expect.poll(() => page.evaluate(() => caches.has('worker-pages'))).toBe(false)
    await phone.cut()
    await page.goto('/coordinator/photos')
    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
    await expect(page.getByText(waiting.name)).toHaveCount(0)
  })
})

test('a sign-out while pages are being stored leaves none', async () => {
  const waiting = await sentTask()
  await withPhone(async (phone) => {
    const page = await firstVisit(phone, [waiting])
    await openSession(page.context(), 'admin@demo.test')
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    // The service worker asks whose session it is before it stores another person's pages.
    const late = { path: '/api/auth/get-session', until, isAnswered: false }
    phone.network.late = late
    await page.goto('/coordinator')
    await expect.poll(() => late.isAnswered).toBe(true)
    await page.getByRole('button', { name: 'Sign Out' }).tap()
    await expect(page).toHaveURL('/')
    goOn()
    const isLeft = () =>
      page.evaluate(() => navigator.locks.request('keep-screens', () => caches.has('worker-pages')))
    expect(await isLeft()).toBe(false)
  })
})

test('a sign-out whose page has no scripts closes her pages, too', async () => {
  const waiting = await sentTask()
  await withPhone(async (phone) => {
    const page = await firstVisit(phone, [waiting])
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
    const answer = await fetch(`${shopOrigin()}/auth/signout`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookies.join('; '), origin: shopOrigin() },
    })
    const gone = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('account='))
    expect(gone.join()).toMatch(/^account=;/)
    // As the browser does with this answer.
    await page.context().clearCookies()
    await phone.cut()
    await page.goto('/coordinator/photos')
    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
    await expect(page.getByText(waiting.name)).toHaveCount(0)
  })
})
