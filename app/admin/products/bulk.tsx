import { data, redirect } from 'react-router'
import { z } from 'zod'
import { BulkDialog, type ShownPlan } from '#app/admin/products/bulk-dialog.tsx'
import { listPath } from '#app/admin/products/products-list.server.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { invalid, readForm } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readCsv } from '#infra/csv/read-csv.ts'
import { applyBulkChange, type BulkConflict } from '#shop/catalogue/apply-bulk-change.ts'
import { bulkChangesInput, MAX_BULK_ROWS, planBulk, readBulkRows } from '#shop/catalogue/bulk.ts'
import { listBulkProducts } from '#shop/catalogue/products.read.ts'
import { csvFileSentence } from '#shop/kernel/csv-file.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/bulk.ts'

export const handle: PageHandle = { guard: 'catalogue', access: { get: 200, post: 422 } }

export function loader({ request }: Route.LoaderArgs) {
  return { closeTo: listPath(request) }
}

type Answered = { ok: boolean; message: string; plan: ShownPlan | null }

const MAX_BYTES = 1024 * 1024
const CHOOSE = 'Please choose a CSV file'
const TOO_LARGE = 'The file is too large: at most 1 MB'

const refused = (message: string, status: number) =>
  data<Answered>({ ok: false, message, plan: null }, { status })

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('look').optional(),
    sheet: z.file(CHOOSE).min(1, CHOOSE).max(MAX_BYTES, TOO_LARGE),
  }),
  z.object({ intent: z.literal('apply'), changes: z.preprocess(jsonOf, bulkChangesInput) }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await readForm(request)
  if (form === 'too_large') return refused(TOO_LARGE, 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  const sent = readFields(forms, form)
  if (!sent.ok) return invalid(sent, sent.problems.sheet ?? 'Please send the file again')
  if (sent.value.intent === 'apply') return apply(ctx, sent.value.changes, listPath(request))
  return dryRun(ctx, sent.value.sheet)
}

async function dryRun(ctx: StaffCtx, file: File) {
  // Asked before, so that the changes that are shown can be applied.
  if (!isFresh(ctx)) return refused(REFUSALS.factor_stale.en, 403)
  const csv = await readCsv(await file.bytes(), MAX_BULK_ROWS)
  if (!csv.ok) return refused(csvFileSentence(csv.problem), 422)
  const read = readBulkRows(csv.file)
  if (typeof read === 'string') return refused(read, 422)
  const sheet = { headings: csv.file.headings, rows: read.rows }
  const { changes, problems } = planBulk(await listBulkProducts(ctx.db), sheet, ctx.config.taxes)
  const all = [...read.problems, ...problems].toSorted((one, other) => one.line - other.line)
  const plan = { changes, problems: all, unread: read.unread }
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
