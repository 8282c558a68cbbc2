/**
 * Counts and photos reach the server once, although network, page and browser fail at random moments.
 * `CHAOS_ROUNDS=10` sends 100 photos and 300 counts; `CHAOS_SEED` repeats a run.
 */
import type { Page } from '@playwright/test'
import { type Phone, withPhone } from '#tests/e2e/phone-network.ts'
import { newTask, newWorker, type Task, type Worker } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase } from '#tests/e2e/signed-in.ts'
import { HOME, panelOf, photoPath, takePhoto } from '#tests/e2e/worker-phone.ts'

const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1)
const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000)
const PHOTOS = 10
const COUNTS = 30
/** The pieces of each task. */
const PIECES = 30

test.use({ cutsNetwork: true })

/** A generator of numbers from 0 to below 1 that repeats them for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test(`${ROUNDS * PHOTOS} photos and ${ROUNDS * COUNTS} counts arrive once each despite random faults`, async () => {
  test.setTimeout(ROUNDS * 240_000)
  test.info().annotations.push({ type: 'seed', description: String(SEED) })
  const random = randomFrom(SEED)
  await withPhone(async (phone) => {
    const tasks: Task[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      tasks.push(...(await runRound(phone, random)))
    }
    expect(tasks).toHaveLength(ROUNDS * PHOTOS)
  })
})

/** Counts and photographs ten tasks in a random order, and expects each once on the server. Resolves to the tasks. */
async function runRound(phone: Phone, random: () => number): Promise<Task[]> {
  // The count that the phone showed for each task.
  const countsShown = new Map<Task, number>()
  const worker = await newWorker()
  for (let at = 0; at < PHOTOS; at += 1) countsShown.set(await newTask(worker, { quantity: PIECES }), 0)
  const workerPhone = new WorkerPhone(phone, random, worker)
  await workerPhone.begin([...countsShown.keys()])
  const steps = [...countsShown.keys()].flatMap((task) => Array<Task>(COUNTS / PHOTOS).fill(task))
  for (const task of shuffle(steps, random)) {
    await workerPhone.count(task, (countsShown.get(task) ?? 0) + 1)
    countsShown.set(task, (countsShown.get(task) ?? 0) + 1)
  }
  for (const task of shuffle([...countsShown.keys()], random)) await workerPhone.sendPhoto(task)
  await workerPhone.finish()
  // The page stays open until all has arrived, because only its scripts show and send the queue.
  await expectOnce(countsShown)
  await workerPhone.end()
  return [...countsShown.keys()]
}

/** A worker's phone that fails at random before a step. */
class WorkerPhone {
  private page: Page | null = null
  private readonly phone: Phone
  private readonly random: () => number
  private readonly worker: Worker

  constructor(phone: Phone, random: () => number, worker: Worker) {
    this.phone = phone
    this.random = random
    this.worker = worker
  }

  /** Opens the screens once with a network, so that the phone stores the tasks and their photo pages. */
  async begin(tasks: readonly Task[]): Promise<void> {
    await this.phone.restore()
    const page = await this.open()
    await openSession(page.context(), this.worker.email)
    await page.goto(`${HOME}?tab=active`)
    for (const task of tasks) {
      await expect
        .poll(() =>
          page.evaluate(async (path) => {
            const stored = await (await caches.open('worker-pages')).match(path)
            return stored !== undefined && navigator.serviceWorker.controller !== null
          }, photoPath(task)),
        )
        .toBe(true)
      await panelOf(page, task).getByRole('button', { name: 'Start work' }).click()
      await expect(panelOf(page, task)).toContainText(`0 done. ${PIECES} left.`)
    }
  }

  async count(task: Task, done: number): Promise<void> {
    await this.disturb()
    const page = await this.openAt(`${HOME}?tab=active`)
    const panel = panelOf(page, task)
    await panel.getByRole('button', { name: 'One more done' }).click()
    // From here on the phone has stored the count.
    await expect(panel).toContainText(`${done} done. ${PIECES - done} left.`)
  }

  async sendPhoto(task: Task): Promise<void> {
    await this.disturb()
    const page = await this.openAt(photoPath(task))
    await takePhoto(page, 600)
    await page.getByRole('button', { name: /Send this photo|^Yes, all done/ }).click()
    const waits = page.getByText('It is sent as soon as there is a network')
    await expect(waits.or(page.getByText(/^Photo sent/)).first()).toBeVisible()
  }

  /** Restores the network, and waits until an open page has sent the whole queue. */
  async finish(): Promise<void> {
    await this.phone.restore()
    const page = await this.open()
    await page.goto(`${HOME}?tab=active`)
    await expect
      .poll(
        async () => {
          await page.evaluate(() => dispatchEvent(new Event('online')))
          return page.getByText('Still to be sent').count()
        },
        { timeout: 120_000, intervals: [1000] },
      )
      .toBe(0)
  }

  /** Closes the browser: the next round opens the same phone, which only one browser at a time may use. */
  async end(): Promise<void> {
    await this.phone.close()
    this.page = null
  }

  /** Does nothing, cuts or restores the network (also during a request), reloads the page, or ends the browser. */
  private async disturb(): Promise<void> {
    const chance = this.random()
    if (chance < 0.15) await this.phone.cut()
    else if (chance < 0.35) await this.phone.restore()
    else if (chance < 0.45) await this.page?.reload()
    else if (chance < 0.5) {
      await this.phone.close()
      this.page = null
    } else if (chance < 0.6) {
      await this.phone.restore()
      await this.page?.evaluate(() => dispatchEvent(new Event('online')))
      await this.phone.cut()
    }
  }

  private async openAt(path: string): Promise<Page> {
    const page = await this.open()
    const { pathname, search } = new URL(page.url(), 'http://nowhere.test')
    if (pathname + search !== path) await page.goto(path)
    return page
  }

  private async open(): Promise<Page> {
    this.page ??= await this.phone.open()
    return this.page
  }
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

/** The server has each count once and each photo once. */
async function expectOnce(countsShown: ReadonlyMap<Task, number>): Promise<void> {
  const db = shopDatabase()
  for (const [task, done] of countsShown) {
    const log = db.selectFrom('workLogs').select(['state', 'progressCount']).where('id', '=', task.id)
    // The page says that the queue is empty before it has read the phone's storage.
    await expect
      .poll(async () => ({ task: task.name, ...(await log.executeTakeFirstOrThrow()) }), { timeout: 60_000 })
      .toEqual({ task: task.name, state: 'pending_review', progressCount: done })
    const photos = await db.selectFrom('taskPhotos').select('id').where('workLogId', '=', task.id).execute()
    expect(photos, `photos of ${task.name}`).toHaveLength(1)
  }
}
