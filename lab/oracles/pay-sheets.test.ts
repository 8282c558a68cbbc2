import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { add, NO_MONEY, paise } from '#shop/kernel/money.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { findPayout, payBalance, readStatement } from '#shop/programme/pay.read.ts'
import { listPaySheets, readPaySheet } from '#shop/programme/pay-sheet.read.ts'
import type { PaySheet } from '#shop/programme/pay-sheet.ts'
import { makePayout, recordPayments, releasePayment } from '#shop/programme/pay-workers.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { testDatabase } from '#tests/database.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { admin, makeGroup, makeApprovedTask } = await story(shop)

const earn = (worker: Person, amount: number, now: Date, fields = {}) =>
  makeApprovedTask(worker, { paymentAmount: paise(amount), ...fields }, { now })

async function sheetOf(groupId: string | null, month: string): Promise<PaySheet> {
  const sheet = await readPaySheet(ctx(admin), groupId, month)
  if (!sheet) throw new Error('the group has no pay sheet')
  return sheet
}

async function statementOf(userId: string, month: string) {
  const worker = await findWorker(db, userId)
  if (!worker) throw new Error('no worker')
  return readStatement(ctx(admin), worker, month)
}

const join = (worker: Person, groupId: string) =>
  enrolWorker(ctx(admin), { ...workerInput.parse({ language: 'hi', groupId }), userId: worker.id })

it(
  'pay sheets equal ledger and statements to the paisa, whatever was earned, paid, removed or returned',
  async () => {
    const step = fc.record({
      worker: fc.nat(3),
      amount: fc.integer({ min: 1, max: 99_999_99 }),
      quantity: fc.integer({ min: 1, max: 997 }),
      hours: fc.integer({ min: 0, max: 90 * 24 }),
      next: fc.constantFrom('nothing', 'nothing', 'payout', 'payout', 'return', 'drop', 'move'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (steps) => {
        const groups = [await makeGroup(), await makeGroup(), null]
        const workers = await Promise.all(
          [0, 1, 2, 0].map((at) => makeWorker(ctx(admin), { groupId: groups[at] ?? null })),
        )
        // The ledger is append-only, so the steps are in the order of their time.
        for (const { worker: at, amount, quantity, hours, next } of steps.toSorted(
          (a, b) => a.hours - b.hours,
        )) {
          const worker = workers[at]
          if (!worker) throw new Error('no worker')
          const now = new Date(Date.parse('2026-09-15T18:30:00Z') + hours * 3_600_000)
          await earn(worker, amount, now, { quantity })
          if (next === 'nothing') continue
          if (next === 'move') {
            await join(worker, groups[at % 2] ?? '')
            continue
          }
          const result = await makePayout(ctx(admin, { now }))
          const payout = result.ok ? await findPayout(db, result.value.payoutId) : null
          const lines = payout?.lines ?? []
          if (next !== 'drop') {
            const payments = lines.map(({ id }) => ({ lineId: id, reference: `UTR${id.slice(0, 8)}` }))
            expect((await recordPayments(ctx(admin, { now }), { payments })).ok).toBe(true)
          }
          if (next === 'payout') continue
          for (const { id } of lines)
            await releasePayment(ctx(admin, { now }), { lineId: id, note: 'wrong account' })
        }
        const owed = new Map<string, number>()
        for (const month of ['2026-09-01', '2026-10-01', '2026-11-01', '2026-12-01']) {
          const sheets = await Promise.all(groups.map((id) => sheetOf(id, month)))
          for (const sheet of sheets)
            for (const { rows, sums } of sheet.workers)
              expect(add(NO_MONEY, ...rows.map(({ amount }) => amount))).toBe(sums.earned)
          for (const { id } of workers) {
            const workerRows = sheets.flatMap((sheet) => sheet.workers.filter(({ userId }) => userId === id))
            const sum = (pick: (row: PaySheet['workers'][number]) => number) =>
              workerRows.reduce((all, row) => all + pick(row), 0)
            const { opening, closing, sums } = await statementOf(id, month)
            expect({
              opening: sum((row) => row.opening),
              closing: sum((row) => row.closing),
              earned: sum((row) => row.sums.earned),
              paid: sum((row) => row.sums.paid),
              reversed: sum((row) => row.sums.reversed),
            }).toEqual({ opening, closing, earned: sums.earned, paid: sums.paid, reversed: sums.reversed })
            owed.set(id, closing)
            const payments = sheets.flatMap((sheet) => sheet.payments.filter(({ userId }) => userId === id))
            const signedAmounts = payments.map(({ kind, amount }) => (kind === 'paid' ? amount : -amount))
            expect(signedAmounts.reduce((all, amount) => all + amount, 0)).toBe(sums.paid - sums.reversed)
          }
          const summaries = await listPaySheets(db, month)
          for (const sheet of sheets.filter((each) => each.group)) {
            const summary = summaries.find(({ groupId }) => groupId === sheet.group?.id)
            expect(summary?.sums.earned ?? 0).toBe(sheet.sums.earned)
            expect(summary?.sums.paid ?? 0).toBe(sheet.sums.paid)
          }
        }
        for (const { id } of workers) expect((await payBalance(db, id)).owed).toBe(owed.get(id))
      }),
      { numRuns: 40 },
    )
  },
  20 * 60_000,
)
