/**
 * Counts and photos reach the server once, although network, page and browser end at random moments.
 * `CHAOS_ROUNDS=10` makes 100 photos and 300 counts; `CHAOS_SEED` repeats a run.
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

test.use({ cutsNetwork: true })

/** Numbers from 0 to under 1 that a seed repeats (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test(`${ROUNDS * PHOTOS} photos and ${ROUNDS * COUNTS} counts with random cuts: none lost, none twice`, async () => {
  test.setTimeout(ROUNDS * 240_000)
  test.info().annotations.push({ type: 'seed', description: String(SEED) })
  const random = randomFrom(SEED)
  await withPhone(async (phone) => {
    const tasks: Task[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      tasks.push(...(await oneRound(phone, random)))
    }
    expect(tasks).toHaveLength(ROUNDS * PHOTOS)
  })
})

/** Ten tasks are counted and proved in a random order, and each arrives once. Resolves to the tasks. */
async function oneRound(phone: Phone, random: () => number): Promise<Task[]> {
  // The count that the phone showed for each.
  const counted = new Map<Task, number>()
  const worker = await newWorker()
  for (let at = 0; at < PHOTOS; at += 1) counted.set(await newTask(worker, { quantity: COUNTS }), 0)
  const phoneOfWorker = new WorkerPhone(phone, random, worker)
  await phoneOfWorker.begin([...counted.keys()])
  const steps = [...counted.keys()].flatMap((task) => Array<Task>(COUNTS / PHOTOS).fill(task))
  for (const task of shuffled(steps, random)) {
    await phoneOfWorker.count(task, (counted.get(task) ?? 0) + 1)
    counted.set(task, (counted.get(task) ?? 0) + 1)
  }
  for (const task of shuffled([...counted.keys()], random)) await phoneOfWorker.sendPhoto(task)
  await phoneOfWorker.finish()
  // The page is open until all has arrived: what waits is shown only once its scripts run.
  await expectOnce(counted)
  await phoneOfWorker.end()
  return [...counted.keys()]
}

/** A worker's phone, on which something ends before or after each step. */
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

  /** Opened once with a network, so that the phone has the tasks and their photo pages. */
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
      await expect(panelOf(page, task)).toContainText(`0 done. ${COUNTS} left.`)
    }
  }

  async count(task: Task, done: number): Promise<void> {
    await this.trouble()
    const page = await this.at(`${HOME}?tab=active`)
    const panel = panelOf(page, task)
    await panel.getByRole('button', { name: 'One more done' }).click()
    // From here on it is on the phone, whatever ends next.
    await expect(panel).toContainText(`${done} done. ${COUNTS - done} left.`)
  }

  async sendPhoto(task: Task): Promise<void> {
    await this.trouble()
    const page = await this.at(photoPath(task))
    await takePhoto(page, 600)
    await page.getByRole('button', { name: 'Send this photo' }).click()
    const waits = page.getByText('It is sent as soon as there is a network')
    await expect(waits.or(page.getByText(/^Photo sent/)).first()).toBeVisible()
  }

  /** With a network again everything is sent from an open page. */
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

  /** The next round opens the same phone, which only one browser at a time may have. */
  async end(): Promise<void> {
    await this.phone.close()
    this.page = null
  }

  /** Nothing, the network goes or comes back (also in the middle of a request), the page or the browser ends. */
  private async trouble(): Promise<void> {
    const what = this.random()
    if (what < 0.15) await this.phone.cut()
    else if (what < 0.35) await this.phone.restore()
    else if (what < 0.45) await this.page?.reload()
    else if (what < 0.5) {
      await this.phone.close()
      this.page = null
    } else if (what < 0.6) {
      await this.phone.restore()
      await this.page?.evaluate(() => dispatchEvent(new Event('online')))
      await this.phone.cut()
    }
  }

  private async at(path: string): Promise<Page> {
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

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** The server has each count once and each photo once. */
async function expectOnce(counted: ReadonlyMap<Task, number>): Promise<void> {
  const db = shopDatabase()
  for (const [task, done] of counted) {
    const log = db.selectFrom('workLogs').select(['state', 'progressCount']).where('id', '=', task.id)
    // The page says that nothing waits before it has looked at the phone.
    await expect
      .poll(async () => ({ task: task.name, ...(await log.executeTakeFirstOrThrow()) }), { timeout: 60_000 })
      .toEqual({ task: task.name, state: 'pending_review', progressCount: done })
    const photos = await db.selectFrom('taskPhotos').select('id').where('workLogId', '=', task.id).execute()
    expect(photos, `photos of ${task.name}`).toHaveLength(1)
  }
}
