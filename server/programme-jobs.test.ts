import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { readSettings } from '#infra/config/settings.ts'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import { WORKER_WORDS } from '#infra/email/templates/worker-emails.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { programmeJobs } from '#server/programme-jobs.ts'
import type { Job, ProgrammeMail } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { cardToken } from '#shop/programme/card-link.ts'
import { withdrawTask } from '#shop/programme/give-tasks.ts'
import { listPayments } from '#shop/programme/pay.read.ts'
import { answerPayQuestion, askAboutPay } from '#shop/programme/pay-questions.ts'
import { payTask } from '#shop/programme/pay-workers.ts'
import { joinByCard } from '#shop/programme/pin-sign-in.ts'
import { approveTask, rejectTask } from '#shop/programme/review-task.ts'
import { listCards } from '#shop/programme/sign-in.read.ts'
import { changeOwnUpi, stopUpiChange } from '#shop/programme/upi-changes.ts'
import { issueCard } from '#shop/programme/worker-cards.ts'
import { chooseNews } from '#shop/programme/worker-news.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { asAdmin, makeSubmittedTask: submitTask } = await story(shop)
const mailbox = demoMailbox(db, () => NOW)
const read = readSettings({})
if (!read.ok) throw new Error('the settings of a demonstration')
// Only the dependencies of these jobs, all of them real.
const jobs = programmeJobs({
  db,
  mailer: mailbox,
  settings: read.settings,
  ctxFor: ctx,
} as unknown as Dependencies)
let worker: Person
let hindi: Person

beforeAll(async () => {
  worker = await makeWorker(asAdmin)
  hindi = await makeWorker(asAdmin, { language: 'hi' })
})

/** Runs the job and returns the emails that it sent to an address. */
async function mailsOf(kind: ProgrammeMail, id: string, to: string) {
  const earlierCount = (await mailbox.list(to)).length
  await jobs['programme-mail']({ kind, id }, { id: randomUUID() })
  const mails = await mailbox.list(to)
  return mails.slice(0, mails.length - earlierCount)
}

describe('programme emails', () => {
  it('announce a new task in the worker’s language, or in Hindi if that language has no texts', async () => {
    const [mail] = await mailsOf('task-assigned', await makeTask(asAdmin, worker), worker.email)
    expect(mail?.subject).toBe('A new task for you: Pack ragi mix')
    expect(mail?.text).toContain('100 packets')
    expect(mail?.text).toContain('₹400')
    const [inHindi] = await mailsOf('task-assigned', await makeTask(asAdmin, hindi), hindi.email)
    expect(inHindi?.subject).toBe('आपके लिए नया काम: Pack ragi mix')
    expect(inHindi?.html).toContain('<html lang="hi">')
    const marathi = await makeWorker(asAdmin, { language: 'mr' })
    const [hers] = await mailsOf('task-assigned', await makeTask(asAdmin, marathi), marathi.email)
    expect(hers?.subject).toBe(inHindi?.subject)
    expect(hers?.html).toContain('<html lang="hi">')
  })

  it.each([
    ['2026-11-30T12:30:00Z', 'सोमवार, 30 नवंबर, शाम 6 बजे'],
    ['2026-11-30T18:29:59Z', 'सोमवार, 30 नवंबर, रात 11:59 बजे'],
    ['2026-12-01T03:15:00Z', 'मंगलवार, 1 दिसंबर, सुबह 8:45 बजे'],
    ['2026-12-01T06:30:00Z', 'मंगलवार, 1 दिसंबर, दोपहर 12 बजे'],
  ])('say in Hindi that %s is %s', (time, written) => {
    expect(WORKER_WORDS.hi.dueBy(new Date(time))).toBe(`${written} तक पूरा करें`)
  })

  it('ask the admin to review a photo, with its warnings', async () => {
    const id = await submitTask(worker)
    const [mail] = await mailsOf('task-approval', id, read.settings.adminEmail)
    expect(mail?.subject).toBe('To approve: Pack ragi mix')
    expect(mail?.text).toContain('Finished in less than a quarter of the expected time')
    await approveTask(asAdmin, { workLogId: id, rating: 5 })
    expect(await mailsOf('task-approval', id, read.settings.adminEmail)).toEqual([])
  })

  it('explain in the worker’s language why a task was returned', async () => {
    const id = await submitTask(hindi)
    await rejectTask(asAdmin, { workLogId: id, preset: 'photo_unclear', reason: '' })
    const [mail] = await mailsOf('task-returned', id, hindi.email)
    expect(mail?.text).toContain('फ़ोटो साफ़ नहीं है')
  })

  it('announce a withdrawn task in the worker’s language', async () => {
    const id = await makeTask(asAdmin, hindi)
    expect(await mailsOf('task-withdrawn', id, hindi.email)).toEqual([])
    await withdrawTask(asAdmin, { workLogId: id })
    const [mail] = await mailsOf('task-withdrawn', id, hindi.email)
    expect(mail?.subject).toBe('यह काम अब नहीं करना है: Pack ragi mix')
    // The task is no longer assigned, so its email is dropped.
    expect(await mailsOf('task-assigned', id, hindi.email)).toEqual([])
  })

  it('remind the worker of a deadline only while the task is open', async () => {
    const id = await makeTask(asAdmin, worker)
    expect(await mailsOf('deadline-reminder', id, worker.email)).toHaveLength(1)
    const done = await submitTask(worker)
    expect(await mailsOf('deadline-reminder', done, worker.email)).toEqual([])
  })

  it('announce a payment to the worker', async () => {
    const id = await submitTask(worker)
    await approveTask(asAdmin, { workLogId: id, rating: 5 })
    await payTask(asAdmin, { workLogId: id, reference: 'UPI-99' })
    const lineId = (await listPayments(db, worker.id))[0]?.id ?? ''
    const [mail] = await mailsOf('worker-paid', lineId, worker.email)
    expect(mail?.subject).toBe('₹400 has been paid to you')
    expect(mail?.text).toContain('UPI-99')
  })

  it('are not sent for kinds of messages that the worker switched off', async () => {
    const quiet = await makeWorker(asAdmin)
    await chooseNews(ctx(quiet), ['paid'])
    const id = await makeTask(asAdmin, quiet)
    for (const kind of ['task-assigned', 'deadline-reminder'] as const)
      expect(await mailsOf(kind, id, quiet.email)).toEqual([])
    await withdrawTask(asAdmin, { workLogId: id })
    expect(await mailsOf('task-withdrawn', id, quiet.email)).toEqual([])
    await chooseNews(ctx(quiet), ['withdrawn'])
    expect(await mailsOf('task-withdrawn', id, quiet.email)).toHaveLength(1)
  })

  it('announce a change of the UPI ID, unless it was stopped', async () => {
    const paid = await makeWorker(asAdmin, { upiId: 'old@upi', language: 'hi' })
    const changeUpi = async () => {
      must(await changeOwnUpi(ctx(paid), { upiId: 'new@upi', proof: { by: 'password' } }))
      const changes = db.selectFrom('upiChanges').select('id').where('userId', '=', paid.id)
      return (await changes.where('stoppedAt', 'is', null).executeTakeFirstOrThrow()).id
    }
    const [mail] = await mailsOf('upi-change', await changeUpi(), paid.email)
    expect(mail?.subject).toBe('आपके पैसों की UPI आईडी बदली जा रही है')
    for (const upiId of ['old@upi', 'new@upi']) expect(mail?.text).toContain(upiId)
    must(await stopUpiChange(ctx(paid), paid.id))
    const id = await changeUpi()
    must(await stopUpiChange(ctx(paid), paid.id))
    expect(await mailsOf('upi-change', id, paid.email)).toEqual([])
  })

  it('announce to a worker with an email address that a card was used, and who issued it', async () => {
    const mailed = await makeWorker(asAdmin, { language: 'hi', phone: '9876501234' })
    const { batchId } = must(await issueCard(asAdmin, mailed.id))
    const id = (await listCards(db, batchId, { scope: null, now: NOW }))[0]?.id ?? ''
    expect(await mailsOf('card-used', id, mailed.email)).toEqual([])
    const jobsSent: Job[] = []
    const visitor = ctx()
    const jobsOf = { ...visitor.jobs, send: async (_: unknown, job: Job) => void jobsSent.push(job) }
    const join = { token: cardToken(visitor.cardKeys, id), pin: '483920', isShared: false }
    must(await joinByCard({ ...visitor, jobs: jobsOf }, join))
    expect(jobsSent).toEqual([{ queue: 'programme-mail', data: { kind: 'card-used', id } }])
    const [mail] = await mailsOf('card-used', id, mailed.email)
    expect(mail?.subject).toBe('आपके खाते के लिए कार्ड इस्तेमाल हुआ')
    const maker = asAdmin.actor.kind === 'person' ? asAdmin.actor.fullName : ''
    expect(mail?.text).toContain(maker)
  })

  it('show questions and answers as plain text', async () => {
    const { questionId: id } = must(
      await askAboutPay(ctx(worker), { payoutLineId: null, question: 'Why <b>so</b> late?' }),
    )
    const [question] = await mailsOf('pay-question', id, read.settings.adminEmail)
    expect(question?.html).toContain('Why &lt;b&gt;so&lt;/b&gt; late?')
    await answerPayQuestion(asAdmin, { questionId: id, answer: 'On Friday.' })
    const [answer] = await mailsOf('pay-answer', id, worker.email)
    expect(answer?.text).toContain('On Friday.')
  })

  it.each([
    'task-assigned',
    'task-approval',
    'worker-paid',
    'pay-answer',
    'upi-change',
    'card-used',
  ] as const)('are not sent about a missing row: %s', async (kind) => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await mailsOf(kind, nobody, worker.email)).toEqual([])
  })
})

describe('the jobs about messages to workers', () => {
  it('insert messages about tomorrow’s deadlines', async () => {
    const deadline = { completionDeadline: new Date(NOW.getTime() + 20 * HOUR_MS) }
    const workLogId = await makeTask(asAdmin, worker, deadline)
    await jobs['worker-deadlines']()
    const news = db.selectFrom('workerNews').select('kind').where('workLogId', '=', workLogId)
    expect((await news.execute()).map(({ kind }) => kind).toSorted()).toEqual(['due_tomorrow', 'new_task'])
  })
})
