/** Messages to workers: the coordinator's list, and the phone that shows them. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { newCoordinator, newGroup, newTask, newWorker, type Worker } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { HOME, signInWithPin } from '#tests/e2e/worker-phone.ts'

/** A task whose words in Hindi the shop has. */
const giveTask = (worker: Worker) =>
  newTask(worker, {
    task_name: 'Clean millet',
    task_type: 'production',
    quantity: 20,
    unit: 'kg',
    payment_amount: 300,
    completion_deadline: `${new Date().getFullYear() + 1}-11-24T18:29:59Z`,
  })

test('a coordinator sends each worker of the group one text, marks it as sent and undoes that', async ({
  page,
  context,
}) => {
  const [group, other] = [await newGroup(), await newGroup()]
  const worker = await newWorker({ language: 'hi', group })
  const stranger = await newWorker({ language: 'hi', group: other })
  for (const one of [worker, worker, stranger]) await giveTask(one)
  await openSession(context, await newCoordinator(group))
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

  await row.getByRole('button', { name: /^Sent/ }).tap()
  await expect(page.getByText('Marked as sent.')).toBeVisible()
  const sent = page.getByRole('listitem').filter({ hasText: worker.fullName })
  await expect(sent).toContainText(/Sent by .*: new task/)
  await sent.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('These messages wait again.')).toBeVisible()
  await expect(row.getByRole('link', { name: /WhatsApp/ })).toBeVisible()
})

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

test('a worker’s own phone shows the messages after a tap, until the sign-out', async ({ page, context }) => {
  const worker = await newWorker({ language: 'hi' })
  await signInWithPin(context, worker, false)
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`
  await playPushService(page, endpoint)
  await page.goto(HOME)
  await page.getByRole('link', { name: 'संदेश' }).tap()
  await expect(page).toHaveURL(`${HOME}/messages`)
  await expect(page.getByRole('heading', { name: 'कौन-से संदेश चाहिए?' })).toBeVisible()

  await page.getByLabel('काम कल तक देना है').uncheck()
  await page.getByRole('button', { name: 'सेव करें' }).tap()
  await expect(page.getByText('हो गया', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('काम कल तक देना है')).not.toBeChecked()
  await expect(page.getByLabel('नया काम मिला')).toBeChecked()

  await page.getByRole('button', { name: 'यहाँ संदेश दिखाएँ' }).tap()
  await expect(page.getByText('आपके संदेश इस फ़ोन पर दिखते हैं', { exact: false })).toBeVisible()
  expect(await phonesOf(worker)).toMatchObject([{ endpoint, sessionId: null }])

  // The push service hands messages to the browser, which gives them to the service worker.
  const note = { title: 'नया काम', body: 'अनाज साफ़ करना', lang: 'hi', url: `${HOME}?tab=active`, tag: 'one' }
  const { title, url, ...others } = note
  const icon = '/icons/icon-192.png'
  expect(await shownFor(context, note)).toEqual([title, { ...others, title, icon, data: url }])
  // An address elsewhere leads to the worker's screens.
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
  throw new Error('the dashboard has no service worker')
}
