/** The worker's screens offline from the first visit on: the network is really cut, the browser closed. */
import type { Page } from '@playwright/test'
import { alive } from '#tests/e2e/alive.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { type Phone, withPhone } from '#tests/e2e/phone-network.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, openSession, shopOrigin } from '#tests/e2e/signed-in.ts'
import {
  countOf,
  HOME,
  newTask,
  openPhotoPage,
  panelOf,
  stateOf,
  type Task,
  takePhoto,
} from '#tests/e2e/worker-phone.ts'

// In sequence, because they share the worker.
test.describe.configure({ mode: 'default' })
test.use({ cutsNetwork: true })
test.beforeEach(({ context }) => openSession(context, 'worker@demo.test'))

const photoPath = ({ id }: Pick<Task, 'id'>) => `/upload-task-photo/${id}`

/** Her first visit: signed in, the dashboard opened once, and the offline files stored. */
async function firstVisit(phone: Phone, task: Task, tab = '?tab=active'): Promise<Page> {
  const page = await phone.open()
  await openSession(page.context(), 'worker@demo.test')
  await page.goto(HOME + tab)
  await keptOn(page, photoPath(task))
  return page
}

/** Waits until a screen is stored, which only the phone itself can tell. */
async function keptOn(page: Page, path: string): Promise<void> {
  const isKept = async (wanted: string) => {
    const kept = await (await caches.open('worker-pages')).match(wanted)
    return kept !== undefined && navigator.serviceWorker.controller !== null
  }
  await expect.poll(() => page.evaluate(isKept, path)).toBe(true)
}

async function startAndCount({ panel }: Pick<Task, 'panel'>): Promise<void> {
  await panel.getByRole('button', { name: 'Start work' }).click()
  await expect(panel).toContainText('0 done. 40 left.')
  await panel.getByRole('button', { name: 'Ten more' }).click()
  await panel.getByRole('button', { name: 'One more done' }).click()
  await expect(panel).toContainText('11 done. 29 left.')
}

test('offline from the first visit: start, count, photo and a restarted browser reach the server once', async ({
  page,
}) => {
  const made = await newTask(page, 40)
  await withPhone(async (phone) => {
    const first = await firstVisit(phone, made)
    const task = { ...made, panel: panelOf(first, made.name) }
    // The background download after the first visit: a few KB, whatever she does later.
    test.info().annotations.push({ type: 'bytes', description: String(phone.network.bytes) })
    // Other tests leave her tasks, and a photo page for each.
    const tasks = await first.evaluate(async () => {
      const paths = (await (await caches.open('worker-pages')).keys()).map(({ url }) => new URL(url).pathname)
      return paths.filter((path) => path.startsWith('/upload-task-photo/')).length
    })
    expect(phone.network.bytes).toBeLessThan((200 + 5 * tasks) * 1024)
    await phone.cut()
    await startAndCount(task)
    await openPhotoPage(task)
    await takePhoto(first)
    await first.getByRole('button', { name: 'Send this photo' }).click()
    await expect(first.getByText('It is sent as soon as there is a network')).toBeVisible()
    await first.reload()
    await expect(first.getByRole('heading', { name: `Photo of: ${task.name}` })).toBeVisible()
    await expect(first.getByRole('listitem').filter({ hasText: task.name })).toHaveCount(3)
    await expectAccessible(first, 'three steps wait')
    await expectNoSidewaysScroll(first)
    expect(await stateOf(page, task)).toBe('pending')
    await phone.close()

    const later = await phone.open()
    await later.goto(`${HOME}?tab=active`)
    await expect(later.getByText('No network. Your work is saved on this phone.')).toBeVisible()
    await expect(
      later.getByText(/^Still to be sent: started 1 · count \+11 · photos 1 \(\d+ KB\)$/),
    ).toBeVisible()
    await expect(panelOf(later, task.name)).toContainText('11 done. 29 left.')
    expect(await countOf(page, task)).toBe(0)

    await phone.restore()
    await expect.poll(() => stateOf(page, task)).toBe('pending_review')
    expect(await countOf(page, task)).toBe(11)
    await expect(later.getByText('Still to be sent')).toHaveCount(0)
  })
})

test('the queue is sent only for its owner after she signed in again, and another worker’s screens are deleted', async ({
  page,
}) => {
  const made = await newTask(page, 40)
  const withdrawn = await newTask(page, 40)
  await withPhone(async (phone) => {
    const hers = await firstVisit(phone, made)
    await keptOn(hers, photoPath(withdrawn))
    await phone.cut()
    await startAndCount({ panel: panelOf(hers, made.name) })
    await panelOf(hers, withdrawn.name).getByRole('button', { name: 'Start work' }).click()
    await expect(hers.getByText('Still to be sent: started 2 · count +11')).toBeVisible()
    await hers.getByRole('button', { name: 'Sign Out' }).click()
    await expect(hers.getByRole('alert')).toContainText('Your count is not sent yet.')
    await hers.getByRole('button', { name: 'Sign out anyway' }).click()
    await expect(hers.getByRole('heading', { name: 'No network' }).first()).toBeVisible()
    // An admin withdraws the other task meanwhile; her session ends with the next request.
    await hers.context().clearCookies({ name: 'worker-language' })
    expect((await asAdmin('DELETE', `/work-logs/${withdrawn.id}`)).status).toBe(200)
    await phone.restore()
    await hers.goto(HOME)
    await expect(hers.getByRole('heading', { name: 'अपना काम देखने के लिए साइन इन करें' })).toBeVisible()
    await expect(hers.getByText('भेजना बाकी: 4। फ़ोन में सेव है।')).toBeVisible()

    await openSession(hers.context(), 'admin@demo.test')
    await hers.goto(HOME)
    await expect(hers.getByRole('heading', { level: 1, name: /^Namaste/ })).toBeVisible()
    // Only scripts delete what the phone keeps.
    await alive(hers)
    await hers.evaluate(() => dispatchEvent(new Event('online')))
    await expect(hers.getByText(made.name)).toHaveCount(0)
    await hers.getByRole('button', { name: 'Sign Out' }).click()
    await expect(hers).toHaveURL('/')
    expect(await stateOf(page, made)).toBe('pending')

    // Opened from the icon signed out and offline: a message without personal data.
    await phone.cut()
    await hers.goto(HOME)
    await expect(hers.getByRole('heading', { name: 'No network' })).toBeVisible()
    await expect(hers.getByRole('heading', { name: 'नेटवर्क नहीं है' })).toBeVisible()
    await expect(hers.getByText('Still to be sent: 4. Safe on this phone.')).toBeVisible()
    await expectAccessible(hers, 'no network')
    await phone.restore()

    await openSession(hers.context(), 'worker@demo.test')
    await hers.goto(`${HOME}?tab=active`)
    await expect.poll(() => countOf(page, made)).toBe(11)
    const refused = hers.getByRole('alert').filter({ hasText: withdrawn.name })
    await expect(refused).toContainText('This work has been taken back. You don’t need to do anything.')
    await hers.getByRole('button', { name: 'OK' }).click()
    await expect(hers.getByText(withdrawn.name)).toHaveCount(0)
    await expect(hers.getByText('Still to be sent')).toHaveCount(0)
  })
})

test('after a new version an open page keeps working, also offline, and the queue is kept', async ({
  page,
}) => {
  const made = await newTask(page, 40)
  await withPhone(async (phone) => {
    const open = await firstVisit(phone, made)
    const task = { ...made, panel: panelOf(open, made.name) }
    await phone.cut()
    await startAndCount(task)
    await phone.restore()
    await expect.poll(() => countOf(page, task)).toBe(11)

    // The next version of the service worker; the server no longer has the chunks that this page has not loaded yet.
    const script = await (await page.request.get('/worker-sw.js')).text()
    const version = /worker-files-[^;]*?([0-9a-f]{12})/.exec(script)?.[1] ?? ''
    expect(version).toMatch(/^\w{12}$/)
    phone.network.instead.set('/worker-sw.js', script.replaceAll(version, 'abcdefabcdef'))
    for (const [, chunk] of script.matchAll(/["'`](\/assets\/photo-[\w-]+\.js)["'`]/g))
      if (chunk) phone.network.instead.set(chunk, null)
    // Requested repeatedly: a browser may postpone an update, and its promise then stays open.
    const caught = () =>
      open.evaluate(async () => {
        for (const registration of await navigator.serviceWorker.getRegistrations())
          registration.update().catch(() => {})
        return caches.keys()
      })
    await expect.poll(caught).toContain('worker-files-abcdefabcdef')
    const renewed = () =>
      open.evaluate(async (path) => {
        const kept = await (await caches.open('worker-pages')).match(path)
        return kept?.headers.get('x-kept-tag')
      }, photoPath(task))
    await expect.poll(renewed).toMatch(/^abcdefabcdef /)

    await phone.cut()
    await openPhotoPage(task)
    await takePhoto(open, 900)
    await open.getByRole('button', { name: 'Send this photo' }).click()
    await expect(open.getByText('It is sent as soon as there is a network')).toBeVisible()
    await open.goto(HOME)
    await expect(open.getByText(/^Still to be sent: photos 1/)).toBeVisible()
    await phone.restore()
    await expect.poll(() => stateOf(page, task)).toBe('pending_review')
  })
})

test('offline, a form that cannot be queued says so and keeps what was typed', async ({ page }) => {
  const made = await newTask(page, 40)
  await withPhone(async (phone) => {
    const hers = await firstVisit(phone, made, '?tab=pay')
    await phone.cut()
    await hers.getByLabel('Phone').fill('9812345670')
    await hers.getByRole('button', { name: 'Save' }).click()
    await expect(hers.getByRole('alert')).toHaveText(
      'This needs a network. Nothing was sent. Please try again when there is one.',
    )
    await expect(hers.getByLabel('Phone')).toHaveValue('9812345670')
    await hers.getByRole('button', { name: 'हिन्दी' }).click()
    await expect(hers.getByRole('alert').first()).toContainText('This needs a network.')
    // A form sent before the scripts loaded gets a page of the shop, not the browser's.
    await hers.locator('form.about-me').evaluate((form: HTMLFormElement) => form.submit())
    await expect(hers.getByRole('heading', { name: 'No network' })).toBeVisible()
    await expect(hers.getByText('This needs a network. Nothing was sent.')).toBeVisible()
    await hers.getByRole('link', { name: 'Try again' }).click()
    await expect(hers.getByLabel('Phone')).toBeVisible()
    // A page that is not stored gets a message.
    await hers.goto('/upload-task-photo/00000000-0000-4000-8000-00000000dead')
    await expect(hers.getByText('This page is not on this phone yet.')).toBeVisible()
    await hers.getByRole('link', { name: 'Try again' }).click()
    await expect(hers.getByRole('heading', { level: 1, name: /^Namaste/ })).toBeVisible()
  })
})

/** The sessions of this cookie that the server still knows, asked from elsewhere. */
async function isAlive(cookie: string): Promise<boolean> {
  const answer = await fetch(`${shopOrigin()}/api/auth/get-session`, { headers: { cookie } })
  return (await answer.json()) !== null
}

test('without a network she signs out at once: her screens and cart go, and her session ends with the next request', async ({
  page,
}) => {
  const made = await newTask(page, 40)
  await withPhone(async (phone) => {
    const first = await firstVisit(phone, made)
    const context = first.context()
    await expect(panelOf(first, made.name)).toBeVisible()
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    await context.addCookies([{ name: 'cart', value: '1*2', url: shopOrigin() }])
    await phone.cut()
    await first.getByRole('button', { name: 'Sign Out' }).tap()
    await expect(first.getByRole('heading', { name: 'No network' }).first()).toBeVisible()
    expect(await first.evaluate(() => caches.has('worker-pages'))).toBe(false)
    const left = (await context.cookies()).map(({ name }) => name)
    expect(left).toContain('left')
    for (const name of ['cart', 'account', 'worker_screens']) expect(left).not.toContain(name)
    for (const path of [HOME, photoPath(made)]) {
      await first.goto(path).catch(() => {})
      await expect(first.getByText(made.name)).toHaveCount(0)
    }
    expect(await isAlive(cookie)).toBe(true)
    await phone.restore()
    await first.goto('/')
    await expect.poll(() => isAlive(cookie)).toBe(false)
    const now = (await context.cookies()).map(({ name }) => name)
    for (const name of ['left', 'better-auth.session_token']) expect(now).not.toContain(name)
    await first.goto(HOME)
    await expect(first.getByText(made.name)).toHaveCount(0)
  })
})

test('in the shop, too: without a network the page goes, and the next one is a visitor’s', async () => {
  await withPhone(async (phone) => {
    const page = await phone.open()
    await openSession(page.context(), 'customer@demo.test')
    await page.goto('/profile')
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    await alive(page)
    await phone.cut()
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).first().tap()
    await expect(page.getByRole('main')).toHaveCount(0)
    expect(await isAlive(cookie)).toBe(true)
    await phone.restore()
    await page.goto('/profile')
    expect(await isAlive(cookie)).toBe(false)
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('customer@demo.test')).toHaveCount(0)
  })
})

test('a sign-out whose own request is lost ends her session with the next one', async ({ page }) => {
  const made = await newTask(page, 40)
  await withPhone(async (phone) => {
    const first = await firstVisit(phone, made)
    const context = first.context()
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    await context.route('**/auth/signout*', (route) => route.abort())
    await first.getByRole('button', { name: 'Sign Out' }).tap()
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('left')
    const second = await context.newPage()
    await second.goto(HOME)
    await expect(second.getByText(made.name)).toHaveCount(0)
    expect(await isAlive(cookie)).toBe(false)
  })
})
