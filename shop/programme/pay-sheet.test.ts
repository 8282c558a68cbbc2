import { expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { renderPaper } from '#infra/pdf/render-paper.ts'
import { csvCell } from '#shop/accounts/accounts.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { formatAmount, paise, rupees } from '#shop/kernel/money.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { findPayout, readStatement } from '#shop/programme/pay.read.ts'
import { listPaySheets, readPaySheet } from '#shop/programme/pay-sheet.read.ts'
import { type PaySheet, ratePerUnit, sheetCells } from '#shop/programme/pay-sheet.ts'
import { paySheetWords } from '#shop/programme/pay-sheet-words.ts'
import { makePayout, recordPayments, releasePayment } from '#shop/programme/pay-workers.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { recordPdfLines } from '#tests/printed.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { admin, makeGroup, makeApprovedTask } = await story(shop)

const earn = (worker: Person, amount: number, now: Date, fields = {}, doneQuantity?: number) =>
  makeApprovedTask(worker, { paymentAmount: paise(amount), ...fields }, { now, doneQuantity })

async function sheetOf(groupId: string | null, month: string): Promise<PaySheet> {
  const sheet = await readPaySheet(ctx(admin), groupId, month)
  if (!sheet) throw new Error('no sheet')
  return sheet
}

async function statementOf(userId: string, month: string) {
  const worker = await findWorker(db, userId)
  if (!worker) throw new Error('no worker')
  return readStatement(ctx(admin), worker, month)
}

const moveToGroup = (worker: Person, groupId: string) =>
  enrolWorker(ctx(admin), { ...workerInput.parse({ language: 'hi', groupId }), userId: worker.id })

it('readPaySheet divides months at midnight in India', async () => {
  const groupId = await makeGroup()
  const worker = await makeWorker(ctx(admin), { groupId })
  await earn(worker, 10_000, new Date('2026-10-31T18:29:59Z'))
  await earn(worker, 25_001, new Date('2026-10-31T18:30:00Z'))
  expect((await sheetOf(groupId, '2026-10-01')).sums.earned).toBe(10_000)
  const november = await sheetOf(groupId, '2026-11-01')
  expect(november).toMatchObject({ opening: 10_000, closing: 35_001, sums: { earned: 25_001 } })
  expect(november.workers[0]?.rows).toMatchObject([{ amount: 25_001, confirmedBy: 'Meera Admin' }])
  expect(await readPaySheet(ctx(admin), worker.id, '2026-11-01')).toBeNull()
})

it('readPaySheet, PDF and workbook contain the accepted pieces', async () => {
  const groupId = await makeGroup()
  const worker = await makeWorker(ctx(admin), { groupId })
  const at = new Date('2026-11-10T06:00:00Z')
  await earn(worker, 36_650, at, { quantity: 50 }, 11)
  await earn(worker, 36_650, at, { quantity: 50 })
  const sheet = await sheetOf(groupId, '2026-11-01')
  expect(sheet.workers[0]?.rows.map((row) => [row.quantity, row.amount, ratePerUnit(row)])).toEqual([
    [11, 8_063, 733],
    [50, 36_650, 733],
  ])
  const cells = sheetCells(sheet, 'en').filter(([number]) => number === 1)
  expect(cells.map((row) => row.slice(3, 7).map(csvCell))).toEqual([[11, 'packets', 7.33, 80.63]])
  const lines = await recordPdfLines(() => renderPaper({ kind: 'pay-sheet', sheet, language: 'en' }))
  expect(lines).toContain('₹7.33')
  expect(lines).not.toContain('₹1.61')
})

it('a pay sheet does not change when a worker joins another group, and later payments are divided by group', async () => {
  const [former, later] = [await makeGroup(), await makeGroup()]
  const worker = await makeWorker(ctx(admin), { groupId: former })
  await earn(worker, 40_000, new Date('2026-11-10T06:00:00Z'))
  const workersBefore = (await sheetOf(former, '2026-11-01')).workers
  await moveToGroup(worker, later)
  await earn(worker, 7_000, new Date('2026-11-11T06:00:00Z'))
  expect((await sheetOf(former, '2026-11-01')).workers).toEqual(workersBefore)
  const { payoutId } = must(await makePayout(ctx(admin, { now: new Date('2026-11-12T06:00:00Z') })))
  const payout = await findPayout(db, payoutId)
  const line = payout?.lines.find(({ userId }) => userId === worker.id)
  const payer = ctx(admin, { now: new Date('2026-11-13T06:00:00Z') })
  await recordPayments(payer, { payments: [{ lineId: line?.id ?? '', reference: 'UTR-40' }] })
  expect((await sheetOf(former, '2026-11-01')).payments).toMatchObject([
    { amount: 40_000, reference: 'UTR-40' },
  ])
  expect((await sheetOf(later, '2026-11-01')).payments).toMatchObject([{ amount: 7_000 }])
})

it('pay sheet, list and statement contain the same payments and returned payments', async () => {
  const groupId = await makeGroup()
  const worker = await makeWorker(ctx(admin), { groupId })
  const payer = ctx(admin, { now: new Date('2026-11-10T06:00:00Z') })
  const pay = async (amount: number) => {
    await earn(worker, amount, payer.now)
    const { payoutId } = must(await makePayout(payer))
    const lines = (await findPayout(db, payoutId))?.lines ?? []
    const lineId = lines.find(({ userId }) => userId === worker.id)?.id ?? ''
    must(await recordPayments(payer, { payments: [{ lineId, reference: `UTR-${amount}` }] }))
    return lineId
  }
  await pay(40_000)
  must(await releasePayment(payer, { lineId: await pay(7_000), note: 'wrong account' }))
  const sums = { earned: 47_000, paid: 47_000, reversed: 7_000 }
  expect(await sheetOf(groupId, '2026-11-01')).toMatchObject({ opening: 0, closing: 7_000, sums })
  expect(await statementOf(worker.id, '2026-11-01')).toMatchObject({ opening: 0, closing: 7_000, sums })
  expect(
    (await listPaySheets(db, '2026-11-01')).find((sheet) => sheet.groupId === groupId)?.sums,
  ).toMatchObject(sums)
})

it('PDF and workbook contain Devanagari names, serial numbers, rates, totals and signatures', async () => {
  const groupId = await makeGroup()
  const sunita = await makeWorker(ctx(admin), { groupId, user: { fullName: 'सुनीता देवी' } })
  const asha = await makeWorker(ctx(admin), { groupId, user: { fullName: 'Asha Rao' } })
  const at = new Date('2026-11-10T06:00:00Z')
  for (let task = 0; task < 9; task += 1) await earn(sunita, 40_000 + task, at, { quantity: 30 })
  await earn(asha, 10_000, at, { quantity: 3, taskName: 'Pack meal mix' })
  const sheet = await sheetOf(groupId, '2026-11-01')
  for (const language of ['en', 'hi'] as const) {
    const words = paySheetWords(language)
    const lines = await recordPdfLines(() => renderPaper({ kind: 'pay-sheet', sheet, language }))
    expect(lines.filter((line) => line === 'सुनीता देवी').length).toBeGreaterThan(9)
    expect(lines).toContain('10')
    expect(lines).toContain(formatAmount(sheet.sums.earned))
    expect(lines).toContain('₹33.33')
    expect(lines.some((line) => /^2 \/ [2-9]$/.test(line))).toBe(true)
    expect(lines.join(' ')).toContain(words.signature.split(' ')[0])
    expect(lines.filter((line) => line === words.particulars).length).toBeGreaterThan(1)
    if (language === 'hi') expect(lines).toContain('मील मिक्स के पैकेट भरना')
    const cells = sheetCells(sheet, language).map((row) => row.map(csvCell))
    expect(cells).toContainEqual([null, words.total, null, null, null, null, sheet.sums.earned / 100])
    expect(cells.filter(([number]) => typeof number === 'number')).toHaveLength(10)
  }
})

it('paySheetWords has all words in both languages, and ratePerUnit rounds half up', () => {
  const [en, hi] = [paySheetWords('en'), paySheetWords('hi')]
  expect(Object.keys(hi)).toEqual(Object.keys(en))
  for (const word of Object.values(hi))
    expect(typeof word === 'string' ? word : word('x')).toMatch(/[\u0900-\u097f]/)
  expect(ratePerUnit({ amount: rupees(400), quantity: 32 })).toBe(1250)
  expect(ratePerUnit({ amount: paise(101), quantity: 2 })).toBe(51)
})
