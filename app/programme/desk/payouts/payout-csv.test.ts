import { renderToStaticMarkup } from 'react-dom/server'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { loader } from '#app/programme/desk/payouts/payout-csv.ts'
import { UpiCell } from '#app/programme/members/upi-cell.tsx'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import { makeWorker } from '#db/factories/task.ts'
import { findPayout } from '#shop/programme/pay.read.ts'
import { makePayout, releasePayment } from '#shop/programme/pay-workers.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx, pool } = shop
const { admin, makeApprovedTask } = await story(shop)
const asAdmin: StaffCtx = { ...ctx(admin), actor: admin }

type Args = Parameters<typeof loader>[0]

function bankFile(id: string) {
  const context = new RouterContextProvider(new Map([[staffContext, asAdmin]]))
  const url = new URL(`http://shop.test/admin/dashboard/payouts/${id}/csv`)
  return loader({ url, context, params: { id } } as unknown as Args)
}

async function makeOwedWorker(upiId: string) {
  const worker = await makeWorker(asAdmin, { upiId: upiId || null })
  await makeApprovedTask(worker)
  return worker
}

it('a payout has no bank file while one of its UPI IDs is a copy from another payment', async () => {
  const [sunita, thief] = [await makeOwedWorker('sunita@upi'), await makeOwedWorker('thief@upi')]
  const { payoutId: id } = must(await makePayout(asAdmin))
  const whole = await (await bankFile(id)).text()
  for (const upi of ['sunita@upi', 'thief@upi']) expect(whole).toContain(upi)
  await pool.query(
    `update payout_lines set upi_id = (select upi_id from payout_lines where payout_id = $1 and user_id = $3)
      where payout_id = $1 and user_id = $2`,
    [id, sunita.id, thief.id],
  )
  await expect(bankFile(id)).rejects.toMatchObject({
    init: { status: 409 },
    data: expect.stringContaining('The UPI ID of a payment can’t be read'),
  })
  const line = (await findPayout(db, id))?.lines.find(({ userId }) => userId === sunita.id)
  expect(line).toMatchObject({ upiId: null, isUpiCorrupt: true })
  const released = await releasePayment(asAdmin, { lineId: line?.id ?? '', note: 'Not her address' })
  expect(released.ok).toBe(true)
  const text = await (await bankFile(id)).text()
  expect(text).toContain('thief@upi')
  expect(text).not.toContain('sunita@upi')
  // The worker's own UPI ID is unchanged, and is used in the next payout.
  expect((await findWorker(db, sunita.id))?.upiId).toBe('sunita@upi')
})

it('the bank file leaves out workers without a UPI ID', async () => {
  const [withUpi, without] = [await makeOwedWorker('radha@upi'), await makeOwedWorker('')]
  const { payoutId: id } = must(await makePayout(asAdmin))
  const payout = await findPayout(db, id)
  expect(payout?.lines.map(({ userId }) => userId)).toEqual(expect.arrayContaining([withUpi.id, without.id]))
  const rows = (await (await bankFile(id)).text()).trim().split('\n').slice(1)
  expect(rows).toHaveLength((payout?.lines.length ?? 0) - 1)
  for (const row of rows) expect(row).toContain('@upi')
})

it('UpiCell shows an unreadable UPI ID as unreadable, not as missing', () => {
  const cell = (isUpiCorrupt: boolean) =>
    renderToStaticMarkup(UpiCell({ upiId: null, isUpiCorrupt, upiChange: null }))
  expect(cell(true)).toContain('Can’t be read')
  expect(cell(false)).toBe('Not given')
})
