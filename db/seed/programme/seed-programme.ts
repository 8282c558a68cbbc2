import { makeUser } from '#db/factories/user.ts'
import {
  SEED_GROUPS,
  SEED_TEMPLATES,
  SEED_WORK,
  SEED_WORKERS,
  type SeedWork,
} from '#db/seed/programme/work.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { addDays, dayOf, startOf } from '#shop/kernel/day.ts'
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'
import { rupees } from '#shop/kernel/money.ts'
import type { Result } from '#shop/kernel/result.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { createTasks } from '#shop/programme/give-tasks.ts'
import { workerInput } from '#shop/programme/input.ts'
import { createGroup, setCoordinator } from '#shop/programme/manage-groups.ts'
import { countProgress, startTask } from '#shop/programme/own-task.ts'
import { findPayout } from '#shop/programme/pay.read.ts'
import { confirmReceipt, makePayout, recordPayments } from '#shop/programme/pay-workers.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { approveTask, rejectTask, setProductBatch } from '#shop/programme/review-task.ts'
import { saveTemplate } from '#shop/programme/task-templates.ts'
import { templateInput } from '#shop/programme/template-fields.ts'

const BACKGROUNDS = ['#cdb894', '#b9a27c', '#d8c7a6', '#a98f6b']

const PACKS = ['#b5532d', '#c98a1b', '#6b7f3a', '#7a3b4e', '#3f6d6a']

const COLUMNS = 6

type Base = Omit<Ctx, 'actor'>

/** Creates groups, workers, tasks in every state with photos, and payouts through the use cases. */
export async function seedProgramme(base: Base, admin: Person): Promise<void> {
  const quiet = { ...base, jobs: { ...base.jobs, send: async () => {} } }
  const enrolledAt = new Date(base.now.getTime() - 90 * DAY_MS)
  const workers = await seedWorkers({ ...quiet, now: enrolledAt, actor: admin })
  const paid = SEED_WORK.filter(({ upTo }) => upTo === 'paid')
  for (const template of SEED_TEMPLATES) {
    const details = { ...templateInput.parse(template), templateId: null, seenAt: null }
    must(await saveTemplate({ ...quiet, now: enrolledAt, actor: admin }, details))
  }
  // A payout pays all approved tasks, so each payout is made before the next work is approved.
  for (const [number, work] of [...paid, ...SEED_WORK.filter((work) => !paid.includes(work))].entries()) {
    const worker = workers[work.worker]
    if (!worker) continue
    await seedTask(quiet, admin, worker, work, number)
    const next = paid[number + 1]
    const isLast = number < paid.length && (!next || work.daysAgo - next.daysAgo > 7)
    if (isLast) await seedPayout(quiet, admin, workers, work.daysAgo - 4)
  }
}

async function seedWorkers(ctx: Ctx): Promise<Person[]> {
  const groups: string[] = []
  for (const group of SEED_GROUPS) groups.push(must(await createGroup(ctx, group)).groupId)
  const coordinator = await makeUser(ctx.db, { email: 'coordinator@demo.test' }, ctx.now)
  must(await setCoordinator(ctx, { userId: coordinator.id, groupIds: groups.slice(0, 1) }))
  const workers: Person[] = []
  for (const { email, fullName, group, phone, upiId } of SEED_WORKERS) {
    const person = await makeUser(ctx.db, { email, fullName, isWorker: true }, ctx.now)
    const place = SEED_GROUPS[group].place
    const details = { groupId: groups[group] ?? null, place, phone, upiId, madeByConsent: true }
    must(await enrolWorker(ctx, { ...workerInput.parse({ language: 'en' }), ...details, userId: person.id }))
    workers.push({ ...person, isWorker: true })
  }
  return workers
}

async function seedTask(
  base: Base,
  admin: Person,
  worker: Person,
  work: SeedWork,
  number: number,
): Promise<void> {
  // In the morning in India, so that start and photo are on the same day, whenever the demonstration is seeded.
  const morning = startOf(addDays(dayOf(base.now), -work.daysAgo)).getTime() + 8 * HOUR_MS
  // The photo follows after nine hours and the decision after a day; both must be in the past.
  const assignedAt = work.daysAgo >= 2 ? morning : base.now.getTime() - work.daysAgo * DAY_MS
  const ctxAt = (actor: Person, hours: number): Ctx => ({
    ...base,
    actor,
    now: new Date(assignedAt + hours * HOUR_MS),
  })
  const isUnderWay = ['pending', 'in_progress', 'returned'].includes(work.upTo)
  const deadline = isUnderWay ? base.now.getTime() + 2 * DAY_MS : assignedAt + 3 * DAY_MS
  const {
    taskName,
    taskNameHi,
    taskDescription,
    taskDescriptionHi,
    taskType,
    quantity,
    unit,
    expectedMinutes,
  } = work
  const created = must(
    await createTasks(ctxAt(admin, 0), {
      taskName,
      taskNameHi,
      taskDescription,
      taskDescriptionHi,
      taskType,
      quantity,
      unit,
      expectedMinutes,
      paymentAmount: rupees(work.payment),
      completionDeadline: new Date(deadline),
      productId: work.product ?? null,
      userIds: [worker.id],
    }),
  )
  const workLogId = created.ids[0] ?? ''
  if (work.upTo === 'pending') return
  must(await startTask(ctxAt(worker, 2), { workLogId }))
  if (work.progress) must(await countProgress(ctxAt(worker, 5), { workLogId, count: work.progress }))
  if (work.upTo === 'in_progress') return
  must(await countProgress(ctxAt(worker, 8), { workLogId, count: quantity }))
  must(await submitPhoto(ctxAt(worker, 9), { workLogId, bytes: await samplePhoto(number) }))
  if (work.upTo === 'pending_review') return
  if (work.upTo === 'returned') {
    return void must(await rejectTask(ctxAt(admin, 26), { workLogId, preset: 'photo_unclear', reason: '' }))
  }
  must(await approveTask(ctxAt(admin, 26), { workLogId, rating: work.rating ?? 5 }))
  if (work.product && work.batch) {
    must(
      await setProductBatch(ctxAt(admin, 27), { workLogId, productId: work.product, batchCode: work.batch }),
    )
  }
}

async function seedPayout(
  base: Base,
  admin: Person,
  workers: readonly Person[],
  daysAgo: number,
): Promise<void> {
  const now = new Date(base.now.getTime() - daysAgo * DAY_MS)
  const payout = must(await makePayout({ ...base, actor: admin, now }))
  const lines = (await findPayout(base.db, payout.payoutId))?.lines ?? []
  const payments = lines.map(({ id }, at) => ({ lineId: id, reference: `DEMO${payout.number}${at + 1}00` }))
  must(await recordPayments({ ...base, actor: admin, now }, { payments }))
  for (const { id, userId } of lines) {
    const worker = workers.find((candidate) => candidate.id === userId)
    if (worker) must(await confirmReceipt({ ...base, actor: worker, now }, { lineId: id }))
  }
}

/** Returns the value of a use case. Throws if it was refused. */
function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`the demonstration programme was refused: ${result.reason}`)
  return result.value
}

/**
 * Draws packets on a table, as the photo of a finished task. The number decides background, colour, count and
 * positions.
 */
async function samplePhoto(number: number): Promise<Buffer> {
  const count = 9 + ((number * 7) % 16)
  const pack = PACKS[number % PACKS.length]
  const packets = Array.from({ length: count }, (_, at) => {
    const jitter = (seed: number) => ((at * 37 + number * 53 + seed * 17) % 23) - 11
    const x = 60 + (at % COLUMNS) * 118 + jitter(1)
    const y = 70 + Math.floor(at / COLUMNS) * 130 + jitter(2)
    return `<g transform="translate(${x} ${y}) rotate(${jitter(3)})">
      <rect x="5" y="7" width="84" height="108" rx="4" fill="#00000040"/>
      <rect width="84" height="108" rx="4" fill="${pack}"/>
      <rect x="10" y="${22 + (number % 5) * 6}" width="64" height="34" fill="#f4ead6"/>
    </g>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
    <rect width="800" height="600" fill="${BACKGROUNDS[number % BACKGROUNDS.length]}"/>
    <rect y="${480 + (number % 4) * 20}" width="800" height="140" fill="#00000022"/>
    ${packets.join('')}</svg>`
  // Imported here because only the first start draws photos.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
}
