/** The worker's screens on a phone. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { insertPhoneSession } from '#shop/programme/sign-in.sql.ts'
import type { Phone } from '#tests/e2e/phone-network.ts'
import { newTask, newWorker, photoFile, stateOf, type Task, type Worker } from '#tests/e2e/programme.ts'
import { expect } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

export const HOME = '/shg-worker-dashboard'
export const photoPath = ({ id }: Pick<Task, 'id'>) => `/upload-task-photo/${id}`

export function panelOf(page: Page, { name }: Pick<Task, 'name'>): Locator {
  return page.getByRole('listitem').filter({ hasText: name }).first()
}

/** A new worker's task that this page shows among the active ones. */
export async function openNewTask(page: Page, fields: object = {}): Promise<Task> {
  const task = await newTask(await newWorker(), fields)
  await openSession(page.context(), task.worker.email)
  await page.goto(`${HOME}?tab=active`)
  return task
}

export async function start(page: Page, task: Task): Promise<void> {
  await panelOf(page, task).getByRole('button', { name: 'Start work' }).click()
  // The phone shows it as started immediately, the server a moment later.
  await expect.poll(() => stateOf(task)).toBe('in_progress')
}

/** Opens the photo page of this task from the active tasks. */
export async function openPhotoPage(page: Page, task: Task): Promise<void> {
  await panelOf(page, task).getByRole('link', { name: 'Send photo' }).click()
  await expect(page.getByRole('heading', { name: `Photo of: ${task.name}` })).toBeVisible()
}

/** Takes a unique photo, which is shown before it is sent. */
export async function takePhoto(page: Page, pixels = 900): Promise<void> {
  await cameraOf(page).setInputFiles(await photoFile(pixels))
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
}

/** The input that opens the camera: 'Take photo', later 'Take again'. */
export function cameraOf(page: Page): Locator {
  return page.locator('input[type=file][capture=environment]')
}

/** Waits until the phone has stored this screen for use without a network. */
export async function expectStored(page: Page, path: string): Promise<void> {
  // Opening the cache would create it.
  const isStored = async (wanted: string) =>
    (await caches.match(wanted, { cacheName: 'worker-pages' })) !== undefined
  await expect.poll(() => page.evaluate(isStored, path)).toBe(true)
}

/** Signs the worker in as with a PIN, on an own phone or a shared one. */
export async function signInWithPin(
  context: BrowserContext,
  { id }: Worker,
  isShared: boolean,
): Promise<void> {
  const token = randomUUID()
  await insertPhoneSession(shopDatabase(), { userId: id, token, isShared, now: new Date() })
  await context.addCookies([{ url: shopOrigin(), name: 'worker_session', value: token, httpOnly: true }])
}

/** A worker's first visit: the dashboard is opened once, and the screens are stored. */
export async function firstVisit(phone: Phone, task: Task, tab = '?tab=active'): Promise<Page> {
  const page = await phone.open()
  await openSession(page.context(), task.worker.email)
  await page.goto(HOME + tab)
  await expectStored(page, photoPath(task))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page
}

export async function startAndCount(page: Page, task: Task): Promise<void> {
  const panel = panelOf(page, task)
  await panel.getByRole('button', { name: 'Start work' }).click()
  await expect(panel).toContainText('0 done. 40 left.')
  await panel.getByRole('button', { name: 'Ten more' }).click()
  await panel.getByRole('button', { name: 'One more done' }).click()
  await expect(panel).toContainText('11 done. 29 left.')
}

export const newLongTask = async () => newTask(await newWorker(), { quantity: 40 })

/** Tells the service worker of this scope that the network is back, as the browser does when no page is open. */
export async function dispatchSync(page: Page, scope: string, isDone: () => Promise<boolean>): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === scope)
      if (own) resolve(own.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  const event = { origin: shopOrigin(), registrationId, tag: 'send-waiting', lastChance: false }
  await expect
    .poll(async () => {
      await browser.send('ServiceWorker.dispatchSyncEvent', event)
      return isDone()
    })
    .toBe(true)
}
/** Gives the browser a voice for each of these tags, as phones have them; `window.spoken` records what is read. */
export async function giveVoices(page: Page, tags: string[]): Promise<void> {
  await page.addInitScript((given: string[]) => {
    const voices = given.map((lang) => ({ lang, name: lang }) as SpeechSynthesisVoice)
    const spoken: [string, string][] = []
    const utterances: SpeechSynthesisUtterance[] = []
    class Utterance extends EventTarget {
      lang = ''
      voice: SpeechSynthesisVoice | null = null
      rate = 1
      text: string
      constructor(text: string) {
        super()
        this.text = text
      }
    }
    const speechSynthesis = {
      getVoices: () => voices,
      addEventListener: () => {},
      removeEventListener: () => {},
      cancel: () => {
        for (const utterance of utterances.splice(0)) utterance.dispatchEvent(new Event('error'))
      },
      speak: (utterance: SpeechSynthesisUtterance) => {
        utterances.push(utterance)
        spoken.push([utterance.lang, utterance.text])
      },
    }
    for (const [name, value] of Object.entries({
      speechSynthesis,
      SpeechSynthesisUtterance: Utterance,
      spoken,
    }))
      Object.defineProperty(window, name, { value, configurable: true })
  }, tags)
}

/** The utterances read aloud on this page, each with its language. */
export function spokenOn(page: Page): Promise<[string, string][]> {
  return page.evaluate(() => (window as unknown as { spoken: [string, string][] }).spoken)
}
