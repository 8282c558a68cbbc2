import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { noteOf, textOf } from '#app/worker/news-text.server.ts'
import { makeCoordinator, makeTask, makeWorker } from '#db/factories/task.ts'
import { webPush } from '#infra/push/web-push.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'
import { err } from '#shop/kernel/result.ts'
import { announceDeadlines } from '#shop/programme/announce-deadlines.ts'
import { approveTask } from '#shop/programme/approve-task.ts'
import { assignTask } from '#shop/programme/assign-task.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { chooseNews, hideOnPhone, showOnPhone } from '#shop/programme/choose-news.ts'
import { markNewsSent, unmarkNewsSent } from '#shop/programme/mark-news.ts'
import { countToTell, listTold, listToTell, waysToTellWithdrawal } from '#shop/programme/news.read.ts'
import { MAX_PER_TEXT, MAX_PUSH_PHONES, NEWS_KINDS } from '#shop/programme/news.ts'
import { payTask } from '#shop/programme/pay-task.ts'
import { signPhoneOut } from '#shop/programme/phone-sessions.ts'
import { pushNews } from '#shop/programme/push-news.ts'
import { rejectTask } from '#shop/programme/reject-task.ts'
import { insertPhoneSession } from '#shop/programme/sign-in.sql.ts'
import { startTask } from '#shop/programme/start-task.ts'
import { withdrawTask } from '#shop/programme/withdraw-task.ts'
import type { PushNote, PushOutcome, PushService } from '#shop/push-service.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { queued } from '#tests/queued.ts'
import { rowOf } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 8 })
const { db, ctx } = shop
const { admin, asAdmin, group, sendPhoto, submitted } = await story(shop)

let made = 0

/** A worker of a group of her own, and its coordinator. */
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
    // Another rejection is told of again; the first is over.
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
    const [one, two] = [await makeTask(asAdmin, worker), await makeTask(asAdmin, worker)]
    must(await withdrawTask(asAdmin, { workLogId: one }))
    const other = await makeWorker(asAdmin, { groupId, phone: '9811111111' })
    must(await assignTask(asAdmin, { workLogId: two, userId: other.id }))
    const { workers } = await listToTell(db, { scope: coordinator.coordinates, ...page, now: NOW })
    expect(workers.map(({ userId }) => userId)).toEqual([other.id])
    // Back again: she was not told yet, and the message exists already.
    must(await assignTask(asAdmin, { workLogId: two, userId: worker.id }))
    const again = await listToTell(db, { scope: coordinator.coordinates, ...page, now: NOW })
    expect(again.workers.map(({ userId, news }) => [userId, news.length])).toEqual([[worker.id, 1]])
  })

  it('tell of a withdrawal only where she was told of the task', async () => {
    const { worker, coordinator } = await pair()
    const [heard, unheard] = [await makeTask(asAdmin, worker), await makeTask(asAdmin, worker)]
    const [first] = await waiting(coordinator)
    const told = first?.kind === 'new_task' ? first : null
    must(await markNewsSent(ctx(coordinator), { userId: worker.id, newsIds: [told?.id ?? ''] }))
    const { workLogId } = await rowOf(db, 'workerNews', { id: told?.id ?? '' })
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
      const [one] = workers
      return one ? textOf(one, 'https://shop.test').split('\n') : []
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
    for (const one of [worker, stranger, silent]) await makeTask(asAdmin, one)
    const scope = coordinator.coordinates
    const list = await listToTell(db, { scope, ...page, now: NOW })
    expect(list).toMatchObject({ total: 1, workers: [{ userId: worker.id, hasEmail: true, more: 0 }] })
    expect(await countToTell(db, another.coordinates, NOW)).toBe(1)
    expect(await countToTell(db, [], NOW)).toBe(0)
    const all = await countToTell(db, null, NOW)
    expect(all).toBeGreaterThan(1)
    const second = await listToTell(db, { scope: null, offset: all - 1, limit: 20, now: NOW })
    expect([second.total, second.workers.length]).toEqual([all, 1])
  })

  it('marks exactly the messages of a text as sent, once, and takes that back', async () => {
    const { worker, coordinator } = await pair()
    const { coordinator: another } = await pair()
    await makeTask(asAdmin, worker)
    const newsIds = (await waiting(coordinator)).map(({ id }) => id)
    // This one came after the page was opened.
    await makeTask(asAdmin, worker)
    const sent = { userId: worker.id, newsIds }
    expect(await markNewsSent(ctx(another), sent)).toMatchObject(err('news_not_found'))
    const tries = await Promise.all([1, 2, 3].map(() => markNewsSent(ctx(coordinator), sent)))
    expect(tries.every(({ ok }) => ok)).toBe(true)
    expect(await waiting(coordinator)).toHaveLength(1)
    const told = await listTold(db, coordinator.coordinates, NOW)
    expect(told).toMatchObject([{ fullName: 'Sunita Devi', kinds: ['new_task'], by: 'Meera Naik' }])
    expect(await listTold(db, another.coordinates, NOW)).toEqual([])
    const audit = db.selectFrom('auditLog').select('after').where('entityId', '=', worker.id)
    expect(await audit.where('action', '=', 'tell').execute()).toEqual([
      { after: { messages: ['new_task'] } },
    ])

    const sentId = told[0]?.sentId ?? ''
    expect(await unmarkNewsSent(ctx(another), sentId)).toMatchObject(err('news_not_found'))
    must(await unmarkNewsSent(ctx(coordinator), sentId))
    expect(await waiting(coordinator)).toHaveLength(2)
    expect(await listTold(db, coordinator.coordinates, NOW)).toEqual([])
  })
})

const CONTACT = 'mailto:help@shop.test'
const KEY = 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo'
const addressOf = (name: string | number) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  p256dh: KEY,
  auth: 'A'.repeat(22),
})

/** A push service that gives these answers, and keeps what it got. */
function playedService(...outcomes: PushOutcome[]) {
  const notes: PushNote[] = []
  const push: PushService = {
    ...ctx().push,
    send: async (_, note) => {
      notes.push(note)
      return outcomes.shift() ?? { kind: 'delivered' }
    },
  }
  return { push, notes }
}

let tokens = 0
async function signedIn(worker: Person, isShared = false) {
  const pinToken = `token ${++tokens}`
  await insertPhoneSession(db, { userId: worker.id, token: pinToken, isShared, now: NOW })
  return { pinToken }
}
const phonesOf = ({ id }: Person) =>
  db.selectFrom('pushSubscriptions').selectAll().where('userId', '=', id).execute()

/** A worker with a phone that shows messages, and a message for it. */
async function withPush() {
  const two = await pair()
  const session = await signedIn(two.worker)
  must(await showOnPhone(ctx(two.worker), { session, address: addressOf(`phone-${++made}`) }))
  const workLogId = await makeTask(asAdmin, two.worker)
  const [phone] = await phonesOf(two.worker)
  const jobs = await queued(db, 'worker-push')
  const job = jobs.find(({ subscriptionId }) => subscriptionId === phone?.id)
  if (!job) throw new Error('no job was queued')
  return { ...two, session, workLogId, job }
}

describe('messages on a phone', () => {
  it('go to it once, though two jobs send them at once, and then wait for no coordinator', async () => {
    const { worker, coordinator, job } = await withPush()
    const { push, notes } = playedService()
    await Promise.all([1, 2, 3, 4].map(() => pushNews(ctx(worker, { push }), job, noteOf)))
    await pushNews(ctx(worker, { push }), job, noteOf)
    expect(notes).toEqual([
      {
        title: 'New task',
        body: 'Pack ragi mix: 100 packets, pays ₹400, until 24 November',
        lang: 'en',
        url: '/shg-worker-dashboard?tab=active',
        tag: job.newsId,
      },
    ])
    expect(await kindsFor(coordinator)).toEqual([])
    expect(await listTold(db, coordinator.coordinates, NOW)).toMatchObject([
      { sentId: null, kinds: ['new_task'] },
    ])
  })

  it('are sent again when the push service took nothing, and not when it may have them', async () => {
    const { coordinator, job } = await withPush()
    const { push, notes } = playedService({ kind: 'refused', problem: 'status 503' }, { kind: 'unknown' })
    await expect(pushNews(ctx(admin, { push }), job, noteOf)).rejects.toThrow('status 503')
    await pushNews(ctx(admin, { push }), job, noteOf)
    await pushNews(ctx(admin, { push }), job, noteOf)
    expect(notes).toHaveLength(2)
    // Nobody knows that she was told, so the coordinator tells her.
    expect(await kindsFor(coordinator)).toEqual(['new_task'])
  })

  it('are not sent once they are untrue, unwanted, sent by the coordinator, or the session has ended', async () => {
    const { push, notes } = playedService()
    const send = ({ job }: Awaited<ReturnType<typeof withPush>>, now = NOW) =>
      pushNews(ctx(admin, { push, now }), job, noteOf)
    const started = await withPush()
    must(await startTask(ctx(started.worker), { workLogId: started.workLogId }))
    await send(started)
    const unwanted = await withPush()
    must(await chooseNews(ctx(unwanted.worker), ['paid']))
    await send(unwanted)
    const sent = await withPush()
    must(await markNewsSent(ctx(sent.coordinator), { userId: sent.worker.id, newsIds: [sent.job.newsId] }))
    await send(sent)
    await send(await withPush(), new Date(NOW.getTime() + 31 * DAY_MS))
    const left = await withPush()
    await signPhoneOut({ db }, left.session.pinToken)
    expect(await phonesOf(left.worker)).toEqual([])
    await send(left)
    const promoted = await withPush()
    await db.updateTable('users').set({ staffRole: 'owner' }).where('id', '=', promoted.worker.id).execute()
    await send(promoted)
    const otherKeys = { ...push, publicKey: 'of another secret' }
    await pushNews(ctx(admin, { push: otherKeys }), (await withPush()).job, noteOf)
    expect(notes).toEqual([])
  })

  it('reach the push service once over HTTP, though two jobs send them at once', async () => {
    const paths: (string | undefined)[] = []
    const service = createServer((request, response) => {
      paths.push(request.url)
      request.resume().on('end', () => response.writeHead(request.url === '/gone' ? 410 : 201).end())
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const push = webPush({ secrets: [SECRET], contact: CONTACT, isService: (url) => url.origin === origin })
    const { worker, coordinator } = await pair()
    for (const name of ['here', 'gone']) {
      const address = { ...addressOf(name), endpoint: `${origin}/${name}` }
      must(await showOnPhone(ctx(worker, { push }), { session: await signedIn(worker), address }))
    }
    await makeTask(asAdmin, worker)
    const own = (await phonesOf(worker)).map(({ id }) => id)
    const jobs = (await queued(db, 'worker-push')).filter(({ subscriptionId }) =>
      own.includes(subscriptionId),
    )
    await Promise.all([...jobs, ...jobs].map((job) => pushNews(ctx(admin, { push }), job, noteOf)))
    service.close()
    expect(paths.toSorted()).toEqual(['/gone', '/here'])
    expect((await phonesOf(worker)).map(({ endpoint }) => endpoint)).toEqual([`${origin}/here`])
    expect(await kindsFor(coordinator)).toEqual([])
  })

  it('end when the browser has no such address any more', async () => {
    const { worker, job } = await withPush()
    await pushNews(ctx(worker, { push: playedService({ kind: 'gone' }).push }), job, noteOf)
    expect(await phonesOf(worker)).toEqual([])
  })

  it('are not shown on a shared phone, and only by known push services', async () => {
    const { worker } = await pair()
    const session = await signedIn(worker)
    const show = (
      address = addressOf('x'),
      as = worker,
      where: Parameters<typeof showOnPhone>[1]['session'] = session,
    ) => showOnPhone(ctx(as), { session: where, address })
    const shared = await signedIn(worker, true)
    expect(await show(addressOf('x'), worker, shared)).toMatchObject(err('shared_phone'))
    const inside = { ...addressOf('x'), endpoint: 'https://169.254.169.254/latest' }
    expect(await show(inside)).toMatchObject(err('push_not_accepted'))
    expect(await show({ ...addressOf('x'), p256dh: `B${'A'.repeat(86)}` })).toMatchObject(
      err('push_not_accepted'),
    )
    // Neither another's session, nor none.
    const { worker: other } = await pair()
    expect(await show(addressOf('x'), other)).toMatchObject(err('signed_out'))
    expect(await show(addressOf('x'), worker, { sessionId: 'none' })).toMatchObject(err('signed_out'))
    expect(await show(addressOf('x'), admin)).toMatchObject(err('worker_not_found'))
    expect(await phonesOf(worker)).toEqual([])
  })

  it('are shown by one address of each session, and by at most five phones; an address is one person’s', async () => {
    const { worker } = await pair()
    const session = await signedIn(worker)
    for (const name of ['a', 'b']) must(await showOnPhone(ctx(worker), { session, address: addressOf(name) }))
    expect((await phonesOf(worker)).map(({ endpoint }) => endpoint)).toEqual([addressOf('b').endpoint])
    const { worker: other } = await pair()
    must(await showOnPhone(ctx(other), { session: await signedIn(other), address: addressOf('b') }))
    expect(await phonesOf(worker)).toEqual([])
    for (let at = 0; at < MAX_PUSH_PHONES + 2; at += 1) {
      const now = new Date(NOW.getTime() + at)
      const address = addressOf(`many-${at}`)
      must(await showOnPhone(ctx(worker, { now }), { session: await signedIn(worker), address }))
    }
    const kept = (await phonesOf(worker)).map(({ endpoint }) => endpoint.split('-').at(-1))
    expect(kept.toSorted()).toEqual(['2', '3', '4', '5', '6'])
    const { worker: third } = await pair()
    const own = await signedIn(third)
    must(await showOnPhone(ctx(third), { session: own, address: addressOf('c') }))
    must(await hideOnPhone(ctx(third), own))
    expect(await phonesOf(third)).toEqual([])
  })
})
