import { describe, expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { STATEMENT_WORDS } from '#infra/pdf/draw-statement.ts'
import { renderPaper } from '#infra/pdf/render-paper.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { readStatement } from '#shop/programme/pay.read.ts'
import { statementMonth } from '#shop/programme/pay.ts'
import { payTask } from '#shop/programme/pay-workers.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { testDatabase } from '#tests/database.ts'
import { recordPdfLines } from '#tests/printed.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { admin, makeApprovedTask } = await story(shop)

/** Approves a task with this pay at that time. */
const earn = (worker: Person, amount: number, time: string) =>
  makeApprovedTask(worker, { paymentAmount: rupees(amount) }, { now: new Date(time) })

async function statementOf(userId: string, month: string) {
  const worker = await findWorker(db, userId)
  if (!worker) throw new Error('no worker')
  return readStatement(ctx(admin), worker, month)
}

describe('a statement', () => {
  it('opens with the closing balance of the month before, in Indian time', async () => {
    const worker = await makeWorker(ctx(admin))
    // The last minute of October and the first minute of November in India.
    const october = await earn(worker, 100, '2026-10-31T18:29:00Z')
    await earn(worker, 250, '2026-10-31T18:30:00Z')
    await payTask(ctx(admin), { workLogId: october, reference: 'UPI-31' })
    const earlier = await statementOf(worker.id, '2026-10-01')
    expect(earlier).toMatchObject({ opening: 0, closing: rupees(100) })
    const after = await statementOf(worker.id, '2026-11-01')
    expect(after).toMatchObject({ opening: rupees(100), closing: rupees(250) })
    expect(after.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['earned', rupees(250)],
      ['paid', rupees(100)],
    ])
    expect(await statementOf(worker.id, '2026-12-01')).toMatchObject({ opening: rupees(250), entries: [] })
  })

  it('is printed as PDF in the worker’s language, the same each time', async () => {
    const worker = await makeWorker(ctx(admin), { language: 'hi', user: { fullName: 'सुनीता Devi' } })
    await earn(worker, 100, '2026-11-10T06:00:00Z')
    const read = await statementOf(worker.id, '2026-11-01')
    expect(read.language).toBe('hi')
    const inHindi = { ...read, entries: Array.from({ length: 40 }, () => read.entries).flat() }
    for (const statement of [inHindi, { ...inHindi, language: 'en' as const }]) {
      const pdf = Buffer.from(await renderPaper({ kind: 'statement', statement }))
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      expect(pdf.toString('latin1')).toContain(`/Lang (${statement.language}-IN)`)
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
      expect(Buffer.from(await renderPaper({ kind: 'statement', statement })).equals(pdf)).toBe(true)
    }
  })

  it('shows its entries in columns, and a sentence if there are no entries', async () => {
    const worker = await makeWorker(ctx(admin))
    await earn(worker, 100, '2026-11-10T06:00:00Z')
    const words = STATEMENT_WORDS.en
    const linesOf = async (month: string) => {
      const statement = await statementOf(worker.id, month)
      return recordPdfLines(() =>
        renderPaper({ kind: 'statement', statement: { ...statement, language: 'en' } }),
      )
    }
    const [full, empty] = [await linesOf('2026-11-01'), await linesOf('2026-12-01')]
    const times = (lines: string[], text: string) => lines.filter((line) => line === text).length
    expect([times(full, words.none), times(empty, words.none)]).toEqual([0, 1])
    expect(full.join(' ')).toMatch(/, \d+ \w+/)
    // With entries, the label is in the column's heading and in the sums.
    expect([times(full, words.earned), times(empty, words.earned)]).toEqual([2, 1])
  })

  it('has every word in every language', () => {
    expect(Object.keys(STATEMENT_WORDS.hi)).toEqual(Object.keys(STATEMENT_WORDS.en))
    for (const words of Object.values(STATEMENT_WORDS.hi)) expect(words).toMatch(/[\u0900-\u097f]/)
  })

  it.each([
    ['2026-11', '2026-11-01'],
    ['2026-13', null],
    ['2026-1', null],
    ['x', null],
    ['2026-11-01', null],
  ])('reads the month %s', (text, month) => {
    expect(statementMonth(text)).toBe(month)
  })
})
