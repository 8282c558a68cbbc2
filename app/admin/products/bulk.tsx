import { data, redirect } from 'react-router'
import { z } from 'zod'
import { readBulkCsv, SHEET_TOO_LARGE } from '#app/admin/products/bulk-csv.server.ts'
import { BulkDialog } from '#app/admin/products/bulk-dialog.tsx'
import { listPath } from '#app/admin/products/products-list.server.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { invalid, readForm } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { applyBulkChange, type BulkConflict } from '#shop/catalogue/apply-bulk-change.ts'
import { type BulkPlan, bulkChangesInput, planBulk } from '#shop/catalogue/bulk.ts'
import { listBulkProducts } from '#shop/catalogue/products.read.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/bulk.ts'

export const handle: PageHandle = { guard: 'catalogue', access: { get: 200, post: 422 } }

export function loader({ request }: Route.LoaderArgs) {
  return { closeTo: listPath(request) }
}

type Answered = { ok: boolean; message: string; plan: BulkPlan | null }

const refused = (message: string, status: number) =>
  data<Answered>({ ok: false, message, plan: null }, { status })

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('look').optional(),
    sheet: z.file('Please choose a CSV file').min(1, 'Please choose a CSV file'),
  }),
  z.object({ intent: z.literal('apply'), changes: z.preprocess(jsonOf, bulkChangesInput) }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await readForm(request)
  if (form === 'too_large') return refused(SHEET_TOO_LARGE, 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  const sent = readFields(forms, form)
  if (!sent.ok) return invalid(sent, sent.problems.sheet ?? 'Please send the file again')
  if (sent.value.intent === 'apply') return apply(ctx, sent.value.changes, listPath(request))
  return dryRun(ctx, sent.value.sheet)
}

async function dryRun(ctx: StaffCtx, sheet: File) {
  // Asked before, so that the changes that are shown can be applied.
  if (!isFresh(ctx)) return refused(REFUSALS.factor_stale.en, 403)
  const rows = readBulkCsv(await sheet.bytes())
  if (typeof rows === 'string') return refused(rows, 422)
  const plan = planBulk(await listBulkProducts(ctx.db), rows, ctx.config.taxes)
  return data<Answered>({ ok: true, message: 'Nothing has been changed yet', plan })
}

async function apply(ctx: StaffCtx, changes: z.infer<typeof bulkChangesInput>, backTo: string) {
  const applied = await applyBulkChange(ctx, changes)
  if (applied.ok) return redirect(`${backTo}${backTo.includes('?') ? '&' : '?'}done=applied`, 303)
  if (applied.reason === 'factor_stale') return refused(REFUSALS.factor_stale.en, 403)
  if (applied.reason === 'not_allowed') throw data(null, { status: 403 })
  const names = applied.conflicts.slice(0, 5).map(conflictText).join(', ')
  return refused(
    `Nothing was changed: ${names} changed in the meantime. Please download the sheet again.`,
    409,
  )
}

const conflictText = ({ name, stock }: BulkConflict) =>
  stock ? `${name} (stock was ${stock.shown}, is ${stock.now} now)` : name

function jsonOf(value: unknown): unknown {
  try {
    return JSON.parse(String(value))
  } catch {
    return null
  }
}

export default function Bulk({ loaderData, actionData }: Route.ComponentProps) {
  const plan = actionData && 'plan' in actionData ? actionData.plan : null
  return <BulkDialog {...loaderData} answer={actionData} plan={plan} />
}
