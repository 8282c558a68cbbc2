/** Messages to workers: the coordinator's list, with thumbs and without JavaScript, and the phone that shows them. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { makeUser } from '#db/factories/user.ts'
import { workerInput } from '#shop/programme/input.ts'
import { insertPhoneSession } from '#shop/programme/sign-in.sql.ts'
import { saveWorker } from '#shop/programme/workers.sql.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, openSession, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

test.use({ viewport: { width: 360, height: 740 } })

const LIST = '/coordinator/messages'
const SETTINGS = `${HOME}/messages`

let made = 0
const freshNumber = () => `97${String((Date.now() + 7 * ++made) % 100_000_000).padStart(8, '0')}`

/** A worker who reads Hindi, in the group that the demonstration's coordinator has, or in another. */
async function newWorker(isHers = true) {
  const db = shopDatabase()
  const own = await db
    .selectFrom('coordinatorGroups')
    .innerJoin('users', 'users.id', 'userId')
    .select('groupId')
    .where('email', '=', 'coordinator@demo.test')
    .executeTakeFirstOrThrow()
  const groups = db.selectFrom('shgGroups').select('id')
  const group = await groups.where('id', isHers ? '=' : '!=', own.groupId).executeTakeFirstOrThrow()
  const fullName = `Savita ${randomUUID().slice(0, 6)}`
  const { id } = await makeUser(db, { isWorker: true, fullName })
  const phone = freshNumber()
  const details = workerInput.parse({ language: 'hi', phone, groupId: group.id })
  await saveWorker(db, id, details, new Date())
  return { id, fullName, phone }
}

async function giveTask({ id }: { id: string }): Promise<string> {
  const made = await asAdmin('POST', '/work-logs', {
    user_id: id,
    task_name: 'Clean millet',
    task_description: 'Twice.',
    task_type: 'production',
    quantity: 20,
    unit: 'kg',
    payment_amount: 300,
    completion_deadline: `${new Date().getFullYear() + 1}-11-24T18:29:59Z`,
  })
  expect(made.status).toBe(201)
  return (await made.json()).id
}

/** Every link and button of a row is large enough for a thumb. */
async function expectForThumbs(page: Page) {
  for (const target of await page.getByRole('main').locator('.btn:visible').all()) {
    const box = await target.boundingBox()
    expect([await target.textContent(), Math.min(box?.width ?? 0, box?.height ?? 0) >= 44]).toContain(true)
  }
}

test('a coordinator sends each worker of her group one text, marks it as sent and undoes that', async ({
  page,
  context,
}) => {
  const [worker, stranger] = [await newWorker(), await newWorker(false)]
  for (const one of [worker, worker, stranger]) await giveTask(one)
  await openSession(context, 'coordinator@demo.test')
  await page.goto('/coordinator')
  await page.getByRole('link', { name: /Messages: \d+ to send/ }).tap()
  await expect(page.getByRole('heading', { name: 'Messages to send' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(stranger.fullName)
  const row = page.getByRole('listitem').filter({ hasText: worker.fullName })
  const link = await row.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')
  const { host, pathname, searchParams } = new URL(link ?? '')
  expect([host, pathname]).toEqual(['wa.me', `/91${worker.phone}`])
  const text = [
    'नमस्ते Savita जी,',
    '• नया काम: अनाज साफ़ करना: 20 किलो, ₹300 मिलेंगे, 24 नवंबर तक',
    '• नया काम: अनाज साफ़ करना: 20 किलो, ₹300 मिलेंगे, 24 नवंबर तक',
    `अपना काम देखें: ${shopOrigin()}${HOME}`,
  ].join('\n')
  expect(searchParams.get('text')).toBe(text)
  const sms = (await row.getByRole('link', { name: /SMS/ }).getAttribute('href')) ?? ''
  expect(sms).toBe(`sms:+91${worker.phone}?body=${encodeURIComponent(text)}`)
  await expect(row.locator('[lang=hi]')).toHaveText(text)
  await expectForThumbs(page)
  await expectAccessible(page, 'messages to send')
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: 'test-results/messages-to-send.png', fullPage: true })

  await row.getByRole('button', { name: /^Sent/ }).tap()
  await expect(page.getByText('Marked as sent.')).toBeVisible()
  const told = page.getByRole('listitem').filter({ hasText: worker.fullName })
  await expect(told).toContainText(/Sent by .*: new task/)
  await expectAccessible(page, 'messages sent')
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: 'test-results/messages-sent.png', fullPage: true })
  await told.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('These messages wait again.')).toBeVisible()
  await expect(row.getByRole('link', { name: /WhatsApp/ })).toBeVisible()
})

test('the list works without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  })
  const worker = await newWorker()
  await giveTask(worker)
  await openSession(context, 'coordinator@demo.test')
  const page = await context.newPage()
  await page.goto(LIST)
  const row = page.getByRole('listitem').filter({ hasText: worker.fullName })
  await row.getByRole('button', { name: /^Sent/ }).click()
  await expect(page.getByText('Marked as sent.')).toBeVisible()
  await row.getByRole('button', { name: /^Undo/ }).click()
  await expect(row.getByRole('link', { name: /WhatsApp/ })).toBeVisible()
  await context.close()
})

async function signIn(context: BrowserContext, { id: userId }: { id: string }, isShared: boolean) {
  const token = randomUUID()
  await insertPhoneSession(shopDatabase(), { userId, token, isShared, now: new Date() })
  await context.addCookies([{ url: shopOrigin(), name: 'worker_session', value: token, httpOnly: true }])
}

const phonesOf = ({ id }: { id: string }) =>
  shopDatabase().selectFrom('pushSubscriptions').selectAll().where('userId', '=', id).execute()

/** Gives the browser a push service, which a machine without a network cannot reach. Its keys are real. */
async function playPushService(page: Page, endpoint: string) {
  await page.addInitScript((address: string) => {
    const text = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.subscribe = async (options) => {
      if (!options?.userVisibleOnly || (options.applicationServerKey as Uint8Array).length !== 65)
        throw new TypeError('no key')
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ])
      const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey))
      const keys = { p256dh, auth: text(crypto.getRandomValues(new Uint8Array(16)).buffer) }
      return { toJSON: () => ({ endpoint: address, keys }) } as unknown as PushSubscription
    }
  }, endpoint)
}

test('a phone of her own shows the messages after her tap, until she signs out', async ({
  page,
  context,
}) => {
  test.slow()
  const worker = await newWorker()
  await signIn(context, worker, false)
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`
  await playPushService(page, endpoint)
  await page.goto(HOME)
  await page.getByRole('link', { name: 'संदेश' }).tap()
  await expect(page).toHaveURL(SETTINGS)
  await expect(page.getByRole('heading', { name: 'कौन-से संदेश चाहिए?' })).toBeVisible()
  await expectAccessible(page, 'her messages')
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: 'test-results/worker-messages.png', fullPage: true })

  await page.getByLabel('काम कल तक देना है').uncheck()
  await page.getByRole('button', { name: 'सेव करें' }).tap()
  await expect(page.getByText('हो गया', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('काम कल तक देना है')).not.toBeChecked()
  await expect(page.getByLabel('नया काम मिला')).toBeChecked()

  await page.getByRole('button', { name: 'यहाँ संदेश दिखाएँ' }).tap()
  await expect(page.getByText('आपके संदेश इस फ़ोन पर दिखते हैं', { exact: false })).toBeVisible()
  expect(await phonesOf(worker)).toMatchObject([{ endpoint, sessionId: null }])
  await expectAccessible(page, 'her messages on this phone')

  // The push service hands messages to the browser, which gives them to the service worker.
  const note = { title: 'नया काम', body: 'अनाज साफ़ करना', lang: 'hi', url: `${HOME}?tab=active`, tag: 'one' }
  const { title, url, ...others } = note
  const icon = '/icons/icon-192.png'
  expect(await shownFor(context, note)).toEqual([title, { ...others, title, icon, data: url }])
  // An address elsewhere leads to her own screens.
  const [, other] = await shownFor(context, { ...note, url: 'https://elsewhere.example/' })
  expect(other?.data).toBe(HOME)

  await page.getByRole('button', { name: 'बदलें' }).tap()
  await expect(page).toHaveURL('/worker/signin')
  expect(await phonesOf(worker)).toEqual([])
})

type Shown = [title: string, options?: NotificationOptions & { data?: unknown }]

/** What the service worker shows for a message. The packaged browser allows no notifications, so they are only recorded. */
async function shownFor(context: BrowserContext, note: object): Promise<Shown> {
  for (const worker of context.serviceWorkers()) {
    const shown = await worker.evaluate(async (sent) => {
      const scope = self as unknown as ServiceWorkerGlobalScope
      if (!scope.registration.scope.endsWith('/shg-worker-dashboard')) return null
      return new Promise<Shown>((resolve) => {
        scope.registration.showNotification = async (...all) => resolve(all)
        scope.dispatchEvent(new PushEvent('push', { data: JSON.stringify(sent) }))
      })
    }, note)
    if (shown) return shown
  }
  throw new Error('her home has no service worker')
}

test('a shared phone offers none, and chooses the kinds without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  })
  const worker = await newWorker()
  await signIn(context, worker, true)
  const page = await context.newPage()
  await page.goto(SETTINGS)
  await expect(page.getByText('यह फ़ोन और लोग भी चलाते हैं।', { exact: false })).toBeVisible()
  await page.getByLabel('पैसे भेजे गए').uncheck()
  await page.getByRole('button', { name: 'सेव करें' }).click()
  await expect(page.getByText('हो गया', { exact: true })).toBeVisible()
  const off = shopDatabase().selectFrom('workers').select('newsOff').where('userId', '=', worker.id)
  expect(await off.executeTakeFirst()).toEqual({ newsOff: ['paid'] })
  await context.close()
})
