import { data, Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { AdminTable } from '#app/desk/admin-page.tsx'
import { CsvField } from '#app/desk/csv-field.tsx'
import { listBehind } from '#app/desk/pager.tsx'
import { PRODUCTS } from '#app/desk/paths.ts'
import { RecordDialog } from '#app/desk/record-dialog.tsx'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { invalid, readForm } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readCsv } from '#infra/csv/read-csv.ts'
import { applyBulkChange, type BulkConflict } from '#shop/catalogue/apply-bulk-change.ts'
import {
  type BulkChange,
  type BulkPlan,
  bulkChangesInput,
  MAX_BULK_ROWS,
  planBulk,
  planSelection,
  readBulkRows,
  SHEET_FIELDS,
  type SheetField,
} from '#shop/catalogue/bulk.ts'
import { LIST_CHANGES, type ListChange, PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { listBulkProducts } from '#shop/catalogue/products.read.ts'
import { type Field, isNullable, snakeCase } from '#shop/field.ts'
import { csvFileSentence } from '#shop/kernel/csv-file.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { formatPrice, type Money } from '#shop/kernel/money.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/bulk.ts'

export const handle: PageHandle = { guard: 'catalogue', access: { get: 200, post: 422 } }

type SheetColumn = { key: SheetField; label: string; isAmount: boolean }

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function sheetHelp(): string {
  const names = SHEET_FIELDS.map(snakeCase)
  const nullable = SHEET_FIELDS.filter((key) => isNullable(PRODUCT_FIELDS[key])).map(snakeCase)
  const columns = orList.format([...names, 'status (active or inactive)', 'on_shelf'])
  return `change ${columns}, and send the file back. An empty cell stays as it is, but an empty ${orList.format(nullable)} means none.`
}

export function loader({ request }: Route.LoaderArgs) {
  const fields = SHEET_FIELDS.map((key): SheetColumn => {
    const { label, kind }: Field = PRODUCT_FIELDS[key]
    return { key, label, isAmount: kind === 'amount' }
  })
  return { fields, help: sheetHelp(), closeTo: listBehind(request, PRODUCTS, PRODUCT_FILTERS) }
}

type PreviewAnswer = { ok: boolean; message: string; plan: PreviewPlan | null; isSelection?: boolean }

const MAX_BYTES = 1024 * 1024
const CHOOSE = 'Please choose a CSV file'
const TOO_LARGE = 'The file is too large: at most 1 MB'

const NOTHING_YET = 'Nothing has been changed yet'

const refuseSheet = (message: string, status: number, isSelection = false) =>
  data<PreviewAnswer>({ ok: false, message, plan: null, isSelection }, { status })

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('look').optional(),
    sheet: z.file(CHOOSE).min(1, CHOOSE).max(MAX_BYTES, TOO_LARGE),
  }),
  z.object({
    intent: z.literal('select'),
    change: z.enum(Object.keys(LIST_CHANGES) as ListChange[]),
    value: z.string().max(20).default(''),
  }),
  z.object({
    intent: z.literal('apply'),
    isSelection: z.string().optional(),
    changes: z.preprocess(jsonOf, bulkChangesInput),
  }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await readForm(request)
  if (form === 'too_large') return refuseSheet(TOO_LARGE, 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  const fields = readFields(forms, form)
  if (!fields.ok) return invalid(fields, fields.problems.sheet ?? 'Please send the file again')
  switch (fields.value.intent) {
    case 'apply':
      return apply(ctx, fields.value, request)
    case 'select':
      return previewSelection(ctx, new Set(form.getAll('product').map(String)), fields.value)
    default:
      return dryRun(ctx, fields.value.sheet)
  }
}

async function previewSelection(
  ctx: StaffCtx,
  ids: ReadonlySet<string>,
  change: { change: ListChange; value: string },
) {
  if (!isFresh(ctx)) return refuseSheet(REFUSALS.factor_stale.en, 403, true)
  if (ids.size === 0) return refuseSheet('Please select at least one product in the list', 422, true)
  const products = await listBulkProducts(ctx.db, dayOf(ctx.now))
  const plan = { ...planSelection(products, { ids, ...change }, ctx.config.taxes), unread: [] }
  return data<PreviewAnswer>({ ok: true, message: NOTHING_YET, plan, isSelection: true })
}

async function dryRun(ctx: StaffCtx, file: File) {
  // Checks this before the preview, because applying the changes needs it, too.
  if (!isFresh(ctx)) return refuseSheet(REFUSALS.factor_stale.en, 403)
  const csv = await readCsv(await file.bytes(), MAX_BULK_ROWS)
  if (!csv.ok) return refuseSheet(csvFileSentence(csv.problem), 422)
  const result = readBulkRows(csv.file)
  if (typeof result === 'string') return refuseSheet(result, 422)
  const sheet = { headings: csv.file.headings, rows: result.rows }
  const { changes, problems } = planBulk(
    await listBulkProducts(ctx.db, dayOf(ctx.now)),
    sheet,
    ctx.config.taxes,
  )
  const all = [...result.problems, ...problems].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
  const plan = { changes, problems: all, unread: result.unread }
  return data<PreviewAnswer>({ ok: true, message: NOTHING_YET, plan })
}

type Application = { changes: z.infer<typeof bulkChangesInput>; isSelection?: string | undefined }

async function apply(ctx: StaffCtx, { changes, isSelection }: Application, request: Request) {
  const applied = await applyBulkChange(ctx, changes, isSelection ? 'admin' : 'counted')
  if (applied.ok) return redirect(listBehind(request, PRODUCTS, PRODUCT_FILTERS, { done: 'applied' }), 303)
  if (applied.reason === 'factor_stale')
    return refuseSheet(REFUSALS.factor_stale.en, 403, Boolean(isSelection))
  if (applied.reason === 'not_allowed') throw data(null, { status: 403 })
  const names = applied.conflicts.slice(0, 5).map(conflictText).join(', ')
  const remedy = isSelection
    ? 'Please close this and choose the change again.'
    : 'Please download the sheet again.'
  const message = `Nothing was changed: ${names} changed in the meantime. ${remedy}`
  return refuseSheet(message, 409, Boolean(isSelection))
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

/** `unread`: the columns of the sheet that are not read. */
type PreviewPlan = BulkPlan & { unread: string[] }

/** Changes products by CSV (download, upload) or for ticked rows. Shows the changes, then applies exactly these. */
export default function BulkDialog({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { fields, help, closeTo } = loaderData
  const preview = answer && 'plan' in answer ? answer : null
  const { plan = null, isSelection = false } = preview ?? {}
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <RecordDialog
      title={isSelection ? 'Change the selected products' : 'Prices and stock by CSV'}
      closeTo={closeTo}
      answer={answer}
    >
      {!isSelection && <SheetForm help={help} isChecked={plan !== null} isBusy={isBusy} />}
      {plan && <Plan {...{ plan, fields, isBusy, isSelection }} />}
    </RecordDialog>
  )
}

function SheetForm({ help, isChecked, isBusy }: { help: string; isChecked: boolean; isBusy: boolean }) {
  return (
    <Form method="post" replace encType="multipart/form-data" className="record-form">
      <p>
        <a href={`${PRODUCTS}.csv`} className="link" download>
          Download all products as CSV
        </a>
        {`, ${help} on_shelf is the counted number: the units to sell and those that are set_aside for orders. `}
        Leave on_shelf_read as it is: it is the level when you downloaded the sheet.
      </p>
      <CsvField label="CSV file" name="sheet" />
      <Button look={isChecked ? 'line' : 'solid'} name="intent" value="look" busy={isBusy}>
        Show what would change
      </Button>
    </Form>
  )
}

const columns = (fields: SheetColumn[]): Column<BulkChange>[] => [
  column.title('Product', ({ name }) => <b>{name}</b>),
  ...fields.map(({ key, label, isAmount }) => {
    const cell = ({ [key]: step }: BulkChange) => step && <Step {...step} isAmount={isAmount} />
    return isAmount ? column.number(label, cell) : column.text(label, cell)
  }),
  column.text('Status', ({ status }) => status && <Step {...status} isAmount={false} />),
  column.number('On the shelf', ({ stock }) => stock && <Step {...stock} isAmount={false} />),
]

function Step({ from, to, isAmount }: { from: unknown; to: unknown; isAmount: boolean }) {
  const text = (value: unknown) =>
    value === null || value === '' ? 'none' : isAmount ? formatPrice(value as Money) : String(value)
  return (
    <span className="change-fields">
      <del>{text(from)}</del> → <ins>{text(to)}</ins>
    </span>
  )
}

type PlanProps = { plan: PreviewPlan; fields: SheetColumn[]; isBusy: boolean; isSelection: boolean }

function Plan({ plan: { changes, problems, unread }, fields, isBusy, isSelection }: PlanProps) {
  return (
    <section>
      <h3>{changes.length === 1 ? '1 product would change' : `${changes.length} products would change`}</h3>
      {problems.length > 0 && (
        <ul className="bulk-problems">
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{line === null ? message : `Line ${line}, ${message}`}</li>
          ))}
        </ul>
      )}
      {unread.length > 0 && <p className="mb-3">Columns that are not read: {unread.join(', ')}.</p>}
      <AdminTable
        caption="What would change"
        columns={columns(fields)}
        rows={changes}
        empty={<EmptyList title="Nothing would change" />}
      />
      {changes.length > 0 && (
        <Form method="post" replace encType="multipart/form-data" className="record-form mt-4">
          <input type="hidden" name="changes" value={JSON.stringify(changes)} />
          {isSelection && <input type="hidden" name="isSelection" value="1" />}
          {problems.length > 0 && <p>{isSelection ? 'Products' : 'Lines'} with a problem are left out.</p>}
          <Button name="intent" value="apply" busy={isBusy}>
            Apply exactly this
          </Button>
        </Form>
      )}
    </section>
  )
}
