/** Helpers for the worker's screens on a phone. */
import type { Locator, Page } from '@playwright/test'
import type { Phone } from '#tests/e2e/phone-network.ts'
import { newTask, newWorker, photoFile, stateOf, type Task } from '#tests/e2e/programme.ts'
import { expect } from '#tests/e2e/shop-page.ts'
import { openSession, shopOrigin } from '#tests/e2e/signed-in.ts'

export const HOME = '/shg-worker-dashboard'
export const photoPath = ({ id }: Pick<Task, 'id'>) => `/upload-task-photo/${id}`

export function panelOf(page: Page, { name }: Pick<Task, 'name'>): Locator {
  return page.getByRole('listitem').filter({ hasText: name }).first()
}

/** Creates a worker with a task, signs in and opens the active tasks. */
export async function openNewTask(page: Page, fields: object = {}): Promise<Task> {
  const task = await newTask(await newWorker(), fields)
  await openSession(page.context(), task.worker.email)
  await page.goto(`${HOME}?tab=active`)
  return task
}

export async function startTask(page: Page, task: Task): Promise<void> {
  await panelOf(page, task).getByRole('button', { name: 'Start work' }).click()
  // The screen shows the task as started immediately; the server knows a moment later.
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

/** Returns the input that opens the camera ('Take photo', later 'Take again'). */
export function cameraOf(page: Page): Locator {
  return page.locator('input[type=file][capture=environment]')
}

/** Waits until the browser has stored this screen for use without a network. */
export async function waitUntilStored(page: Page, path: string): Promise<void> {
  // `match`, because `open` would create the cache.
  const isStored = async (path: string) =>
    (await caches.match(path, { cacheName: 'worker-pages' })) !== undefined
  await expect.poll(() => page.evaluate(isStored, path)).toBe(true)
}

/** Opens the worker's dashboard for the first time. Resolves when the screens are stored. */
export async function makeFirstVisit(phone: Phone, task: Task, tab = '?tab=active'): Promise<Page> {
  const page = await phone.open()
  await openSession(page.context(), task.worker.email)
  await page.goto(HOME + tab)
  await waitUntilStored(page, photoPath(task))
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
      const registration = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === scope)
      if (registration) resolve(registration.registrationId)
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
