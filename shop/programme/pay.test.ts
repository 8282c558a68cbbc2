import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import type { Job } from '#shop/ctx.ts'
import { type Actor, type Person, VISITOR } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { paise, rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import {
  findPayout,
  listOpenQuestions,
  listOwnQuestions,
  listPayments,
  listPayouts,
  payableWorkers,
  payBalance,
  payEntries,
  referenceUses,
  weekPay,
} from '#shop/programme/pay.read.ts'
import { balanceOf, repeatedReferences } from '#shop/programme/pay.ts'
import { answerPayQuestion, askAboutPay } from '#shop/programme/pay-questions.ts'
import {
  approvePayout,
  confirmReceipt,
  makePayout,
  payTask,
  recordPayments,
  releasePayment,
} from '#shop/programme/pay-workers.ts'
import { approveTask } from '#shop/programme/review-task.ts'
import { findTask } from '#shop/programme/tasks.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 12 })
const { db, ctx } = shop
const { admin, asAdmin, payEverything, makeSubmittedTask, ...programme } = await story(shop)

const makeApprovedTask = (worker: Person, amount = 400) =>
  programme.makeApprovedTask(worker, { paymentAmount: rupees(amount) })
const owedTo = async (worker: Person) => (await payBalance(db, worker.id)).owed

// Puts all payable tasks into a payout, so that each test begins without payable tasks.
beforeEach(async () => {
  await makePayout(asAdmin)
})

describe('makePayout and recordPayments', () => {
  it('move approved work from owed to paid, and the worker can confirm the receipt', async () => {
    const sunita = await makeWorker(asAdmin, { upiId: 'sunita@upi' })
    const asha = await makeWorker(asAdmin)
    const tasks = [
      await makeApprovedTask(sunita, 400),
      await makeApprovedTask(sunita, 150.5),
      await makeApprovedTask(asha, 300),
    ]
    expect(await owedTo(sunita)).toBe(rupees(550.5))
    expect(
      (await payableWorkers(db, { payerId: admin.id, now: asAdmin.now })).find(
        ({ userId }) => userId === sunita.id,
      ),
    ).toMatchObject({
      tasks: 2,
      amount: rupees(550.5),
      upiId: 'sunita@upi',
    })
    const { id, lines } = await payEverything()
    expect(await payableWorkers(db, { payerId: admin.id, now: asAdmin.now })).toEqual([])
    const [line] = lines.filter(({ userId }) => userId === sunita.id)
    expect(line).toMatchObject({ amount: rupees(550.5), upiId: 'sunita@upi', state: 'waiting' })
    expect(line?.tasks).toHaveLength(2)
    const lineId = line?.id ?? ''
    expect(await confirmReceipt(ctx(sunita), { lineId })).toEqual(err('payment_not_paid'))
    const outcome = await recordPayments(asAdmin, {
      payments: lines.map((row, at) => ({ lineId: row.id, reference: `UPI00${at}` })),
    })
    expect(outcome).toEqual(ok(null))
    expect([await owedTo(sunita), await owedTo(asha)]).toEqual([0, 0])
    expect((await findTask(db, tasks[0] ?? ''))?.state).toBe('paid')
    expect(await confirmReceipt(ctx(sunita), { lineId })).toEqual(ok(null))
    expect(await releasePayment(asAdmin, { lineId, note: 'x' })).toEqual(err('payment_received'))
    expect(await confirmReceipt(ctx(asha), { lineId })).toEqual(err('payout_line_not_found'))
    expect((await listPayouts(db)).find((payoutRow) => payoutRow.id === id)).toMatchObject({
      workers: 2,
      total: rupees(850.5),
      waiting: 0,
      confirmed: 1,
    })
  })

  it('include each task in one payout, even if several are made concurrently', async () => {
    const workers = [await makeWorker(asAdmin), await makeWorker(asAdmin)] as const
    for (let round = 0; round < 4; round += 1)
      await makeApprovedTask(round % 2 ? workers[0] : workers[1], 100)
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => makePayout(asAdmin)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'nothing_to_pay')).toHaveLength(3)
    const [first] = outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.payoutId : []))
    const lines = (await findPayout(db, first ?? ''))?.lines ?? []
    expect(lines.map(({ amount }) => amount)).toEqual([rupees(200), rupees(200)])
  })

  it('record payments once, even concurrently and in different sequence', async () => {
    const worker = await makeWorker(asAdmin)
    const second = await makeWorker(asAdmin)
    await makeApprovedTask(worker, 200)
    await makeApprovedTask(second, 90)
    const { lines } = await payEverything()
    const payments = lines.map(({ id }) => ({ lineId: id, reference: 'UPI12345' }))
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        recordPayments(asAdmin, {
          payments: at % 2 ? payments : payments.toReversed(),
          repeated: ['UPI12345'],
        }),
      ),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await payBalance(db, worker.id)).toEqual({ earned: 20000, paid: 20000, reversed: 0, owed: 0 })
    expect((await payBalance(db, second.id)).paid).toBe(9000)
  })

  it('record all payments of a form or none', async () => {
    const worker = await makeWorker(asAdmin)
    await makeApprovedTask(worker)
    const { lines } = await payEverything()
    const lineId = lines[0]?.id ?? ''
    const unknownLine = { lineId: '00000000-0000-4000-8000-000000000000', reference: 'UPI9' }
    const refused = await recordPayments(asAdmin, { payments: [{ lineId, reference: 'UPI8' }, unknownLine] })
    expect(refused).toEqual(err('payout_line_not_found'))
    expect(await owedTo(worker)).toBe(rupees(400))
  })
})

describe('weekPay', () => {
  it('returns the pay approved from Monday to Sunday in India, and the pay owed in payouts and outside them', async () => {
    const worker = await makeWorker(asAdmin)
    const approveAt = async (amount: number, time: string) => {
      const workLogId = await makeSubmittedTask(worker, { paymentAmount: rupees(amount) })
      await approveTask(ctx(admin, { now: new Date(time) }), { workLogId, rating: 5 })
    }
    // Times in the last second of Sunday 22 November and the first second of Monday, in India.
    await approveAt(100, '2026-11-22T18:29:59Z')
    await approveAt(250.5, '2026-11-22T18:30:00Z')
    await approveAt(30, '2026-11-29T18:29:59Z')
    await approveAt(7, '2026-11-29T18:30:00Z')
    const payAt = (time: string) => weekPay(db, worker.id, new Date(time))
    expect(await payAt('2026-11-22T18:29:59Z')).toMatchObject({ earnedThisWeek: rupees(100) })
    expect(await payAt('2026-11-25T06:00:00Z')).toEqual({
      week: { from: '2026-11-23', to: '2026-11-29' },
      earnedThisWeek: rupees(280.5),
      notInPayout: rupees(387.5),
      inPayout: 0,
    })
    const { lines } = await payEverything()
    const line = lines.find(({ userId }) => userId === worker.id)
    await approveAt(11, '2026-11-25T06:00:00Z')
    const pay = await payAt('2026-11-25T06:00:00Z')
    expect(pay).toMatchObject({ notInPayout: rupees(11), inPayout: rupees(387.5) })
    expect(pay.notInPayout + pay.inPayout).toBe(await owedTo(worker))
    await recordPayments(asAdmin, { payments: [{ lineId: line?.id ?? '', reference: 'UTR-WEEK' }] })
    expect(await payAt('2026-11-25T06:00:00Z')).toMatchObject({ inPayout: 0, earnedThisWeek: rupees(291.5) })
  })
})

describe('a reference of another payment', () => {
  const makeLines = async (count: number) => {
    for (let at = 0; at < count; at += 1)
      await makeApprovedTask(await makeWorker(asAdmin, { user: { fullName: 'Rekha' } }))
    return (await payEverything()).lines.map(({ id }) => id)
  }

  it('is refused in any notation unless the admin confirms it; referenceUses names its payment and payout', async () => {
    const [first = '', second = ''] = await makeLines(2)
    await recordPayments(asAdmin, { payments: [{ lineId: first, reference: 'utr-2026/77' }] })
    const payments = [{ lineId: second, reference: 'UTR202677' }]
    expect(await recordPayments(asAdmin, { payments })).toEqual(err('reference_used'))
    expect(await referenceUses(db, ['UTR202677', 'UTR-OTHER'])).toMatchObject([
      { reference: 'utr-2026/77', workerName: 'Rekha', amount: rupees(400) },
    ])
    expect((await recordPayments(asAdmin, { payments, repeated: ['utr_2026_77'] })).ok).toBe(true)
    const [use] = await referenceUses(db, ['utr202677'])
    expect(use?.payoutNumber).toBeGreaterThan(0)
  })

  it('is refused within one form and when entered concurrently', async () => {
    const [first = '', second = ''] = await makeLines(2)
    const [payment, other] = [first, second].map((lineId) => ({ lineId, reference: 'UTR-88' }))
    if (!payment || !other) throw new Error('no lines')
    const sameForm = await recordPayments(asAdmin, { payments: [payment, { ...other, reference: 'utr88' }] })
    expect(sameForm).toEqual(err('reference_used'))
    const outcomes = await Promise.all(
      [payment, other].map((line) => recordPayments(asAdmin, { payments: [line] })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(repeatedReferences(['A-1', 'b2', 'a1', 'B2', 'c'])).toEqual(['A-1', 'b2'])
  })
})

describe('releasePayment', () => {
  it('drops an unpaid payment, whose tasks go into the next payout', async () => {
    const worker = await makeWorker(asAdmin)
    await makeApprovedTask(worker)
    const first = await payEverything()
    const lineId = first.lines[0]?.id ?? ''
    expect(await releasePayment(asAdmin, { lineId, note: 'No UPI ID' })).toEqual(ok('dropped'))
    expect(await releasePayment(asAdmin, { lineId, note: 'Again' })).toEqual(err('payout_line_closed'))
    expect(await owedTo(worker)).toBe(rupees(400))
    expect((await payEverything()).lines[0]).toMatchObject({ userId: worker.id, amount: rupees(400) })
  })

  it('reverses a returned payment, which is owed again and paid by the next payout', async () => {
    const worker = await makeWorker(asAdmin)
    const workLogId = await makeApprovedTask(worker)
    const lineId = (await payEverything()).lines[0]?.id ?? ''
    await recordPayments(asAdmin, { payments: [{ lineId, reference: 'UPI777' }] })
    await releasePayment(asAdmin, { lineId, note: 'The account is closed' })
    expect(await payBalance(db, worker.id)).toEqual({
      earned: 40000,
      paid: 40000,
      reversed: 40000,
      owed: 40000,
    })
    expect((await findTask(db, workLogId))?.state).toBe('approved')
    expect((await listPayments(db, worker.id))[0]?.state).toBe('returned')
    expect((await listPayouts(db))[0]).toMatchObject({ workers: 0, total: 0, waiting: 0 })
    const nextLineId = (await payEverything()).lines[0]?.id ?? ''
    await recordPayments(asAdmin, { payments: [{ lineId: nextLineId, reference: 'UPI778' }] })
    expect(await owedTo(worker)).toBe(0)
  })
})

describe('a payout above the two-person limit', () => {
  const above = (ctxOf: typeof asAdmin, payoutsAbove = rupees(300)) => ({
    ...ctxOf,
    config: { ...ctxOf.config, secondPerson: { refundsAbove: null, payoutsAbove } },
  })

  const setStaffRole = (id: string, staffRole: 'manager' | 'packer' | null) =>
    db.updateTable('users').set({ staffRole }).where('id', '=', id).execute()
  const personOf = ({ actor }: typeof asAdmin) => (actor.kind === 'visitor' ? '' : actor.id)

  it('can be paid only while the approval of a second person is valid', async () => {
    const worker = await makeWorker(asAdmin)
    await makeApprovedTask(worker)
    const maker = above(asAdmin)
    const { payoutId } = must(await makePayout(maker))
    const other = above(ctx(await makeUser(db, { staffRole: 'manager' })))
    const lineId = (await findPayout(db, payoutId))?.lines[0]?.id ?? ''
    const transfers = { payments: [{ lineId, reference: 'UPI4711' }] }
    for (const person of [maker, other])
      expect(await recordPayments(person, transfers)).toEqual(err('payout_not_approved'))
    expect(await approvePayout(maker, payoutId)).toEqual(err('own_payout'))
    const outcomes = await Promise.all([approvePayout(other, payoutId), approvePayout(other, payoutId)])
    expect(outcomes).toEqual([
      { ok: true, value: 'approved' },
      { ok: true, value: 'approved' },
    ])
    // An approval is not valid while the approver's role excludes payouts.
    await setStaffRole(personOf(other), 'packer')
    expect(await recordPayments(maker, transfers)).toEqual(err('payout_not_approved'))
    await setStaffRole(personOf(other), 'manager')
    expect(await recordPayments(maker, transfers)).toEqual(ok(null))
  })

  it('is taken over by a second person and approved by a third person when its maker has left', async () => {
    const worker = await makeWorker(asAdmin)
    await makeApprovedTask(worker)
    const maker = await makeUser(db, { staffRole: 'manager' })
    const { payoutId } = must(await makePayout(above(ctx(maker))))
    const [first, second] = [above(asAdmin), above(ctx(await makeUser(db, { staffRole: 'manager' })))]
    await setStaffRole(maker.id, null)
    expect(await approvePayout(first, payoutId)).toEqual({ ok: true, value: 'taken over' })
    const lineId = (await findPayout(db, payoutId))?.lines[0]?.id ?? ''
    const transfers = { payments: [{ lineId, reference: 'UPI4713' }] }
    expect(await recordPayments(first, transfers)).toEqual(err('payout_not_approved'))
    expect(await approvePayout(first, payoutId)).toEqual(err('own_payout'))
    expect(await approvePayout(second, payoutId)).toEqual({ ok: true, value: 'approved' })
    expect(await recordPayments(first, transfers)).toEqual(ok(null))
  })

  it('cannot be avoided by paying a task separately', async () => {
    const worker = await makeWorker(asAdmin)
    const workLogId = await makeApprovedTask(worker)
    const payer = ctx(await makeUser(db, { staffRole: 'manager' }))
    const payment = { workLogId, reference: 'UPI4712' }
    expect(await payTask(above(payer), payment)).toEqual(err('payout_not_approved'))
    expect(await payTask(above(payer, rupees(400)), payment)).toEqual(ok(null))
  })
})

describe('a payer without the approval of a second person', () => {
  const withLimit = (who: Actor, later = 0) => {
    const base = ctx(who, { now: new Date(asAdmin.now.getTime() + later) })
    const secondPerson = { refundsAbove: null, payoutsAbove: rupees(1000) }
    return { ...base, config: { ...base.config, secondPerson } }
  }
  const NEEDED = err('payout_not_approved')

  it('can pay at most the limit in seven days, counted per payer and per worker, including separate payments', async () => {
    const [payer, other] = await Promise.all([1, 2].map(() => makeUser(db, { staffRole: 'manager' })))
    if (!payer || !other) throw new Error('no managers')
    const [worker, second] = [await makeWorker(asAdmin), await makeWorker(asAdmin)]
    const paySeparately = async (actor: Actor, payee: Person, amount: number, later = 0) =>
      payTask(withLimit(actor, later), {
        workLogId: await makeApprovedTask(payee, amount),
        reference: 'CASH-1',
        isRepeated: true,
      })
    expect(await paySeparately(payer, worker, 600)).toMatchObject({ ok: true })
    expect(await paySeparately(payer, second, 500)).toEqual(NEEDED)
    expect(await paySeparately(other, worker, 500)).toEqual(NEEDED)
    const week = 7 * 86_400_000
    expect(await paySeparately(payer, worker, 1000, week)).toMatchObject({ ok: true })
    const { payoutId: id } = must(await makePayout(withLimit(payer, week)))
    const lines = (await findPayout(db, id))?.lines ?? []
    const payments = lines.map((line, at) => ({ lineId: line.id, reference: `WEEK-${at}` }))
    expect(await recordPayments(withLimit(payer, week), { payments })).toEqual(NEEDED)
    expect(await approvePayout(withLimit(other), id)).toMatchObject({ ok: true })
    expect(await recordPayments(withLimit(payer, week), { payments })).toMatchObject({ ok: true })
  })

  it('can neither pay their own work nor approve a payout that includes it', async () => {
    const self = { ...(await makeWorker(asAdmin)), staffRole: 'manager' as const }
    await db.updateTable('users').set({ staffRole: 'manager' }).where('id', '=', self.id).execute()
    const workLogId = await makeApprovedTask(self)
    expect(await payTask(ctx(self), { workLogId, reference: 'OWN-1' })).toEqual(err('own_pay'))
    expect(await makePayout(ctx(self))).toEqual(err('nothing_to_pay'))
    const { id, lines } = await payEverything()
    const payments = lines.map((line) => ({ lineId: line.id, reference: 'OWN-2' }))
    const refusal = err('own_pay')
    const withLowLimit = {
      ...withLimit(self),
      config: { ...ctx().config, secondPerson: { refundsAbove: null, payoutsAbove: paise(1) } },
    }
    expect(await approvePayout(withLowLimit, id)).toEqual(refusal)
    expect(await recordPayments(ctx(self), { payments })).toEqual(refusal)
    expect(await recordPayments(asAdmin, { payments })).toMatchObject({ ok: true })
  })
})

describe('payTask', () => {
  it('pays a task once, even if a payout is made concurrently', async () => {
    const worker = await makeWorker(asAdmin)
    const workLogId = await makeApprovedTask(worker)
    const pay = () => payTask(asAdmin, { workLogId, reference: 'CASH-17' })
    const outcomes = await Promise.all([pay(), makePayout(asAdmin), pay(), pay(), makePayout(asAdmin)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await pay()).toEqual(err('already_in_payout'))
    const { earned, paid } = await payBalance(db, worker.id)
    expect(earned - paid).toBe(outcomes[1]?.ok || outcomes[4]?.ok ? 40000 : 0)
  })
})

describe('the pay ledger', () => {
  it('refuses changed amounts and deleted entries', async () => {
    const worker = await makeWorker(asAdmin)
    await makeApprovedTask(worker)
    await expect(db.updateTable('payEntries').set({ amount: 1 }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('payEntries').execute()).rejects.toThrow('append-only')
    expect(await owedTo(worker)).toBe(rupees(400))
  })

  it('balances after any actions: owed is earned less paid plus reversed, and never negative', async () => {
    const step = fc.constantFrom('approve', 'payout', 'pay', 'drop', 'return', 'pay-task')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const worker = await makeWorker(asAdmin)
        let tasks: string[] = []
        for (const [at, name] of steps.entries()) {
          const lines = await listPayments(db, worker.id)
          const lineIn = (state: string) => lines.find((line) => line.state === state)?.id ?? ''
          if (name === 'approve') tasks = [...tasks, await makeApprovedTask(worker, 10 + at)]
          if (name === 'payout') await makePayout(asAdmin)
          if (name === 'pay')
            await recordPayments(asAdmin, {
              payments: [{ lineId: lineIn('waiting'), reference: 'UPI1' }],
              repeated: ['UPI1'],
            })
          if (name === 'drop') await releasePayment(asAdmin, { lineId: lineIn('waiting'), note: 'x' })
          if (name === 'return') await releasePayment(asAdmin, { lineId: lineIn('paid'), note: 'x' })
          if (name === 'pay-task')
            await payTask(asAdmin, { workLogId: tasks.at(-1) ?? '', reference: 'UPI2' })
          const balance = await payBalance(db, worker.id)
          const entries = await payEntries(db, worker.id, new Date(0), new Date('2100-01-01'))
          expect(balanceOf(entries)).toEqual(balance)
          expect(balance.owed).toBe(balance.earned - balance.paid + balance.reversed)
          expect(balance.owed).toBeGreaterThanOrEqual(0)
          expect(balance.paid - balance.reversed).toBeLessThanOrEqual(balance.earned)
          // The amount owed equals the approved work that is not paid.
          const states = await Promise.all(tasks.map((id) => findTask(db, id)))
          const open = states
            .filter((task) => task?.state === 'approved')
            .map((task) => task?.paymentAmount ?? 0)
          expect(balance.owed).toBe(open.reduce<number>((sum, amount) => sum + amount, 0))
        }
      }),
      { numRuns: 3 },
    )
  })
})

describe('a question about pay', () => {
  /** Returns the id of the worker's line of a new payout. */
  const makePaymentOf = async (worker: Person) => {
    await makeApprovedTask(worker)
    return (await payEverything()).lines.find(({ userId }) => userId === worker.id)?.id ?? ''
  }

  it('is listed until it gets one of two concurrent answers', async () => {
    const worker = await makeWorker(asAdmin)
    const { questionId } = must(
      await askAboutPay(ctx(worker), { payoutLineId: null, question: 'When is it paid?' }),
    )
    expect((await listOpenQuestions(db)).map(({ id }) => id)).toContain(questionId)
    const outcomes = await Promise.all(
      ['On Friday.', 'Soon.'].map((answer) => answerPayQuestion(asAdmin, { questionId, answer })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await listOwnQuestions(db, worker.id))[0]?.answer).toMatch(/On Friday|Soon/)
    expect((await listOpenQuestions(db)).map(({ id }) => id)).not.toContain(questionId)
  })

  it('is stored and announced once a day for each text and payment, also if sent concurrently', async () => {
    const worker = await makeWorker(asAdmin)
    const payoutLineId = await makePaymentOf(worker)
    const announced: Job[] = []
    const send = async (_: unknown, job: Job) => void announced.push(job)
    const askQuestion = async (question: string, line: string | null = null, now = NOW) => {
      const by = ctx(worker, { now, jobs: { ...asAdmin.jobs, send } })
      return must(await askAboutPay(by, { payoutLineId: line, question })).questionId
    }
    const ids = await Promise.all(['When?', 'When?', 'Why?'].map((question) => askQuestion(question)))
    expect(ids[0]).toBe(ids[1])
    for (const _ of [1, 2]) ids.push(await askQuestion('When?', payoutLineId))
    ids.push(await askQuestion('When?', null, new Date(NOW.getTime() + DAY_MS - 1)))
    expect(ids.at(-1)).toBe(ids[0])
    ids.push(await askQuestion('When?', null, new Date(NOW.getTime() + DAY_MS)))
    const stored = (await listOwnQuestions(db, worker.id)).map(({ id }) => id)
    expect(stored).toHaveLength(4)
    expect([...new Set(ids)].toSorted()).toEqual(stored.toSorted())
    const announcedIds = announced.map(({ data }) => 'id' in data && data.id)
    expect(announcedIds.toSorted()).toEqual(stored.toSorted())
  })

  it('from a phone’s queue is stored once, even days later', async () => {
    const worker = await makeWorker(asAdmin)
    const question = { id: randomUUID(), payoutLineId: null, question: 'When is the next work?' }
    for (const days of [0, 3])
      must(await askAboutPay(ctx(worker, { now: new Date(NOW.getTime() + days * DAY_MS) }), question))
    expect(await listOwnQuestions(db, worker.id)).toMatchObject([{ id: question.id }])
    expect(await askAboutPay(ctx(await makeWorker(asAdmin)), question)).toEqual(err('question_not_found'))
  })

  it('is refused about another worker’s payment', async () => {
    const [worker, other] = [await makeWorker(asAdmin), await makeWorker(asAdmin)]
    const payoutLineId = await makePaymentOf(worker)
    const askQuestion = (actor: Actor) => askAboutPay(ctx(actor), { payoutLineId, question: 'Why?' })
    expect(await askQuestion(other)).toEqual(err('payout_line_not_found'))
    expect(await askQuestion(VISITOR)).toEqual(err('signed_out'))
    expect((await askQuestion(worker)).ok).toBe(true)
  })
})
