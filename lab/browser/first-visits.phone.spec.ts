/** A first visit to a screen of workers and coordinators loads at most 150 KB (152 with photos) in every language. */
import type { BrowserContext, Page } from '@playwright/test'
import { LANGUAGES } from '#shop/programme/worker.ts'
import {
  newCoordinator,
  newGroup,
  newSubmittedTask,
  newTask,
  newWorker,
  startAndSendPhoto,
} from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, sessionCookie, shopOrigin } from '#tests/e2e/signed-in.ts'
import { newCard } from '#tests/e2e/worker-card.ts'
import { HOME, photoPath } from '#tests/e2e/worker-phone.ts'
import { noisyPhoto } from '#tests/pictures.ts'

const MAX_BYTES = 150 * 1024
const MAX_BYTES_WITH_PHOTOS = 152 * 1024

/** Counts the bytes that a page receives over the network. */
async function countBytes(phone: Page): Promise<() => number> {
  const cdp = await phone.context().newCDPSession(phone)
  await cdp.send('Network.enable')
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return () => bytes
}

/** Opens the page on a phone with an empty cache. `showMore` may load more, and all bytes count. */
async function expectSmall(
  context: BrowserContext,
  path: string,
  showMore: (phone: Page) => Promise<void> = async () => {},
  maxBytes = MAX_BYTES,
): Promise<void> {
  const storageState = await context.storageState()
  const viewport = { width: 360, height: 740 }
  const coldContext = await context.browser()?.newContext({ storageState, viewport, baseURL: shopOrigin() })
  if (!coldContext) throw new Error('no browser')
  const phone = await coldContext.newPage()
  const readBytes = await countBytes(phone)
  await phone.goto(path, { waitUntil: 'networkidle' })
  await showMore(phone)
  await phone.waitForLoadState('networkidle')
  // Fewer bytes would mean that they were not counted.
  expect(readBytes(), path).toBeGreaterThan(60_000)
  expect.soft(readBytes(), path).toBeLessThanOrEqual(maxBytes)
  await coldContext.close()
}

/** Rejects the task with a large picture of how it should look. */
async function returnWithPicture(id: string): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ intent: 'reject', id, preset: 'quality', reason: '' }))
    form.set(name, value)
  const picture = new Blob([new Uint8Array(await noisyPhoto(600))], { type: 'image/jpeg' })
  form.set('picture', picture, 'like-this.jpg')
  const headers = { cookie: await sessionCookie({ email: 'admin@demo.test' }), origin: shopOrigin() }
  const path = `${shopOrigin()}/coordinator/decisions`
  expect((await fetch(path, { method: 'POST', headers, body: form })).status).toBe(200)
}

test('a first visit to a worker’s card loads at most 150 KB', async ({ context }) => {
  const { path } = await newCard('Lakshmi Kumari')
  await context.clearCookies()
  await expectSmall(context, path)
})

test('a first visit to a returned task with its picture loads at most 152 KB', async ({ context }) => {
  const worker = await newWorker({ language: 'hi' })
  const task = await newTask(worker)
  await startAndSendPhoto(task)
  await returnWithPicture(task.id)
  await openSession(context, worker.email)
  const showPicture = async (phone: Page) => {
    const picture = phone.locator('.task-example img')
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  await expectSmall(context, HOME, showPicture, MAX_BYTES_WITH_PHOTOS)
})

test('a first visit to ten finished tasks with photos loads at most 150 KB', async ({ context }) => {
  const worker = await newWorker({ language: 'hi' })
  for (let made = 0; made < 10; made += 1) await startAndSendPhoto(await newTask(worker))
  await openSession(context, worker.email)
  await expectSmall(context, `${HOME}?tab=completed`, async (phone) => {
    const opener = phone.getByRole('main').locator('.task-photo summary')
    await expect(opener).toHaveCount(10)
    await opener.last().scrollIntoViewIfNeeded()
  })
})

for (const language of LANGUAGES) {
  test(`a worker's dashboard and photo page in ${language} load at most 150 KB each`, async ({ context }) => {
    const worker = await newWorker({ language })
    const task = await newTask(worker)
    await openSession(context, worker.email)
    for (const path of [HOME, photoPath(task)]) await expectSmall(context, path)
  })

  test(`a coordinator's pages in ${language} load at most 150 KB each, photos 152 KB`, async ({
    context,
  }) => {
    const group = await newGroup()
    for (const _ of [1, 2]) await newSubmittedTask(group)
    await openSession(context, await newCoordinator(group))
    await context.addCookies([{ name: 'worker-language', value: language, url: shopOrigin() }])
    const below = ['', '/workers', '/workers/list', '/give', '/repeat']
    const groups = below.map((path) => `/groups/${group.id}${path}`)
    for (const path of ['', ...groups, '/messages', '/questions', '/templates', '/templates/new'])
      await expectSmall(context, `/coordinator${path}`)
    await expectSmall(context, '/coordinator/photos', undefined, MAX_BYTES_WITH_PHOTOS)
  })
}
