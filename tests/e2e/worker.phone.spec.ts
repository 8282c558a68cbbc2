/** A worker's day on a phone with an unreliable network. */
import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, expectNoSidewaysScroll, mailTo, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, openSession, shopOrigin } from '#tests/e2e/signed-in.ts'
import {
  begunTask,
  cameraOf,
  countOf,
  HOME,
  newTask,
  openPhotoPage,
  panelOf,
  photoFile,
  stateOf,
  takePhoto,
} from '#tests/e2e/worker-phone.ts'
import { HEIC, noisyPhoto, pixelBomb, SVG_WITH_SCRIPT, TEXT, truncated } from '#tests/pictures.ts'

// In sequence, because they share the worker, and one of them changes her language.
test.describe.configure({ mode: 'default' })
// The network is cut on purpose.
test.use({ cutsNetwork: true })

test.beforeEach(({ context }) => openSession(context, 'worker@demo.test'))

test('figures and tabs are as specified, fit the narrowest phone, and speak Hindi', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(HOME)
  for (const card of ['Total Tasks', 'Completed Tasks', 'Total Earnings', 'Completion Rate'])
    await expect(page.getByRole('term').filter({ hasText: card })).toBeVisible()
  const total = page.locator('dl > div', {
    has: page.getByRole('term').filter({ hasText: 'Total Earnings' }),
  })
  await expect(total.getByText('Paid so far')).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Paid for this month’s work' })).toBeVisible()
  for (const tab of ['Active Tasks', 'Completed Tasks', 'My pay', 'Overview']) {
    await page.getByRole('navigation').getByRole('link', { name: tab }).click()
    await expect(page.getByRole('navigation').getByRole('link', { name: tab })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, tab)
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
  const task = await begunTask(page)
  await task.panel.getByRole('button', { name: 'One more done' }).click()
  await expect(task.panel).toContainText('1 done. 2 left.')
  await task.panel.getByRole('button', { name: 'Take one back' }).click()
  await expect(task.panel).toContainText('0 done. 3 left.')
  await openPhotoPage(task)

  const file = cameraOf(page)
  await expect(page.getByRole('button', { name: 'Send this photo' })).toBeDisabled()
  const notAnImage = 'Please select a valid image file'
  for (const [what, mimeType, buffer, message] of [
    ['a text that is called a photo', 'image/jpeg', TEXT, notAnImage],
    ['a text', 'text/plain', TEXT, notAnImage],
    ['a drawing with a script', 'image/svg+xml', SVG_WITH_SCRIPT, notAnImage],
    ['nothing', 'image/jpeg', Buffer.alloc(0), notAnImage],
    ['half a photo', 'image/jpeg', await truncated(), notAnImage],
    ['a photo of another kind', 'image/heic', HEIC, notAnImage],
    ['more pixels than a phone can hold', 'image/png', await pixelBomb(), notAnImage],
    [
      '6 MB that are no photo',
      'image/jpeg',
      Buffer.alloc(6 * 1024 * 1024, 1),
      'File size must be less than 5MB',
    ],
  ] as const) {
    // Clears the previous file's message.
    await page.reload()
    await expect(page.getByRole('button', { name: 'Send this photo' })).toBeDisabled()
    await file.setInputFiles({ name: 'photo.jpg', mimeType, buffer })
    await expect(page.getByRole('alert'), what).toHaveText(message)
    await expect(page.getByRole('button', { name: 'Send this photo' })).toBeDisabled()
  }
  await takePhoto(page, 900)
  await expectAccessible(page, 'photo shown')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeHidden()
  // Or an existing photo, without the camera.
  const chosen = page.getByLabel('Choose a photo')
  await expect(chosen).not.toHaveAttribute('capture')
  await chosen.setInputFiles(await photoFile(900))
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await page.getByRole('button', { name: 'Send this photo' }).click()
  await expect(page.getByRole('heading', { name: 'Photo sent' })).toBeVisible()
  expect(await stateOf(page, task)).toBe('pending_review')
  await expect(page).toHaveURL(HOME)
})

test('a photo taken without a network waits on the phone, and is sent when a page is open again', async ({
  page,
  context,
}) => {
  const task = await begunTask(page)
  await openPhotoPage(task)
  await takePhoto(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send this photo' }).click()
  await expect(page.getByText('It is sent as soon as there is a network')).toBeVisible()
  await expect(page.getByText('No network. Your work is saved on this phone.')).toBeVisible()
  const broken = await page.evaluate(() =>
    [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
  )
  expect(broken).toEqual([])
  expect(await stateOf(page, task)).toBe('in_progress')
  await page.close()

  const later = await context.newPage()
  await context.setOffline(false)
  await later.goto(HOME)
  await expect.poll(() => stateOf(later, task)).toBe('pending_review')
})

test('counting needs no network: steps wait on the phone, and each counts once however often it is sent', async ({
  page,
  context,
}) => {
  const task = await begunTask(page, 40)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  for (const [button, words] of [
    ['Ten more', '10 done. 30 left.'],
    ['One more done', '11 done. 29 left.'],
    ['One more done', '12 done. 28 left.'],
    ['Take one back', '11 done. 29 left.'],
  ] as const) {
    await task.panel.getByRole('button', { name: button }).click()
    await expect(task.panel).toContainText(words)
  }
  await expect(task.panel).toContainText('Waiting for network. Safe on this phone.')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('alert')).toContainText('Your count is not sent yet.')
  expect(await countOf(page, task)).toBe(0)
  await page.close()

  // The first response is lost, so the phone sends the same steps again.
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
  await expect(panelOf(later, task.name)).toContainText('11 done. 29 left.')
  await expect.poll(() => countOf(later, task)).toBe(11)
  // Sent until a response arrives; then the queue is empty and the count unchanged.
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
  await expect(panelOf(later, task.name)).toContainText('11 done. 29 left.')
  expect(await countOf(later, task)).toBe(11)
  expect(sent).toBeGreaterThan(0)
})

test('the queue is sent when the network is back, without an open page', async ({ page, context }) => {
  const task = await begunTask(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await openPhotoPage(task)
  await takePhoto(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send this photo' }).click()
  await expect(page.getByText('It is sent as soon as there is a network')).toBeVisible()
  // A page outside the service worker's scope, to talk to the browser.
  const shop = await context.newPage()
  await page.close()
  expect(await stateOf(shop, task)).toBe('in_progress')
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
      return stateOf(shop, task)
    })
    .toBe('pending_review')
  const again = await context.newPage()
  await again.goto(HOME)
  await expect(again.getByText('Waiting for network')).toHaveCount(0)
})

test('a network that dies in the middle loses nothing and doubles nothing', async ({ page }) => {
  const task = await begunTask(page)
  await openPhotoPage(task)
  let parts = 0
  await page.context().route('**/photo-uploads/**', (route) => {
    parts += 1
    return parts % 2 === 1 && parts < 6 ? route.abort('connectionreset') : route.continue()
  })
  await takePhoto(page, 1500)
  await page.getByRole('button', { name: 'Send this photo' }).click()
  await expect(page.getByText('It is sent as soon as there is a network')).toBeVisible()
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      return stateOf(page, task)
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
  // Files of the shop and the time of the sign-out stay, since they are not personal.
  expect(left.caches.filter((name) => !name.startsWith('worker-files-'))).toEqual(['sign-outs'])
  expect(left.databases).toEqual([])
})

test('a photo page without a session, of another worker, and without a task', async ({ page }) => {
  await page.goto('/upload-task-photo')
  await expect(page).toHaveURL(HOME)
  expect((await page.goto('/upload-task-photo/00000000-0000-4000-8000-00000000dead'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Invalid Task' })).toBeVisible()
  await expect(page.getByText('No task information provided')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/upload-task-photo/00000000-0000-4000-8000-00000000dead')
  await expect(page.getByRole('heading', { name: 'अपना काम देखने के लिए साइन इन करें' })).toBeVisible()
})

test('a question about pay is sent once, and waits for its answer in sight', async ({ page }) => {
  const question = `Was task ${randomUUID().slice(0, 8)} counted?`
  await page.goto(`${HOME}?tab=pay`)
  await page.getByText('Ask a question').first().click()
  await page.getByLabel('Your question').first().fill(question)
  await page.getByRole('button', { name: 'Send question' }).first().click()
  await expect(page.getByRole('listitem').filter({ hasText: question })).toContainText('No answer yet')
  for (const box of await page.getByLabel('Your question').all()) {
    await expect(box).toBeHidden()
    await expect(box).toHaveValue('')
  }
})

test('an admin withdraws a task: it disappears for the worker, also from an open page', async ({
  page,
  browser,
}) => {
  const [task, other] = [await newTask(page), await newTask(page)]
  await page.goto(`${HOME}?tab=active`)
  await expect(other.panel).toBeVisible()

  const admin = await (await browser.newContext()).newPage()
  await signInAdmin(admin)
  await admin.goto(`/admin/dashboard/tasks?q=${encodeURIComponent(task.name)}`)
  await admin.getByRole('link', { name: new RegExp(`^Withdraw\\s*: ${task.name}`) }).click()
  await expect(admin.getByRole('dialog')).toContainText('who gets an email')
  await admin.getByRole('button', { name: 'Withdraw task' }).click()
  await expect(admin.getByText('Task withdrawn')).toBeVisible()
  const headers = { origin: shopOrigin() }
  expect((await page.request.delete(`/api/work-logs/${other.id}`, { headers })).status()).toBe(403)
  const withdrawn = await asAdmin('DELETE', `/work-logs/${other.id}`)
  expect(await withdrawn.json()).toEqual({ id: other.id, removed: 'withdrawn' })
  expect((await asAdmin('DELETE', `/work-logs/${other.id}`)).status).toBe(404)

  await task.panel.getByRole('button', { name: 'Start work' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'This work has been taken back. You don’t need to do anything.',
  )
  await page.getByRole('button', { name: 'OK' }).click()
  for (const { panel } of [task, other]) await expect(panel).toHaveCount(0)
  expect((await page.request.get(`/api/work-logs/${task.id}`)).status()).toBe(404)
  expect((await page.goto(`/upload-task-photo/${task.id}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Invalid Task' })).toBeVisible()
  for (const { name } of [task, other])
    await mailTo(page, 'worker@demo.test', new RegExp(`No longer needed: ${name}`))

  const begun = await begunTask(page)
  expect((await asAdmin('DELETE', `/work-logs/${begun.id}`)).status).toBe(409)
  expect(await stateOf(page, begun)).toBe('in_progress')
})

test('on a slow network the dashboard opens, and a photo is sent in parts and confirmed', async ({
  page,
  context,
}) => {
  const task = await newTask(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  // A slow shared cell: 400 ms latency, 64 KB/s down and 48 KB/s up.
  const slow = { latency: 400, downloadThroughput: 64 * 1024, uploadThroughput: 48 * 1024 }
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...slow })
  const patient = expect.configure({ timeout: 60_000 })

  const began = Date.now()
  await page.goto(`${HOME}?tab=active`)
  // More than 90 KB arrived, so the throttling worked.
  expect(Date.now() - began).toBeGreaterThan(1_400)
  await task.panel.getByRole('button', { name: 'Start work' }).click()
  await patient(task.panel).toContainText('0 done. 3 left.')
  await task.panel.getByRole('link', { name: 'Send photo' }).click()
  await patient(page.getByRole('heading', { name: `Photo of: ${task.name}` })).toBeVisible()

  const parts: number[] = []
  page.on('requestfinished', (request) => {
    if (request.method() === 'PATCH') parts.push(Number(request.headers()['upload-offset']))
  })
  const photo = { name: 'p.jpg', mimeType: 'image/jpeg', buffer: await noisyPhoto(700) }
  await cameraOf(page).setInputFiles(photo)
  await patient(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await page.getByRole('button', { name: 'Send this photo' }).click()
  await patient(page.getByRole('heading', { name: 'Photo sent' })).toBeVisible()
  expect(parts.length).toBeGreaterThan(1)
  expect(parts).toEqual(parts.map((_, at) => at * 128 * 1024))
  expect(await stateOf(page, task)).toBe('pending_review')
  await patient(page).toHaveURL(HOME)
})

test('a photo that was taken before the scripts came is shown and can be sent', async ({ page }) => {
  const task = await begunTask(page)
  await openWithLateScripts(page, `/upload-task-photo/${task.id}`, async () =>
    page.getByLabel('Choose a photo').setInputFiles(await photoFile(900)),
  )
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await page.getByRole('button', { name: 'Send this photo' }).click()
  await expect(page.getByRole('heading', { name: 'Photo sent' })).toBeVisible()
  expect(await stateOf(page, task)).toBe('pending_review')
})

test('without scripts the photo that is posted is the one that was taken or chosen', async ({
  page,
  browser,
}) => {
  for (const label of ['Take photo', 'Choose a photo']) {
    const task = await begunTask(page)
    const context = await browser.newContext({ baseURL: shopOrigin(), javaScriptEnabled: false })
    await openSession(context, 'worker@demo.test')
    const plain = await context.newPage()
    await plain.goto(`/upload-task-photo/${task.id}`)
    await plain.getByRole('button', { name: 'Send this photo' }).click()
    await expect(plain.getByRole('alert')).toHaveText('Missing required information')
    await plain.getByLabel(label).setInputFiles(await photoFile(900))
    await plain.getByRole('button', { name: 'Send this photo' }).click()
    await expect(plain.getByRole('heading', { name: 'Photo sent' })).toBeVisible()
    expect(await stateOf(page, task)).toBe('pending_review')
    await context.close()
  }
})

test('the worker’s screens can be installed, and their service worker sees nothing of the shop', async ({
  page,
}) => {
  await page.goto(HOME)
  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(link ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ id: HOME, start_url: HOME, display: 'standalone', short_name: 'My work' })
  expect(manifest.name).toMatch(/./)
  const sizes = manifest.icons.map(
    ({ sizes, purpose }: { sizes: string; purpose: string }) => sizes + purpose,
  )
  expect(sizes).toEqual(expect.arrayContaining(['192x192any', '512x512any', '512x512maskable']))
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type'], src).toBe(type)
    const { width, height } = await sharp(await icon.body()).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }

  await page.evaluate(() => navigator.serviceWorker.ready)
  const registered = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort(),
    )
  await expect.poll(registered).toEqual([HOME, '/upload-task-photo'])
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  for (const path of ['/', '/products', '/cart', '/profile']) {
    await page.goto(path)
    expect(await page.evaluate(() => navigator.serviceWorker.controller), path).toBeNull()
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest')
  }
})

test('without scripts a page that is out of date adds to the count of the other phone, each form once', async ({
  page,
  browser,
}) => {
  const task = await begunTask(page, 12)
  const context = await browser.newContext({ baseURL: shopOrigin(), javaScriptEnabled: false })
  await openSession(context, 'worker@demo.test')
  const open = async () => {
    const plain = await context.newPage()
    await plain.goto(`${HOME}?tab=active`)
    return panelOf(plain, task.name)
  }
  const [stale, twice, undo, over] = [await open(), await open(), await open(), await open()]
  const steps = [...Array(7).keys()].map(() => ({ id: randomUUID(), step: 1 }))
  const headers = { origin: shopOrigin() }
  const sent = await page.request.post(`/api/work-logs/${task.id}/counts`, { data: { steps }, headers })
  expect(sent.status()).toBe(200)
  const tap = async (panel: Locator, name: string) => {
    await panel.getByRole('button', { name }).click()
    await expect(panel.page().getByRole('heading', { name: 'Recent tasks' })).toBeVisible()
  }
  await tap(stale, 'One more done')
  expect(await countOf(page, task)).toBe(8)
  await stale.page().goto(`${HOME}?tab=active`)
  await tap(stale, 'Take one back')
  expect(await countOf(page, task)).toBe(7)

  // A form that is sent again, as by a second tap on a slow network.
  const fields = await twice.locator('form:has([name=stepId])').evaluate((form) => {
    const { id, stepId } = Object.fromEntries(new FormData(form as HTMLFormElement)) as Record<string, string>
    return { intent: 'count', id: id ?? '', stepId: stepId ?? '', step: '10' }
  })
  for (const _ of [1, 2]) await page.request.post(HOME, { form: fields, headers })
  expect(await countOf(page, task)).toBe(12)
  expect((await page.request.post(HOME, { form: { ...fields, step: '100' }, headers })).status()).toBe(422)
  await tap(over, 'One more done')
  expect(await countOf(page, task)).toBe(12)
  await undo.page().reload()
  await tap(undo, 'Take one back')
  expect(await countOf(page, task)).toBe(11)
  await context.close()
})
