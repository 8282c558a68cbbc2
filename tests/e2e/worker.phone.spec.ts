/** A worker's day on a phone, with a network that comes and goes. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { HEIC, phonePhoto, SVG_WITH_SCRIPT, TEXT, truncated } from '#tests/pictures.ts'

const HOME = '/shg-worker-dashboard'

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const answer = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password: 'Millet-2026' },
    headers: { origin: new URL(test.info().project.use.baseURL ?? '').origin },
  })
  expect(answer.status()).toBe(200)
}

type WorkLog = {
  id: string
  status: string
  admin_review_status: string | null
  user_id: string
  progress_count: number
}

/** A new task of the worker's own, so that tests do not meet each other's. */
async function newTask(page: Page, name: string, quantity = 3): Promise<string> {
  const admin = await page.context().browser()?.newContext()
  if (!admin) throw new Error('no browser')
  await signIn(admin, 'admin@demo.test')
  const logs: WorkLog[] = await (await page.request.get('/api/work-logs')).json()
  const created = await admin.request.post('/api/work-logs', {
    headers: { origin: new URL(test.info().project.use.baseURL ?? '').origin },
    data: {
      user_id: logs[0]?.user_id,
      task_name: name,
      task_description: 'Count twice.',
      task_type: 'packing',
      quantity,
      unit: 'boxes',
      payment_amount: 120,
      completion_deadline: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    },
  })
  expect(created.status()).toBe(201)
  const { id } = await created.json()
  await admin.close()
  return id
}

async function stateOf(page: Page, id: string): Promise<string | null> {
  const log: WorkLog = await (await page.request.get(`/api/work-logs/${id}`)).json()
  return log.admin_review_status ?? log.status
}

async function countOf(page: Page, id: string): Promise<number> {
  const log: WorkLog = await (await page.request.get(`/api/work-logs/${id}`)).json()
  return log.progress_count
}

// One after the other: they share the worker, and one of them changes her language.
test.describe.configure({ mode: 'default' })
// The network is cut on purpose.
test.use({ cutsNetwork: true })

const panel = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

test.beforeEach(({ context }) => signIn(context, 'worker@demo.test'))

test('figures and tabs stand as specified, fit the narrowest phone, and speak Hindi', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(HOME)
  for (const card of ['Total Tasks', 'Completed Tasks', 'Total Earnings', 'Completion Rate'])
    await expect(page.getByRole('term').filter({ hasText: card })).toBeVisible()
  for (const tab of ['Active Tasks', 'Completed Tasks', 'My pay', 'Overview']) {
    await page.getByRole('navigation').getByRole('link', { name: tab }).click()
    await expect(page.getByRole('navigation').getByRole('link', { name: tab })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('term').filter({ hasText: 'कुल काम' })).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a task is started, counted, counted back, and proved by a photo that the server confirms', async ({
  page,
}) => {
  const name = `Pack ${Date.now()}`
  const id = await newTask(page, name)
  await page.goto(`${HOME}?tab=active`)
  await panel(page, name).getByRole('button', { name: 'Start work' }).click()
  await panel(page, name).getByRole('button', { name: 'One more done' }).click()
  await expect(panel(page, name)).toContainText('1 done. 2 left.')
  await panel(page, name).getByRole('button', { name: 'Take one back' }).click()
  await expect(panel(page, name)).toContainText('0 done. 3 left.')
  await panel(page, name).getByRole('link', { name: 'Send photo' }).click()

  const file = page.locator('input[type=file]')
  await expect(page.getByRole('button', { name: 'Send this photo' })).toBeDisabled()
  const notAnImage = 'Please select a valid image file'
  for (const [what, mimeType, buffer, message] of [
    ['a text that is called a photo', 'image/jpeg', TEXT, notAnImage],
    ['a text', 'text/plain', TEXT, notAnImage],
    ['a drawing with a script', 'image/svg+xml', SVG_WITH_SCRIPT, notAnImage],
    ['nothing', 'image/jpeg', Buffer.alloc(0), notAnImage],
    ['half a photo', 'image/jpeg', await truncated(), notAnImage],
    ['a photo of another kind', 'image/heic', HEIC, notAnImage],
    [
      '6 MB that are no photo',
      'image/jpeg',
      Buffer.alloc(6 * 1024 * 1024, 1),
      'File size must be less than 5MB',
    ],
  ] as const) {
    // So that the message is this file's, not the one before's.
    await page.reload()
    await expect(page.getByRole('button', { name: 'Send this photo' })).toBeDisabled()
    await file.setInputFiles({ name: 'photo.jpg', mimeType, buffer })
    await expect(page.getByRole('alert'), what).toHaveText(message)
    await expect(page.getByRole('button', { name: 'Send this photo' })).toBeDisabled()
  }
  await file.setInputFiles({
    name: 'p.jpg',
    mimeType: 'image/jpeg',
    buffer: await phonePhoto(Date.now(), 900),
  })
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeHidden()
  await file.setInputFiles({
    name: 'p.jpg',
    mimeType: 'image/jpeg',
    buffer: await phonePhoto(Date.now(), 900),
  })
  await page.getByRole('button', { name: 'Send this photo' }).click()
  await expect(page.getByRole('heading', { name: 'Photo sent' })).toBeVisible()
  expect(await stateOf(page, id)).toBe('pending_review')
  await expect(page).toHaveURL(HOME)
})

test('a photo taken without a network waits on the phone, and is sent when a page is open again', async ({
  page,
  context,
}) => {
  const name = `Offline ${Date.now()}`
  const id = await newTask(page, name)
  await page.goto(`${HOME}?tab=active`)
  await panel(page, name).getByRole('button', { name: 'Start work' }).click()
  await panel(page, name).getByRole('link', { name: 'Send photo' }).click()
  await expect(page.getByRole('heading', { name: `Photo of: ${name}` })).toBeVisible()
  const buffer = await phonePhoto(Date.now(), 1200)
  await page.locator('input[type=file]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send this photo' }).click()
  await expect(page.getByText('It is sent as soon as there is a network')).toBeVisible()
  await expect(page.getByText('No network. Your work is saved on this phone.')).toBeVisible()
  expect(await stateOf(page, id)).toBe('in_progress')
  await page.close()

  const later = await context.newPage()
  await context.setOffline(false)
  await later.goto(HOME)
  await expect.poll(() => stateOf(later, id)).toBe('pending_review')
})

test('counting needs no network: steps wait on the phone, and each counts once however often it is sent', async ({
  page,
  context,
}) => {
  const name = `Count ${Date.now()}`
  const id = await newTask(page, name, 40)
  await page.goto(`${HOME}?tab=active`)
  await panel(page, name).getByRole('button', { name: 'Start work' }).click()
  await expect(panel(page, name)).toContainText('0 done. 40 left.')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  for (const [button, words] of [
    ['Ten more', '10 done. 30 left.'],
    ['One more done', '11 done. 29 left.'],
    ['One more done', '12 done. 28 left.'],
    ['Take one back', '11 done. 29 left.'],
  ] as const) {
    await panel(page, name).getByRole('button', { name: button }).click()
    await expect(panel(page, name)).toContainText(words)
  }
  await expect(panel(page, name)).toContainText('Waiting for network. Safe on this phone.')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('alert')).toContainText('Your count is not sent yet.')
  expect(await countOf(page, id)).toBe(0)
  await page.close()

  // The first answer is lost on its way back: the phone has to send the same steps again.
  let sent = 0
  await context.route('**/counts', async (route) => {
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  const later = await context.newPage()
  await context.setOffline(false)
  await later.goto(`${HOME}?tab=active`)
  await expect(panel(later, name)).toContainText('11 done. 29 left.')
  await expect.poll(() => countOf(later, id)).toBe(11)
  // Sent until an answer comes; then nothing waits any more, and the count is still the same.
  const waiting = () =>
    later.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opened = indexedDB.open('worker-photos')
          opened.onerror = () => reject(opened.error)
          opened.onsuccess = () => {
            const counted = opened.result.transaction('steps').objectStore('steps').count()
            counted.onsuccess = () => {
              opened.result.close()
              resolve(counted.result)
            }
          }
        }),
    )
  await expect
    .poll(async () => {
      await later.evaluate(() => dispatchEvent(new Event('online')))
      return waiting()
    })
    .toBe(0)
  await expect(panel(later, name)).toContainText('11 done. 29 left.')
  expect(await countOf(later, id)).toBe(11)
  expect(sent).toBeGreaterThan(0)
})

test('what waits is sent when the network is back and no page of hers is open', async ({ page, context }) => {
  const name = `Closed ${Date.now()}`
  const id = await newTask(page, name)
  await page.goto(`${HOME}?tab=active`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await panel(page, name).getByRole('button', { name: 'Start work' }).click()
  await panel(page, name).getByRole('link', { name: 'Send photo' }).click()
  await expect(page.getByRole('heading', { name: `Photo of: ${name}` })).toBeVisible()
  const buffer = await phonePhoto(Date.now(), 1200)
  await page.locator('input[type=file]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send this photo' }).click()
  await expect(page.getByText('It is sent as soon as there is a network')).toBeVisible()
  // A page of the shop, of which the service worker knows nothing, only to speak with the browser.
  const shop = await context.newPage()
  await page.close()
  expect(await stateOf(shop, id)).toBe('in_progress')
  await context.setOffline(false)
  await shop.goto('/about')
  const browser = await context.newCDPSession(shop)
  const known = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const hers = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === HOME)
      if (hers) resolve(hers.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const registrationId = await known
  const { origin } = new URL(shop.url())
  await expect
    .poll(async () => {
      await browser.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag: 'send-waiting',
        lastChance: false,
      })
      return stateOf(shop, id)
    })
    .toBe('pending_review')
  const again = await context.newPage()
  await again.goto(HOME)
  await expect(again.getByText('Waiting for network')).toHaveCount(0)
})

test('a network that dies in the middle loses nothing and doubles nothing', async ({ page }) => {
  const name = `Cut ${Date.now()}`
  const id = await newTask(page, name)
  await page.goto(`${HOME}?tab=active`)
  await panel(page, name).getByRole('button', { name: 'Start work' }).click()
  await panel(page, name).getByRole('link', { name: 'Send photo' }).click()
  let parts = 0
  await page.context().route('**/photo-uploads/**', (route) => {
    parts += 1
    return parts % 2 === 1 && parts < 6 ? route.abort('connectionreset') : route.continue()
  })
  const buffer = await phonePhoto(Date.now(), 1500)
  await page.locator('input[type=file]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Send this photo' }).click()
  await expect(page.getByText('It is sent as soon as there is a network')).toBeVisible()
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      return stateOf(page, id)
    })
    .toBe('pending_review')
  expect(parts).toBeGreaterThan(2)
})

test('opens without a network as it was, and signing out leaves nothing on the phone', async ({
  page,
  context,
}) => {
  await page.goto(HOME)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.reload()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /^Namaste/ })).toBeVisible()
  await expect(page.getByText('No network. Your work is saved on this phone.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  const left = await page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))
  expect(left).toEqual({ caches: [], databases: [] })
})

test('the first visit is at most 150 KB', async ({ page, context }) => {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(HOME, { waitUntil: 'networkidle' })
  expect(bytes).toBeGreaterThan(90_000)
  expect(bytes).toBeLessThanOrEqual(150 * 1024)
})

test('a photo page of nobody, of somebody else, and without a task', async ({ page }) => {
  await page.goto('/upload-task-photo')
  await expect(page).toHaveURL(HOME)
  expect((await page.goto('/upload-task-photo/00000000-0000-4000-8000-00000000dead'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Invalid Task' })).toBeVisible()
  await expect(page.getByText('No task information provided')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/upload-task-photo/00000000-0000-4000-8000-00000000dead')
  await expect(page.getByText('Please sign in to upload photos')).toBeVisible()
})
