import { data } from 'react-router'
import { z } from 'zod'
import { isProblem, PAYOUT_TOO_LARGE, readPayoutFile } from '#app/admin/accounts/payout-file.server.ts'
import { type PayoutAnswer, PayoutPage } from '#app/admin/accounts/payout-page.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { readForm } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { entriesFor } from '#shop/accounts/payout-file.read.ts'
import { comparePayout, PAYOUT_UNITS } from '#shop/accounts/payout-file.ts'
import type { Route } from './+types/payout.ts'

export const handle: PageHandle = {
  guard: 'accounts.close',
  title: 'Settlement report',
  access: { get: 200, post: 422 },
}

const uploadForm = z.object({
  report: z.file('Please choose a CSV file').min(1, 'Please choose a CSV file'),
  unit: z.enum(PAYOUT_UNITS, { error: 'Please choose rupees or paise' }),
})

const refused = (problems: string[], status: number) =>
  data<PayoutAnswer>({ problems, compared: null }, { status })

/** Compares an uploaded settlement report with payments and refunds. Nothing is stored or changed. */
export async function action({ request, context }: Route.ActionArgs) {
  const { reads } = context.get(staffContext)
  const form = await readForm(request)
  if (form === 'too_large') return refused([PAYOUT_TOO_LARGE], 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  const sent = readFields(uploadForm, form)
  if (!sent.ok) return refused(Object.values(sent.problems), 422)
  const lines = await readPayoutFile(await sent.value.report.bytes(), sent.value.unit)
  if (isProblem(lines)) return refused(lines, 422)
  const compared = comparePayout(lines, await entriesFor(reads.figures, lines))
  return data<PayoutAnswer>({ problems: [], compared })
}

export default function Payout({ actionData }: Route.ComponentProps) {
  return <PayoutPage answer={actionData} />
}
