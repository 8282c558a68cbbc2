import { describe, expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { add, NO_MONEY, paise, rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { questionDays, readFairPay, readMeasuredTimes } from '#shop/programme/fair-pay.read.ts'
import { fairPayCells, fairPayOf, questionCells, questionCounts } from '#shop/programme/fair-pay.ts'
import {
  addMinimumWage,
  createGroup,
  removeMinimumWage,
  restoreMinimumWage,
  setWageState,
} from '#shop/programme/manage-groups.ts'
import {
  measuredMinutes,
  measuredRate,
  measuredTimes,
  measuredWords,
  spreadOf,
} from '#shop/programme/measured-time.ts'
import {
  groupStateInput,
  highestMinimum,
  type MinimumWage,
  minimumOn,
  minimumWageInput,
  minimumWords,
} from '#shop/programme/minimum-wage.ts'
import { listMinimumWages, readMinimum } from '#shop/programme/minimum-wages.read.ts'
import { payEntries } from '#shop/programme/pay.read.ts'
import { answerPayQuestion, askAboutPay } from '#shop/programme/pay-questions.ts'
import { listPaySheets } from '#shop/programme/pay-sheet.read.ts'
import { payTask, releasePayment } from '#shop/programme/pay-workers.ts'
import { approveTask, rejectTask } from '#shop/programme/review-task.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { admin, asAdmin, sendPhoto, makeStartedTask } = await story(shop)

describe('measuredMinutes', () => {
  const start = new Date('2026-11-20T05:00:00Z')
  const measureTask = (minutes: number, fields = {}) =>
    measuredMinutes({
      startedAt: start,
      submittedAt: new Date(start.getTime() + minutes * MINUTE_MS),
      expectedMinutes: null,
      wasReturned: false,
      ...fields,
    })

  it.each([
    ['is the time from start to photo', measureTask(90), 90],
    ['is at least 5 minutes', measureTask(5), 5],
    ['is null for less than 5 minutes, as from an offline phone', measureTask(4), null],
    ['is at most 12 hours', measureTask(720), 720],
    ['is null for more than 12 hours', measureTask(721), null],
    ['is null over midnight in India', measureTask(14 * 60), null],
    ['is null below a quarter of the expected time', measureTask(59, { expectedMinutes: 240 }), null],
    ['is the time from a quarter of the expected time on', measureTask(60, { expectedMinutes: 240 }), 60],
    ['is null for a returned task', measureTask(90, { wasReturned: true }), null],
    ['is null without a start', measureTask(90, { startedAt: null }), null],
    ['is null without a photo', measureTask(90, { submittedAt: null }), null],
  ])('%s', (_, minutes, expected) => {
    expect(minutes).toBe(expected)
  })

  it('is null over midnight in India, even for a short time', () => {
    const late = new Date('2026-11-20T18:00:00Z')
    expect(measureTask(90, { startedAt: late, submittedAt: new Date('2026-11-20T18:29:00Z') })).toBe(29)
    expect(measureTask(90, { startedAt: late, submittedAt: new Date('2026-11-20T18:31:00Z') })).toBeNull()
  })

  it('is summarized by measuredTimes: for each name and unit, the median per unit and the number of tasks', () => {
    const timedTask = (minutes: number, quantity: number, taskName = 'Pack ragi', unit = 'packets') => ({
      ...{ taskName, unit, quantity, startedAt: start, expectedMinutes: null, wasReturned: false },
      submittedAt: new Date(start.getTime() + minutes * MINUTE_MS),
    })
    const measured = measuredTimes([
      timedTask(100, 50),
      timedTask(60, 10, 'pack RAGI ', 'Packets'),
      timedTask(120, 40),
      timedTask(2, 1),
      timedTask(30, 10, 'Pack ragi', 'kg'),
    ])
    expect(measured).toEqual([
      { taskName: 'Pack ragi', unit: 'packets', minutesPerUnit: 3, count: 3 },
      { taskName: 'Pack ragi', unit: 'kg', minutesPerUnit: 3, count: 1 },
    ])
    const task = { taskName: 'PACK ragi', unit: 'packets', quantity: 20, payment: rupees(50) }
    const rate = measuredRate(measured, task)
    expect(rate?.hourly).toBe(rupees(50))
    expect(rate && measuredWords(rate)).toBe(
      'Measured in 3 tasks, the median is 3 minutes for one: ₹50 an hour',
    )
    expect(measuredRate(measured, { ...task, taskName: 'Clean' })).toBeNull()
  })

  it('is summarized by spreadOf in quartiles, interpolated as in spreadsheets', () => {
    expect(spreadOf([4, 1, 2, 3])).toEqual({
      least: 1,
      lower: 1.75,
      median: 2.5,
      upper: 3.25,
      most: 4,
      count: 4,
    })
    expect(spreadOf([7])).toMatchObject({ least: 7, lower: 7, median: 7, upper: 7, most: 7, count: 1 })
    expect(spreadOf([])).toBeNull()
  })
})

describe('a minimum wage', () => {
  const wage = (state: string, validFrom: string, daily: number): MinimumWage => ({
    ...{ id: `${state} ${validFrom}`, state, validFrom, dailyAmount: rupees(daily), hours: 8 },
    ...{ source: 'A notification', recordedBy: null },
  })
  const wages = [
    wage('Bihar', '2026-10-01', 480),
    wage('Bihar', '2026-04-01', 400),
    wage('Goa', '2026-04-01', 640),
  ]
  const own = rupees(55)

  it('is the state’s latest wage on that day, or the shop’s own setting if the state has none', () => {
    const hourlyOn = (state: string | null, day: string) => minimumOn(wages, { state, day, own }).hourly
    expect(hourlyOn('Bihar', '2026-09-30')).toBe(rupees(50))
    expect(hourlyOn('Bihar', '2026-10-01')).toBe(rupees(60))
    expect(hourlyOn('Bihar', '2026-03-31')).toBe(own)
    expect(hourlyOn('Kerala', '2026-11-01')).toBe(own)
    expect(hourlyOn(null, '2026-11-01')).toBe(own)
  })

  it('is the highest wage of several states', () => {
    const highest = (...states: (string | null)[]) =>
      highestMinimum(wages, { states, day: '2026-11-01', own })
    expect(highest('Bihar', 'Goa', null).hourly).toBe(rupees(80))
    expect(highest('Bihar').hourly).toBe(rupees(60))
    expect(highest()).toEqual({ hourly: own, wage: null })
    expect(minimumWords(highest('Goa'))).toBe('₹80 an hour (minimum wage in Goa from 1 Apr 2026)')
    expect(minimumWords(highest())).toBe('₹55 an hour')
  })

  it('can be added once for a state and day, and removed; both are in the audit log', async () => {
    const fields = {
      state: 'Kerala',
      dailyAmount: '560.50',
      hours: '8',
      validFrom: '2026-04-01',
      source: 'Gazette 12',
    }
    const input = minimumWageInput.parse(fields)
    const id = must(await addMinimumWage(asAdmin, input))
    const inKerala = (await listMinimumWages(db)).filter(({ state }) => state === 'Kerala')
    expect(inKerala).toMatchObject([
      { id, dailyAmount: 56_050, hours: 8, validFrom: '2026-04-01', source: 'Gazette 12' },
    ])
    expect(await addMinimumWage(asAdmin, input)).toEqual(err('wage_exists'))
    const { groupId } = must(await createGroup(asAdmin, { name: 'Malabar', place: 'Kannur' }))
    expect((await readMinimum(asAdmin)).wage).toBeNull()
    const place = groupStateInput.parse({ groupId, state: 'Kerala' })
    expect(await setWageState(asAdmin, place)).toEqual(ok(null))
    expect(await readMinimum(asAdmin)).toMatchObject({ hourly: 7_006, wage: { state: 'Kerala' } })
    await setWageState(asAdmin, groupStateInput.parse({ groupId, state: '' }))
    expect((await readMinimum(asAdmin)).wage).toBeNull()
    const actions = (await listChanges(db, { entityId: groupId, limit: 5 })).map(({ action }) => action)
    expect(actions).toEqual(['update', 'update', 'create'])
    expect(await removeMinimumWage(asAdmin, id)).toEqual(ok(null))
    expect(await restoreMinimumWage(asAdmin, id)).toEqual(ok(id))
    expect(await restoreMinimumWage(asAdmin, id)).toEqual(err('action_not_found'))
    expect(await removeMinimumWage(asAdmin, id)).toEqual(ok(null))
    expect(await removeMinimumWage(asAdmin, id)).toEqual(err('wage_not_found'))
    expect((await listChanges(db, { entityId: id, limit: 5 })).map(({ action }) => action)).toEqual([
      'remove minimum wage',
      'restore minimum wage',
      'remove minimum wage',
      'add minimum wage',
    ])
    const unknownId = '00000000-0000-4000-8000-000000000000'
    expect(await setWageState(asAdmin, { groupId: unknownId, state: null })).toEqual(err('group_not_found'))
  })

  it.each([
    ['state', 'Atlantis'],
    ['dailyAmount', '0'],
    ['dailyAmount', '1.234'],
    ['hours', '25'],
    ['hours', '7.5'],
    ['validFrom', '2026-02-30'],
    ['source', ' '],
  ])('is refused with %s %s', (name, value) => {
    const fields = {
      state: 'Goa',
      dailyAmount: '400',
      hours: '8',
      validFrom: '2026-04-01',
      source: 'Gazette',
    }
    expect(minimumWageInput.safeParse({ ...fields, [name]: value }).success).toBe(false)
  })
})

describe('the fair-pay report', () => {
  type Work = {
    at: string
    minutes: number
    payment: number
    quantity?: number
    unit?: string
    isRepeated?: boolean
    /** Number of accepted units; all if omitted. */
    accepted?: number
  }

  async function makeConfirmedTask(
    worker: Person,
    { at, minutes, payment, quantity = 10, unit = 'packets', isRepeated, accepted }: Work,
  ) {
    const approvedAt = new Date(at)
    const startedAt = new Date(approvedAt.getTime() - 10 * 3_600_000)
    const sentAt = new Date(startedAt.getTime() + minutes * MINUTE_MS)
    const fields = {
      paymentAmount: paise(payment),
      quantity,
      unit,
      expectedMinutes: null,
      taskName: `Work ${unit}`,
    }
    const workLogId = await makeStartedTask(worker, fields, startedAt)
    await sendPhoto(worker, workLogId, sentAt)
    if (isRepeated) {
      await rejectTask(ctx(admin, { now: sentAt }), { workLogId, preset: 'photo_unclear', reason: '' })
      await sendPhoto(worker, workLogId, sentAt)
    }
    const decision = { workLogId, rating: 4, doneQuantity: accepted }
    must(await approveTask(ctx(admin, { now: approvedAt }), decision))
    return workLogId
  }

  const SPAN = { from: '2026-09-01', to: '2026-09-30' }

  it('can be recomputed from its CSV rows, agrees with ledger and pay sheets, and names workers only if chosen', async () => {
    const { groupId } = must(await createGroup(asAdmin, { name: 'Sakhi', place: 'Gumla' }))
    const sunita = await makeWorker(asAdmin, { groupId, user: { fullName: 'Sunita Oraon' } })
    const asha = await makeWorker(asAdmin, { user: { fullName: 'Asha Kerketta' } })
    // Tasks in the last second before September and the first second after it are not in the report.
    await makeConfirmedTask(sunita, { at: '2026-08-31T18:29:59Z', minutes: 60, payment: 99_999 })
    const first = await makeConfirmedTask(sunita, { at: '2026-08-31T18:30:00Z', minutes: 60, payment: 7_003 })
    const returned = await makeConfirmedTask(sunita, {
      at: '2026-09-10T12:00:00Z',
      minutes: 30,
      payment: 2_000,
    })
    await makeConfirmedTask(asha, { at: '2026-09-11T12:00:00Z', minutes: 120, payment: 20_001, quantity: 7 })
    await makeConfirmedTask(asha, {
      at: '2026-09-12T12:00:00Z',
      minutes: 45,
      payment: 5_000,
      unit: 'kg',
      quantity: 12,
    })
    await makeConfirmedTask(asha, { at: '2026-09-13T12:00:00Z', minutes: 1, payment: 6_000 })
    await makeConfirmedTask(asha, {
      at: '2026-09-30T18:29:59Z',
      minutes: 90,
      payment: 9_000,
      isRepeated: true,
    })
    await makeConfirmedTask(asha, { at: '2026-09-30T18:30:00Z', minutes: 60, payment: 88_888 })
    await payTask(ctx(admin, { now: new Date('2026-09-03T18:30:00Z') }), {
      workLogId: first,
      reference: 'UTR-1',
    })
    await payTask(ctx(admin, { now: new Date('2026-09-12T06:00:00Z') }), {
      workLogId: returned,
      reference: 'UTR-2',
    })
    const line = db.selectFrom('payEntries').select('payoutLineId').where('workLogId', '=', returned)
    const { payoutLineId } = await line.where('kind', '=', 'paid').executeTakeFirstOrThrow()
    const returnedPayment = { lineId: payoutLineId ?? '', note: 'wrong account' }
    await releasePayment(ctx(admin, { now: new Date('2026-09-14T06:00:00Z') }), returnedPayment)
    await addMinimumWage(asAdmin, {
      ...{
        state: 'Jharkhand',
        dailyAmount: rupees(400),
        hours: 8,
        validFrom: '2026-09-05',
        source: 'Gazette',
      },
    })
    await setWageState(asAdmin, { groupId, state: 'Jharkhand' })

    const rows = await readFairPay(asAdmin, SPAN)
    if (!rows) throw new Error('too many tasks')
    const report = fairPayOf(rows)
    const [headings = [], ...cells] = fairPayCells(rows, { withNames: false })
    const records = cells.map((row) =>
      Object.fromEntries(headings.map((name, at) => [String(name), row[at]])),
    )
    const numbers = (name: string) =>
      records.flatMap((record) => (typeof record[name] === 'number' ? [record[name]] : []))
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

    expect(report.amount).toBe(7_003 + 2_000 + 20_001 + 5_000 + 6_000 + 9_000)
    expect(Math.round(sum(numbers('amount_inr')) * 100)).toBe(report.amount)
    const entries = await Promise.all(
      [sunita, asha].map(({ id }) =>
        payEntries(db, id, new Date('2026-08-31T18:30:00Z'), new Date('2026-09-30T18:30:00Z')),
      ),
    )
    const earned = entries.flat().filter(({ kind }) => kind === 'earned')
    expect(add(NO_MONEY, ...earned.map(({ amount }) => amount))).toBe(report.amount)
    const sheets = await listPaySheets(db, '2026-09-01')
    expect(add(NO_MONEY, ...sheets.map(({ sums }) => sums.earned))).toBe(report.amount)

    expect(report).toMatchObject({ tasks: 6, workers: 2, groups: 1, pieces: 10 + 10 + 7 + 10 + 10 })
    expect(report.otherUnits).toEqual([{ unit: 'kg', quantity: 12 }])
    expect(new Set(numbers('worker'))).toEqual(new Set([1, 2]))
    // Leaves out the task that took one minute and the task that was rejected first.
    expect(numbers('minutes')).toEqual([60, 30, 120, 45])
    expect(report.minutes).toBe(sum(numbers('minutes')))
    const hourly = records
      .filter((record) => record.minutes)
      .map((record) => (Number(record.amount_inr) / Number(record.minutes)) * 60)
    const [, second = 0, third = 0] = hourly.toSorted((a, b) => a - b)
    expect(report.hourly?.count).toBe(4)
    expect((report.hourly?.median ?? 0) / 100).toBeCloseTo((second + third) / 2, 1)
    // ₹40 an hour is below Jharkhand's ₹50. The other rates are above it and above the shop's ₹60.
    expect(report.below).toBe(1)
    expect(records.filter((record) => record.below_minimum === 'yes')).toMatchObject([
      { inr_per_hour: 40, minimum_inr_per_hour: 50, group: 'Sakhi' },
    ])
    expect(records[0]).toMatchObject({ minimum_inr_per_hour: 60, confirmed_on: '2026-09-01', days_to_pay: 3 })
    // The returned payment is ignored, so its task is unpaid.
    expect(report.daysToPay).toMatchObject({ count: 1, median: 3 })
    expect(report).toMatchObject({ unpaid: 5, unpaidAmount: report.amount - 7_003 })
    expect(sum(report.kinds.map(({ amount }) => amount))).toBe(report.amount)
    expect(report.kinds[0]).toMatchObject({ unit: 'packets', tasks: 5, minutesPerUnit: { count: 3 } })

    const withoutNames = JSON.stringify(cells)
    for (const person of [sunita, asha]) expect(withoutNames).not.toContain(person.id)
    expect(withoutNames).not.toMatch(/Sunita|Asha/)
    expect(JSON.stringify(fairPayCells(rows, { withNames: true }))).toMatch(/Sunita Oraon.*Asha Kerketta/)
    const kinds = await readMeasuredTimes(db)
    expect(kinds.find(({ unit }) => unit === 'kg')).toMatchObject({ minutesPerUnit: 3.75, count: 1 })
  })

  it('uses the accepted pieces, also for rate and time per piece', async () => {
    const worker = await makeWorker(asAdmin)
    const at = '2026-07-10T12:00:00Z'
    await makeConfirmedTask(worker, {
      at,
      minutes: 22,
      payment: 36_650,
      quantity: 50,
      accepted: 11,
      unit: 'pouches',
    })
    const rows = await readFairPay(asAdmin, { from: '2026-07-01', to: '2026-07-31' })
    const report = fairPayOf(rows ?? [])
    expect(report.pieces).toBe(11)
    expect(report.kinds).toMatchObject([
      { unit: 'pouches', quantity: 11, amount: 8_063, rate: 733, minutesPerUnit: { median: 2 } },
    ])
    const [headings = [], cells = []] = fairPayCells(rows ?? [], { withNames: false })
    expect(cells[headings.indexOf('quantity')]).toBe(11)
    const kinds = await readMeasuredTimes(db)
    expect(kinds.find(({ unit }) => unit === 'pouches')).toMatchObject({ minutesPerUnit: 2, count: 1 })
  })

  it('counts questions asked in the period and open at its end, and lists their dates', async () => {
    const worker = await makeWorker(asAdmin)
    const askQuestion = async (askedAt: string, answeredAt?: string) => {
      const by = ctx(worker, { now: new Date(askedAt) })
      const { questionId } = must(await askAboutPay(by, { payoutLineId: null, question: 'When is it paid?' }))
      if (answeredAt) {
        await answerPayQuestion(ctx(admin, { now: new Date(answeredAt) }), { questionId, answer: 'Soon.' })
      }
    }
    await askQuestion('2026-07-01T06:00:00Z', '2026-07-02T06:00:00Z')
    await askQuestion('2026-08-20T06:00:00Z', '2026-09-02T06:00:00Z')
    await askQuestion('2026-08-21T06:00:00Z')
    await askQuestion('2026-09-05T06:00:00Z', '2026-09-30T18:29:59Z')
    await askQuestion('2026-09-06T06:00:00Z', '2026-09-30T18:30:00Z')
    await askQuestion('2026-09-30T18:30:00Z')
    const questions = await questionDays(db, SPAN)
    expect(questionCounts(questions, SPAN)).toEqual({ asked: 2, open: 2 })
    expect(questionCells(questions).slice(1)).toEqual([
      ['2026-08-20', '2026-09-02'],
      ['2026-08-21', null],
      ['2026-09-05', '2026-09-30'],
      ['2026-09-06', '2026-10-01'],
    ])
  })
})
