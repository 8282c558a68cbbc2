/** A worker's day on a phone, with a network that comes and goes. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { phonePhoto } from '#tests/pictures.ts'

const HOME = '/shg-worker-dashboard'

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const answer = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password: 'Millet-2026' },
    headers: { origin: new URL(test.info().project.use.baseURL ?? '').origin },
  })
  expect(answer.status()).toBe(200)
}

type WorkLog = { id: string; status: string; admin_review_status: string | null; user_id: string }

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
  await file.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toHaveText('Please select a valid image file')
  await file.setInputFiles({
    name: 'big.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(6 * 1024 * 1024, 1),
  })
  await expect(page.getByRole('alert')).toHaveText('File size must be less than 5MB')
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
