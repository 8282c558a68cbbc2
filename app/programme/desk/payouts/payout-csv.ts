import { data } from 'react-router'
import { fileDownload } from '#app/request/downloads.server.ts'
import { noteExport, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { cellsOf, type FileColumn, headingsOf, toCsv } from '#shop/kernel/csv.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { findPayout } from '#shop/programme/pay.read.ts'
import { awaitsApproval, type PayoutLine } from '#shop/programme/pay.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/payout-csv.ts'

export const handle: PageHandle = {
  guard: 'payouts',
  feature: 'programme',
  access: { at: '/admin/dashboard/payouts/{nothing}/csv', get: 404 },
}

/** Downloads the unpaid lines of a payout with a UPI ID as CSV for the bank, one row per transfer. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const payout = await findPayout(ctx.db, params.id)
  if (!payout) throw data(null, { status: 404 })
  if (awaitsApproval(payout, ctx.config.secondPerson.payoutsAbove))
    throw data(REFUSALS.payout_not_approved.en, { status: REFUSALS.payout_not_approved.status })
  const waiting = payout.lines.filter(({ state }) => state === 'waiting')
  if (waiting.some(({ isUpiCorrupt }) => isUpiCorrupt))
    throw data(REFUSALS.upi_unreadable.en, { status: REFUSALS.upi_unreadable.status })
  await noteExport(context, url, 'payout for the bank', new URLSearchParams({ payout: params.id }))
  const columns: FileColumn<PayoutLine>[] = [
    ['payment_id', ({ id }) => id],
    ['name', ({ workerName }) => workerName],
    ['upi_id', ({ upiId }) => upiId],
    ['amount_inr', ({ amount }) => toRupees(amount).toFixed(2)],
    ['remark', () => `Payout ${payout.number}`],
  ]
  const rows = waiting.filter(({ upiId }) => upiId !== null).map((line) => cellsOf(columns, line))
  const file = toCsv([headingsOf(columns), ...rows])
  return fileDownload(`payout-${payout.number}.csv`, 'text/csv; charset=utf-8', file)
}
