import { data } from 'react-router'
import { z } from 'zod'
import { type PayoutAnswer, PayoutPage } from '#app/admin/accounts/payout-page.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { readForm } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readCsv } from '#infra/csv/read-csv.ts'
import { entriesFor } from '#shop/accounts/payout-file.read.ts'
import { comparePayout, MAX_PAYOUT_LINES, PAYOUT_UNITS, readPayoutLines } from '#shop/accounts/payout-file.ts'
import { csvFileSentence } from '#shop/kernel/csv-file.ts'
import type { Route } from './+types/payout.ts'

export const handle: PageHandle = {
  guard: 'accounts.close',
  title: 'Settlement report',
  access: { get: 200, post: 422 },
}

const MAX_BYTES = 16 * 1024 * 1024
const CHOOSE = 'Please choose a CSV file.'
const TOO_LARGE = 'The file is too large: at most 16 MB.'

const uploadForm = z.object({
  report: z.file(CHOOSE).min(1, CHOOSE).max(MAX_BYTES, TOO_LARGE),
  unit: z.enum(PAYOUT_UNITS, { error: 'Please choose rupees or paise.' }),
})

const refused = (problems: string[], status: number) =>
  data<PayoutAnswer>({ problems, compared: null }, { status })

/** Compares an uploaded settlement report with payments and refunds. Nothing is stored or changed. */
export async function action({ request, context }: Route.ActionArgs) {
  const { reads } = context.get(staffContext)
  const form = await readForm(request)
  if (form === 'too_large') return refused([TOO_LARGE], 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  const sent = readFields(uploadForm, form)
  if (!sent.ok) return refused(Object.values(sent.problems), 422)
  const csv = await readCsv(await sent.value.report.bytes(), MAX_PAYOUT_LINES)
  if (!csv.ok) return refused([csvFileSentence(csv.problem)], 422)
  const read = readPayoutLines(csv.file, sent.value.unit)
  if (!read.ok) return refused(read.problems, 422)
  const compared = comparePayout(read.lines, await entriesFor(reads.figures, read.lines))
  return data<PayoutAnswer>({ problems: [], compared })
}

export default function Payout({ actionData }: Route.ComponentProps) {
  return <PayoutPage answer={actionData} />
}
