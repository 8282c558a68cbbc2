import { describe, expect, it } from 'vitest'
import { newsText } from '#app/programme/words/news-text.server.ts'
import { makeCoordinator, makeTask, makeWorker } from '#db/factories/task.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'
import { err } from '#shop/kernel/result.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { listMembers } from '#shop/programme/coordinator.read.ts'
import { assignTask, withdrawTask } from '#shop/programme/give-tasks.ts'
import {
  countNewsRecipients,
  listNewsToSend,
  listOwnNews,
  listSentTexts,
  withdrawalChannels,
} from '#shop/programme/news.read.ts'
import { MAX_PER_TEXT, NEWS_KINDS } from '#shop/programme/news.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { payTask } from '#shop/programme/pay-workers.ts'
import { approveTask, rejectTask } from '#shop/programme/review-task.ts'
import { announceDeadlines, chooseNews, markNewsSent, unmarkNewsSent } from '#shop/programme/worker-news.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { rowOf } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 8 })
const { db, ctx } = shop
const { admin, asAdmin, makeGroup, sendPhoto, makeSubmittedTask } = await story(shop)

let workerCount = 0

/** Makes a worker of a new group and its coordinator. */
async function makePair(details: Partial<Parameters<typeof makeWorker>[1]> = {}) {
  const groupId = await makeGroup()
  const phone = `98${String(10_000_000 + ++workerCount)}`
  const worker = await makeWorker(asAdmin, { groupId, phone, language: 'en', ...details })
  return { worker, groupId, coordinator: await makeCoordinator(asAdmin, [groupId]) }
}

const page = { offset: 0, limit: 20 }
const later = new Date(NOW.getTime() + HOUR_MS)
async function listNews(coordinator: Person, now = NOW) {
  const { workers } = await listNewsToSend(db, { scope: coordinator.coordinates, ...page, now })
  return workers.flatMap(({ news }) => news)
}
const kindsFor = async (coordinator: Person, now = NOW) =>
  (await listNews(coordinator, now)).map(({ kind }) => kind)

describe('messages to workers', () => {
  it('are left out for a worker whose phone number was copied from another row', async () => {
    const { worker, coordinator, groupId } = await makePair()
    const other = await makeWorker(asAdmin, { groupId, phone: '9700000099' })
    for (const person of [worker, other]) await makeTask(asAdmin, person)
    const plain = db.withoutPlugins()
    const otherPhone = plain
      .selectFrom('workers')
      .select('phone')
      .where('user_id' as 'userId', '=', other.id)
    await plain
      .updateTable('workers')
      .set({ phone: otherPhone })
      .where('user_id' as 'userId', '=', worker.id)
      .execute()
    const { workers } = await listNewsToSend(db, { scope: coordinator.coordinates, ...page, now: NOW })
    expect(workers.map(({ userId }) => userId)).toEqual([other.id])
  })

  it('announce a new task, a rejection and a payment while each is still true', async () => {
    const { worker, coordinator } = await makePair()
    const workLogId = await makeTask(asAdmin, worker)
    expect(await kindsFor(coordinator)).toEqual(['new_task'])
    must(await startTask(ctx(worker), { workLogId }))
    expect(await kindsFor(coordinator)).toEqual([])

    await sendPhoto(worker, workLogId)
    const later = new Date(NOW.getTime() + HOUR_MS)
    const reason = { preset: null, reason: 'The labels are upside down.' } as const
    must(await rejectTask(ctx(coordinator, { now: later }), { workLogId, ...reason }))
    expect(await listNews(coordinator, later)).toMatchObject([
      { kind: 'do_again', task: { rejectionReason: 'The labels are upside down.' } },
    ])
    const ownKinds = async () => (await listOwnNews(db, worker.id, later)).map(({ news }) => news.kind)
    expect(await ownKinds()).toEqual(['do_again'])
    await sendPhoto(worker, workLogId, later)
    expect(await kindsFor(coordinator, later)).toEqual([])
    expect(await ownKinds()).toEqual([])
    // The second rejection has its own message; the first message is no longer true.
    const evening = new Date(later.getTime() + HOUR_MS)
    must(await rejectTask(ctx(coordinator, { now: evening }), { workLogId, ...reason }))
    expect(await kindsFor(coordinator, evening)).toEqual(['do_again'])

    await sendPhoto(worker, workLogId, evening)
    must(await approveTask(asAdmin, { workLogId, rating: 5 }))
    must(await payTask(asAdmin, { workLogId, reference: 'UTR-123456' }))
    expect(await listNews(coordinator)).toMatchObject([
      { kind: 'paid', payment: { amount: 40_000, reference: 'UTR-123456' } },
    ])
  })

  it('are no longer listed when the task is withdrawn or assigned to another worker', async () => {
    const { worker, coordinator, groupId } = await makePair()
    const [first, second] = [await makeTask(asAdmin, worker), await makeTask(asAdmin, worker)]
    must(await withdrawTask(asAdmin, { workLogId: first }))
    const other = await makeWorker(asAdmin, { groupId, phone: '9811111111' })
    must(await assignTask(asAdmin, { workLogId: second, userId: other.id }))
    const { workers } = await listNewsToSend(db, { scope: coordinator.coordinates, ...page, now: NOW })
    expect(workers.map(({ userId }) => userId)).toEqual([other.id])
    // The unsent message to the first worker is listed again.
    must(await assignTask(asAdmin, { workLogId: second, userId: worker.id }))
    const listAgain = await listNewsToSend(db, { scope: coordinator.coordinates, ...page, now: NOW })
    expect(listAgain.workers.map(({ userId, news }) => [userId, news.length])).toEqual([[worker.id, 1]])
  })

  it('are listed for their worker, only the latest of each task; the coordinator sees when withdrawn work was started', async () => {
    const { worker, groupId } = await makePair()
    const [first, second] = [await makeTask(asAdmin, worker), await makeTask(asAdmin, worker)]
    must(await withdrawTask(ctx(admin, { now: later }), { workLogId: first }))
    const own = await listOwnNews(db, worker.id, later)
    expect(own.map(({ news }) => news.kind)).toEqual(['withdrawn', 'new_task'])
    // The worker's phone had started both tasks without a network.
    expect(await startTask(ctx(worker, { now: later }), { workLogId: first })).toEqual(err('task_not_found'))
    must(await startTask(ctx(worker, { now: later }), { workLogId: second }))
    const [member] = await listMembers(db, groupId, later)
    expect(member).toMatchObject({ begunTasks: [{ id: first }], tasks: [{ id: second }] })
    // Another worker sees nothing and records nothing.
    const other = await makePair()
    const third = await makeTask(asAdmin, worker)
    must(await withdrawTask(asAdmin, { workLogId: third }))
    await startTask(ctx(other.worker, { now: later }), { workLogId: third })
    expect((await listMembers(db, groupId, later))[0]?.begunTasks).toHaveLength(1)
  })

  it('announce a withdrawal only if a message announced the task', async () => {
    const { worker, coordinator } = await makePair()
    const taskIds = [await makeTask(asAdmin, worker), await makeTask(asAdmin, worker)]
    const [first] = await listNews(coordinator)
    const message = first?.kind === 'new_task' ? first : null
    must(await markNewsSent(ctx(coordinator), { userId: worker.id, newsIds: [message?.id ?? ''] }))
    const { workLogId } = await rowOf(db, 'workerNews', { id: message?.id ?? '' })
    expect(taskIds).toContain(workLogId)
    const other = taskIds.find((id) => id !== workLogId) ?? ''
    expect(await withdrawalChannels(db, workLogId ?? '')).toEqual({ byEmail: true, byMessage: true })
    expect(await withdrawalChannels(db, other)).toEqual({ byEmail: true, byMessage: false })
    for (const id of taskIds) must(await withdrawTask(ctx(coordinator), { workLogId: id }))
    expect(await kindsFor(coordinator)).toEqual(['withdrawn'])
    must(await chooseNews(ctx(worker), ['new_task']))
    expect(await kindsFor(coordinator)).toEqual([])
    expect(await withdrawalChannels(db, workLogId ?? '')).toEqual({ byEmail: false, byMessage: false })
  })

  it('announce each deadline of tomorrow in India once, even with concurrent jobs', async () => {
    const { worker, coordinator } = await makePair()
    must(await chooseNews(ctx(worker), ['due_tomorrow']))
    // 2:30 in the afternoon of the 21st in India: tomorrow ends 33.5 hours later.
    const dueIn = (hours: number) => ({ completionDeadline: new Date(NOW.getTime() + hours * HOUR_MS) })
    await makeTask(asAdmin, worker, dueIn(9))
    const first = await makeTask(asAdmin, worker, dueIn(10))
    const last = await makeTask(asAdmin, worker, dueIn(33))
    await makeTask(asAdmin, worker, dueIn(34))
    await makeSubmittedTask(worker, dueIn(20))
    const counts = await Promise.all(Array.from({ length: 6 }, () => announceDeadlines(ctx())))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
    const rows = db.selectFrom('workerNews').select('workLogId').where('kind', '=', 'due_tomorrow')
    expect((await rows.execute()).map(({ workLogId }) => workLogId).toSorted()).toEqual(
      [first, last].toSorted(),
    )
    expect(await kindsFor(coordinator)).toEqual(['due_tomorrow', 'due_tomorrow'])
    // After the first deadline only the second message is still true.
    expect(await kindsFor(coordinator, new Date(NOW.getTime() + 11 * HOUR_MS))).toEqual(['due_tomorrow'])
  })

  it('are only of the kinds that the worker wants, and of the last 14 days', async () => {
    const { worker, coordinator } = await makePair()
    await makeTask(asAdmin, worker, { completionDeadline: new Date(NOW.getTime() + 40 * DAY_MS) })
    must(await chooseNews(ctx(worker), ['paid']))
    expect(await kindsFor(coordinator)).toEqual([])
    must(await chooseNews(ctx(worker), [...NEWS_KINDS]))
    expect(await kindsFor(coordinator, new Date(NOW.getTime() + 13 * DAY_MS))).toEqual(['new_task'])
    expect(await kindsFor(coordinator, new Date(NOW.getTime() + 15 * DAY_MS))).toEqual([])
  })

  it('are combined in one text in the worker’s current language', async () => {
    const { worker, coordinator } = await makePair({ language: 'mr' })
    const task = { taskName: 'Clean millet', quantity: 24, unit: 'boxes' }
    for (let count = 0; count < MAX_PER_TEXT + 2; count += 1) await makeTask(asAdmin, worker, task)
    const textLines = async () => {
      const { workers } = await listNewsToSend(db, { scope: coordinator.coordinates, ...page, now: NOW })
      const [first] = workers
      return first ? newsText(first, 'https://shop.test').split('\n') : []
    }
    const lines = await textLines()
    expect(lines).toHaveLength(MAX_PER_TEXT + 3)
    expect(lines[0]).toBe('नमस्कार Sunita ताई,')
    expect(lines[1]).toBe('• नवीन काम: धान्य साफ करणे: 24 डबे, ₹400 मिळतील, 24 नोव्हेंबर पर्यंत')
    expect(lines.at(-2)).toBe('आणखी 2 संदेश: तुमचे काम पाहा.')
    expect(lines.at(-1)).toBe('तुमचे काम पाहा: https://shop.test/shg-worker-dashboard')
    must(await changeOwnProfile(ctx(worker), { language: 'hi' }))
    expect((await textLines())[1]).toContain('नया काम: अनाज साफ़ करना: 24 डिब्बे')
  })
})

describe('the list of messages to send', () => {
  it('contains workers of the coordinator’s groups who have a phone number, in pages', async () => {
    const { worker, coordinator, groupId } = await makePair()
    const { worker: stranger, coordinator: another } = await makePair()
    const withoutPhone = await makeWorker(asAdmin, { groupId, phone: null })
    for (const person of [worker, stranger, withoutPhone]) await makeTask(asAdmin, person)
    const scope = coordinator.coordinates
    const list = await listNewsToSend(db, { scope, ...page, now: NOW })
    expect(list).toMatchObject({ total: 1, workers: [{ userId: worker.id, hasEmail: true, more: 0 }] })
    expect(await countNewsRecipients(db, another.coordinates, NOW)).toBe(1)
    expect(await countNewsRecipients(db, [], NOW)).toBe(0)
    const both = [...scope, ...another.coordinates]
    const second = await listNewsToSend(db, { scope: both, offset: 1, limit: 20, now: NOW })
    expect([second.total, second.workers.length]).toEqual([2, 1])
  })

  it('no longer contains the messages that were marked as sent, until that is undone', async () => {
    const { worker, coordinator } = await makePair()
    const { coordinator: another } = await makePair()
    await makeTask(asAdmin, worker)
    const newsIds = (await listNews(coordinator)).map(({ id }) => id)
    // This task is created after the page was opened.
    await makeTask(asAdmin, worker)
    const text = { userId: worker.id, newsIds }
    expect(await markNewsSent(ctx(another), text)).toMatchObject(err('news_not_found'))
    const outcomes = await Promise.all([1, 2, 3].map(() => markNewsSent(ctx(coordinator), text)))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(await listNews(coordinator)).toHaveLength(1)
    const texts = await listSentTexts(db, coordinator.coordinates, NOW)
    expect(texts).toMatchObject([{ fullName: 'Sunita Devi', kinds: ['new_task'], by: 'Meera Naik' }])
    expect(await listSentTexts(db, another.coordinates, NOW)).toEqual([])
    const audit = db.selectFrom('auditLog').select('after').where('entityId', '=', worker.id)
    expect(await audit.where('action', '=', 'tell').execute()).toEqual([
      { after: { messages: ['new_task'] } },
    ])

    const sentId = texts[0]?.sentId ?? ''
    expect(await unmarkNewsSent(ctx(another), sentId)).toMatchObject(err('news_not_found'))
    must(await unmarkNewsSent(ctx(coordinator), sentId))
    expect(await listNews(coordinator)).toHaveLength(2)
    expect(await listSentTexts(db, coordinator.coordinates, NOW)).toEqual([])
  })
})
