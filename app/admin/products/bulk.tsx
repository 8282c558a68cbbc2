import { data, redirect } from 'react-router'
import { readBulkCsv, SHEET_TOO_LARGE } from '#app/admin/products/bulk-csv.server.ts'
import { BulkDialog } from '#app/admin/products/bulk-dialog.tsx'
import { listPath } from '#app/admin/products/products-list.server.ts'
import { readForm } from '#app/request/form.server.ts'
import { type AdminCtx, adminContext } from '#app/request/guards.server.ts'
import { applyBulkChange, type BulkConflict } from '#shop/catalogue/apply-bulk-change.ts'
import { listBulkProducts } from '#shop/catalogue/bulk.read.ts'
import { type BulkPlan, bulkChangesInput, planBulk } from '#shop/catalogue/bulk.ts'
import type { Route } from './+types/bulk.ts'

export function loader({ request }: Route.LoaderArgs) {
  return { closeTo: listPath(request) }
}

type Answered = { ok: boolean; message: string; plan: BulkPlan | null }

const refused = (message: string, status: number) =>
  data<Answered>({ ok: false, message, plan: null }, { status })

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await readForm(request)
  if (form === 'too_large') return refused(SHEET_TOO_LARGE, 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  return form.get('intent') === 'apply' ? apply(ctx, form, listPath(request)) : dryRun(ctx, form)
}

async function dryRun(ctx: AdminCtx, form: FormData) {
  const sheet = form.get('sheet')
  if (!(sheet instanceof File) || sheet.size === 0) return refused('Please choose a CSV file', 422)
  const rows = readBulkCsv(await sheet.text())
  if (typeof rows === 'string') return refused(rows, 422)
  const plan = planBulk(await listBulkProducts(ctx.db), rows)
  return data<Answered>({ ok: true, message: 'Nothing has been changed yet', plan })
}

async function apply(ctx: AdminCtx, form: FormData, backTo: string) {
  const parsed = bulkChangesInput.safeParse(jsonOf(form.get('changes')))
  if (!parsed.success) return refused('Please send the file again', 422)
  const applied = await applyBulkChange(ctx, parsed.data)
  if (applied.ok) return redirect(`${backTo}${backTo.includes('?') ? '&' : '?'}done=applied`, 303)
  if (applied.reason === 'not_admin') throw data(null, { status: 403 })
  const names = applied.conflicts.slice(0, 5).map(conflictText).join(', ')
  return refused(
    `Nothing was changed: ${names} changed in the meantime. Please download the sheet again.`,
    409,
  )
}

const conflictText = ({ name, stock }: BulkConflict) =>
  stock ? `${name} (stock was ${stock.shown}, is ${stock.now} now)` : name

function jsonOf(value: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(value))
  } catch {
    return null
  }
}

export default function Bulk({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && { ok: actionData.ok, message: actionData.message }
  return <BulkDialog {...loaderData} answer={answer} plan={actionData?.plan ?? null} />
}
