import { describe, expect, it } from 'vitest'
import { newsText } from '#app/programme/words/news-text.server.ts'
import { makeCoordinator, makeTask, makeWorker } from '#db/factories/task.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'
import { err } from '#shop/kernel/result.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { assignTask, withdrawTask } from '#shop/programme/give-tasks.ts'
import { countToTell, listTold, listToTell, waysToTellWithdrawal } from '#shop/programme/news.read.ts'
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
const { asAdmin, group, sendPhoto, submitted } = await story(shop)

let made = 0

/** A worker of a new group, and its coordinator. */
async function pair(details: Partial<Parameters<typeof makeWorker>[1]> = {}) {
  const groupId = await group()
  const phone = `98${String(10_000_000 + ++made)}`
  const worker = await makeWorker(asAdmin, { groupId, phone, language: 'en', ...details })
  return { worker, groupId, coordinator: await makeCoordinator(asAdmin, [groupId]) }
}

const page = { offset: 0, limit: 20 }
async function waiting(coordinator: Person, now = NOW) {
  const { workers } = await listToTell(db, { scope: coordinator.coordinates, ...page, now })
  return workers.flatMap(({ news }) => news)
}
const kindsFor = async (coordinator: Person, now = NOW) =>
  (await waiting(coordinator, now)).map(({ kind }) => kind)

describe('messages to workers', () => {
  it('are not on the list for a number that was moved to her row, and those of others are', async () => {
    const { worker, coordinator, groupId } = await pair()
    const other = await makeWorker(asAdmin, { groupId, phone: '9700000099' })
    for (const each of [worker, other]) await makeTask(asAdmin, each)
    const plain = db.withoutPlugins()
    const from = plain
      .selectFrom('workers')
      .select('phone')
      .where('user_id' as 'userId', '=', other.id)
    await plain
      .updateTable('workers')
      .set({ phone: from })
      .where('user_id' as 'userId', '=', worker.id)
      .execute()
    const { workers } = await listToTell(db, { scope: coordinator.coordinates, ...page, now: NOW })
    expect(workers.map(({ userId }) => userId)).toEqual([other.id])
  })

  it('tell of a new task, of work to do again, of a payment and of tomorrow’s deadline, each while it is so', async () => {
    const { worker, coordinator } = await pair()
    const workLogId = await makeTask(asAdmin, worker)
    expect(await kindsFor(coordinator)).toEqual(['new_task'])
    must(await startTask(ctx(worker), { workLogId }))
    expect(await kindsFor(coordinator)).toEqual([])

    await sendPhoto(worker, workLogId)
    const later = new Date(NOW.getTime() + HOUR_MS)
    const reason = { preset: null, reason: 'The labels are upside down.' } as const
    must(await rejectTask(ctx(coordinator, { now: later }), { workLogId, ...reason }))
    expect(await waiting(coordinator, later)).toMatchObject([
      { kind: 'do_again', task: { rejectionReason: 'The labels are upside down.' } },
    ])
    await sendPhoto(worker, workLogId, later)
    expect(await kindsFor(coordinator, later)).toEqual([])
    // Another rejection gets a message again; the first is over.
    const evening = new Date(later.getTime() + HOUR_MS)
    must(await rejectTask(ctx(coordinator, { now: evening }), { workLogId, ...reason }))
    expect(await kindsFor(coordinator, evening)).toEqual(['do_again'])

    await sendPhoto(worker, workLogId, evening)
    must(await approveTask(asAdmin, { workLogId, rating: 5 }))
    must(await payTask(asAdmin, { workLogId, reference: 'UTR-123456' }))
    expect(await waiting(coordinator)).toMatchObject([
      { kind: 'paid', payment: { amount: 40_000, reference: 'UTR-123456' } },
    ])
  })

  it('are dropped when the task is withdrawn, or goes to another worker', async () => {
    const { worker, coordinator, groupId } = await pair()
    const [first, second] = [await makeTask(asAdmin, worker), await makeTask(asAdmin, worker)]
    must(await withdrawTask(asAdmin, { workLogId: first }))
    const other = await makeWorker(asAdmin, { groupId, phone: '9811111111' })
    must(await assignTask(asAdmin, { workLogId: second, userId: other.id }))
    const { workers } = await listToTell(db, { scope: coordinator.coordinates, ...page, now: NOW })
    expect(workers.map(({ userId }) => userId)).toEqual([other.id])
    // Back again: the message exists already and is not sent yet.
    must(await assignTask(asAdmin, { workLogId: second, userId: worker.id }))
    const again = await listToTell(db, { scope: coordinator.coordinates, ...page, now: NOW })
    expect(again.workers.map(({ userId, news }) => [userId, news.length])).toEqual([[worker.id, 1]])
  })

  it('tell of a withdrawal only where she was told of the task', async () => {
    const { worker, coordinator } = await pair()
    const [heard, unheard] = [await makeTask(asAdmin, worker), await makeTask(asAdmin, worker)]
    const [first] = await waiting(coordinator)
    const message = first?.kind === 'new_task' ? first : null
    must(await markNewsSent(ctx(coordinator), { userId: worker.id, newsIds: [message?.id ?? ''] }))
    const { workLogId } = await rowOf(db, 'workerNews', { id: message?.id ?? '' })
    expect([heard, unheard]).toContain(workLogId)
    const other = workLogId === heard ? unheard : heard
    expect(await waysToTellWithdrawal(db, workLogId ?? '')).toEqual({ byEmail: true, byMessage: true })
    expect(await waysToTellWithdrawal(db, other)).toEqual({ byEmail: true, byMessage: false })
    for (const id of [heard, unheard]) must(await withdrawTask(ctx(coordinator), { workLogId: id }))
    expect(await kindsFor(coordinator)).toEqual(['withdrawn'])
    must(await chooseNews(ctx(worker), ['new_task']))
    expect(await kindsFor(coordinator)).toEqual([])
    expect(await waysToTellWithdrawal(db, workLogId ?? '')).toEqual({ byEmail: false, byMessage: false })
  })

  it('tell once of each deadline tomorrow in India, however many processes look', async () => {
    const { worker, coordinator } = await pair()
    must(await chooseNews(ctx(worker), ['due_tomorrow']))
    // 2:30 in the afternoon of the 21st in India: tomorrow ends 33.5 hours later.
    const at = (hours: number) => ({ completionDeadline: new Date(NOW.getTime() + hours * HOUR_MS) })
    await makeTask(asAdmin, worker, at(9))
    const first = await makeTask(asAdmin, worker, at(10))
    const last = await makeTask(asAdmin, worker, at(33))
    await makeTask(asAdmin, worker, at(34))
    await submitted(worker, at(20))
    const counts = await Promise.all(Array.from({ length: 6 }, () => announceDeadlines(ctx())))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
    const rows = db.selectFrom('workerNews').select('workLogId').where('kind', '=', 'due_tomorrow')
    expect((await rows.execute()).map(({ workLogId }) => workLogId).toSorted()).toEqual(
      [first, last].toSorted(),
    )
    expect(await kindsFor(coordinator)).toEqual(['due_tomorrow', 'due_tomorrow'])
    // After the deadline there is nothing left to remind of.
    expect(await kindsFor(coordinator, new Date(NOW.getTime() + 11 * HOUR_MS))).toEqual(['due_tomorrow'])
  })

  it('are only of the kinds that she wants, and of the last 14 days', async () => {
    const { worker, coordinator } = await pair()
    await makeTask(asAdmin, worker, { completionDeadline: new Date(NOW.getTime() + 40 * DAY_MS) })
    must(await chooseNews(ctx(worker), ['paid']))
    expect(await kindsFor(coordinator)).toEqual([])
    must(await chooseNews(ctx(worker), [...NEWS_KINDS]))
    expect(await kindsFor(coordinator, new Date(NOW.getTime() + 13 * DAY_MS))).toEqual(['new_task'])
    expect(await kindsFor(coordinator, new Date(NOW.getTime() + 15 * DAY_MS))).toEqual([])
  })

  it('are in one text in the language that she reads now', async () => {
    const { worker, coordinator } = await pair({ language: 'mr' })
    const task = { taskName: 'Clean millet', quantity: 24, unit: 'boxes' }
    for (let count = 0; count < MAX_PER_TEXT + 2; count += 1) await makeTask(asAdmin, worker, task)
    const read = async () => {
      const { workers } = await listToTell(db, { scope: coordinator.coordinates, ...page, now: NOW })
      const [found] = workers
      return found ? newsText(found, 'https://shop.test').split('\n') : []
    }
    const lines = await read()
    expect(lines).toHaveLength(MAX_PER_TEXT + 3)
    expect(lines[0]).toBe('नमस्कार Sunita ताई,')
    expect(lines[1]).toBe('• नवीन काम: धान्य साफ करणे: 24 डबे, ₹400 मिळतील, 24 नोव्हेंबर पर्यंत')
    expect(lines.at(-2)).toBe('आणखी 2 संदेश: तुमचे काम पाहा.')
    expect(lines.at(-1)).toBe('तुमचे काम पाहा: https://shop.test/shg-worker-dashboard')
    must(await changeOwnProfile(ctx(worker), { language: 'hi' }))
    expect((await read())[1]).toContain('नया काम: अनाज साफ़ करना: 24 डिब्बे')
  })
})

describe('the list of messages to send', () => {
  it('has the workers of her own groups who have a number, and pages', async () => {
    const { worker, coordinator, groupId } = await pair()
    const { worker: stranger, coordinator: another } = await pair()
    const silent = await makeWorker(asAdmin, { groupId, phone: null })
    for (const person of [worker, stranger, silent]) await makeTask(asAdmin, person)
    const scope = coordinator.coordinates
    const list = await listToTell(db, { scope, ...page, now: NOW })
    expect(list).toMatchObject({ total: 1, workers: [{ userId: worker.id, hasEmail: true, more: 0 }] })
    expect(await countToTell(db, another.coordinates, NOW)).toBe(1)
    expect(await countToTell(db, [], NOW)).toBe(0)
    const both = [...scope, ...another.coordinates]
    const second = await listToTell(db, { scope: both, offset: 1, limit: 20, now: NOW })
    expect([second.total, second.workers.length]).toEqual([2, 1])
  })

  it('marks exactly the messages of a text as sent, once, and takes that back', async () => {
    const { worker, coordinator } = await pair()
    const { coordinator: another } = await pair()
    await makeTask(asAdmin, worker)
    const newsIds = (await waiting(coordinator)).map(({ id }) => id)
    // This one came after the page was opened.
    await makeTask(asAdmin, worker)
    const text = { userId: worker.id, newsIds }
    expect(await markNewsSent(ctx(another), text)).toMatchObject(err('news_not_found'))
    const tries = await Promise.all([1, 2, 3].map(() => markNewsSent(ctx(coordinator), text)))
    expect(tries.every(({ ok }) => ok)).toBe(true)
    expect(await waiting(coordinator)).toHaveLength(1)
    const texts = await listTold(db, coordinator.coordinates, NOW)
    expect(texts).toMatchObject([{ fullName: 'Sunita Devi', kinds: ['new_task'], by: 'Meera Naik' }])
    expect(await listTold(db, another.coordinates, NOW)).toEqual([])
    const audit = db.selectFrom('auditLog').select('after').where('entityId', '=', worker.id)
    expect(await audit.where('action', '=', 'tell').execute()).toEqual([
      { after: { messages: ['new_task'] } },
    ])

    const sentId = texts[0]?.sentId ?? ''
    expect(await unmarkNewsSent(ctx(another), sentId)).toMatchObject(err('news_not_found'))
    must(await unmarkNewsSent(ctx(coordinator), sentId))
    expect(await waiting(coordinator)).toHaveLength(2)
    expect(await listTold(db, coordinator.coordinates, NOW)).toEqual([])
  })
})
