/** Setup of the worker's screens: her session, a task of the test's own, and its pages. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect } from '#tests/e2e/shop-page.ts'
import { asAdmin } from '#tests/e2e/signed-in.ts'
import { phonePhoto } from '#tests/pictures.ts'

export const HOME = '/shg-worker-dashboard'

type WorkLog = {
  id: string
  status: string
  admin_review_status: string | null
  user_id: string
  progress_count: number
}

export type Task = { id: string; name: string; panel: Locator }

/** A new task of the worker, so that tests do not interfere. `panel` is where she sees it. */
export async function newTask(page: Page, quantity = 3): Promise<Task> {
  const name = `Pack ${randomUUID().slice(0, 8)}`
  const logs: WorkLog[] = await (await page.request.get('/api/work-logs')).json()
  const created = await asAdmin('POST', '/work-logs', {
    user_id: logs[0]?.user_id,
    task_name: name,
    task_description: 'Count twice.',
    task_type: 'packing',
    quantity,
    unit: 'boxes',
    payment_amount: 120,
    completion_deadline: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })
  expect(created.status).toBe(201)
  const { id } = await created.json()
  return { id, name, panel: panelOf(page, name) }
}

export function panelOf(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ hasText: name }).first()
}

/** A task that she has started by its button; the page shows her active tasks. */
export async function begunTask(page: Page, quantity = 3): Promise<Task> {
  const task = await newTask(page, quantity)
  await page.goto(`${HOME}?tab=active`)
  await task.panel.getByRole('button', { name: 'Start work' }).click()
  await expect(task.panel).toContainText(`0 done. ${quantity} left.`)
  // The phone shows it as started immediately, the server a moment later.
  await expect.poll(() => stateOf(page, task)).toBe('in_progress')
  return task
}

/** Opens the photo page of this task from the active tasks. */
export async function openPhotoPage({ name, panel }: Task): Promise<void> {
  await panel.getByRole('link', { name: 'Send photo' }).click()
  await expect(panel.page().getByRole('heading', { name: `Photo of: ${name}` })).toBeVisible()
}

/** Takes a unique photo, which is shown before it is sent. */
export async function takePhoto(page: Page, pixels = 1200): Promise<void> {
  await cameraOf(page).setInputFiles(await photoFile(pixels))
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
}

/** The input that opens the camera: 'Take photo', later 'Take again'. */
export function cameraOf(page: Page): Locator {
  return page.locator('input[type=file][capture=environment]')
}

export async function photoFile(pixels: number) {
  const buffer = await phonePhoto(Number.parseInt(randomUUID().slice(0, 7), 16), pixels)
  return { name: 'p.jpg', mimeType: 'image/jpeg', buffer }
}

/** Gives the browser a voice for each of these tags, as phones have them; what is read is kept in `window.spoken`. */
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
        for (const one of utterances.splice(0)) one.dispatchEvent(new Event('error'))
      },
      speak: (one: SpeechSynthesisUtterance) => {
        utterances.push(one)
        spoken.push([one.lang, one.text])
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

/** What was read aloud on this page, with the language of each utterance. */
export function spokenOn(page: Page): Promise<[string, string][]> {
  return page.evaluate(() => (window as unknown as { spoken: [string, string][] }).spoken)
}

/** The task's state, from the API. */
export async function stateOf(page: Page, { id }: Pick<Task, 'id'>): Promise<string> {
  const log = await workLog(page, id)
  return log.admin_review_status ?? log.status
}

export async function countOf(page: Page, { id }: Pick<Task, 'id'>): Promise<number> {
  return (await workLog(page, id)).progress_count
}

async function workLog(page: Page, id: string): Promise<WorkLog> {
  return (await page.request.get(`/api/work-logs/${id}`)).json()
}

/** Counts what a page receives, in bytes, as it comes over the network. */
export async function bytesOf(phone: Page): Promise<() => number> {
  const cdp = await phone.context().newCDPSession(phone)
  await cdp.send('Network.enable')
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return () => bytes
}
