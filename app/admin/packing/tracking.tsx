import { data, Form } from 'react-router'
import { z } from 'zod'
import {
  CarrierField,
  ChooseColumns,
  type ColumnQuestion,
  NO_COLUMN,
  questionOf,
} from '#app/admin/packing/choose-columns.tsx'
import { AdminPage, AdminTable } from '#app/desk/admin-page.tsx'
import { CsvField } from '#app/desk/csv-field.tsx'
import { PACKING } from '#app/desk/paths.ts'
import { OrderLink } from '#app/desk/staff-link.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { readFields, typedValues } from '#app/kit/form-fields.ts'
import { Badge } from '#app/kit/status.tsx'
import { readForm } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readCsv } from '#infra/csv/read-csv.ts'
import { type CsvFile, columnLabel, csvFileSentence, unreadColumns } from '#shop/kernel/csv-file.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { CARRIERS } from '#shop/orders/carriers.ts'
import { rememberColumns } from '#shop/orders/packing-desk.ts'
import { findNamedOrders, rememberedColumns } from '#shop/orders/tracking-file.read.ts'
import {
  type CheckedLine,
  certainColumns,
  checkLines,
  isChoiceOf,
  MAX_CARRIER_LENGTH,
  MAX_TRACKING_LINES,
  placesIn,
  readTrackingLines,
  type TrackingColumns,
} from '#shop/orders/tracking-file.ts'
import type { Route } from './+types/tracking.ts'

export const handle: PageHandle = {
  guard: 'packing',
  title: 'Tracking numbers',
  access: { get: 200, post: 422 },
}

const MAX_BYTES = 256 * 1024
const TOO_LARGE = 'The file is too large: at most 256 KB'
const CHOOSE = 'Please choose a CSV file'

const columnIndex = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
const columnsForm = z.object({
  order: columnIndex,
  number: columnIndex,
  courier: z.union([z.literal(NO_COLUMN).transform(() => null), columnIndex]),
})
const uploadForm = z.object({
  file: z.file(CHOOSE).max(MAX_BYTES, TOO_LARGE).optional(),
  content: z.string().max(MAX_BYTES, TOO_LARGE).optional(),
  carrier: z.enum(['', ...CARRIERS], 'Please choose a carrier'),
  /** `ask`: the user wants to choose different columns. */
  columns: z.enum(['ask', 'chosen']).optional(),
})

type Answer =
  | { problem: string }
  | (ColumnQuestion & { content: string; carrier: string })
  | { lines: CheckedLine[]; unread: string[]; content: string; carrier: string }

const refuseFile = (problem: string, status: number) => data<Answer>({ problem }, { status })

/** Checks a carrier's file line by line. Changes nothing: a second form sends the lines to the packing desk. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await readForm(request)
  if (form === 'too_large') return refuseFile(TOO_LARGE, 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  const fields = readFields(uploadForm, form)
  if (!fields.ok) return refuseFile(Object.values(fields.problems)[0] ?? CHOOSE, 422)
  const { file, content, carrier } = fields.value
  const source = file?.size ? await file.bytes() : content
  if (source === undefined) return refuseFile(CHOOSE, 422)
  const csv = await readCsv(source, MAX_TRACKING_LINES)
  if (!csv.ok) return refuseFile(csvFileSentence(csv.problem), 422)
  const columns = await columnsFor(ctx, csv.file, form)
  const { text } = csv.file
  if (!columns || fields.value.columns === 'ask' || (columns.carrier === null && carrier === '')) {
    const question = questionOf(
      csv.file,
      columns,
      fields.value.columns === 'chosen' ? typedValues(form) : null,
    )
    return data<Answer>({ ...question, content: text, carrier }, { status: 422 })
  }
  const lines = readTrackingLines(csv.file, columns, carrier)
  const checked = checkLines(lines, await findNamedOrders(ctx.db, lines))
  const unread = unreadColumns(csv.file, placesIn(columns)).map(columnLabel)
  return data<Answer>({ lines: checked, unread, content: text, carrier })
}

/**
 * Returns the chosen columns, otherwise those chosen for an earlier file with the same headings, otherwise certain
 * columns, or null.
 */
async function columnsFor(ctx: StaffCtx, file: CsvFile, form: FormData): Promise<TrackingColumns | null> {
  if (form.get('columns') !== 'chosen')
    return (await rememberedColumns(ctx.db, ctx.actor.id, file)) ?? certainColumns(file)
  const chosen = readFields(columnsForm, form)
  if (!chosen.ok) return null
  const { order, number, courier: carrier } = chosen.value
  const columns = { order, number, carrier }
  if (!isChoiceOf(file, columns)) return null
  await rememberColumns(ctx, file, columns)
  return columns
}

export default function Tracking({ actionData: answer }: Route.ComponentProps) {
  return (
    <AdminPage back={{ to: `${PACKING}?stage=ship`, label: 'To ship' }}>
      {answer && 'problem' in answer && (
        <Banner tone="danger" className="mb-5">
          {answer.problem}
        </Banner>
      )}
      <p className="mb-5 max-w-read text-ink-soft">
        A CSV file from a carrier or an aggregator such as Shiprocket, Delhivery, NimbusPost, iThink or
        Pickrr. It needs a column for the order (its ID, at least the first 8 characters of it, or the invoice
        number) and one for the tracking number (also called AWB, waybill or consignment number). One for the
        carrier is optional. If the headings are unclear, you choose the columns, and the shop remembers that
        for you. You see every line before anything changes.
      </p>
      <Form method="post" encType="multipart/form-data" className="spend-form" noValidate>
        <CsvField label="Carrier’s file, CSV" name="file" />
        <CarrierField
          label="Carrier of lines without one"
          carrier={answer && 'carrier' in answer ? answer.carrier : ''}
        />
        <Button look="line">Check the file</Button>
      </Form>
      {answer && 'columns' in answer && <ChooseColumns key={answer.content} {...answer} />}
      {answer && 'lines' in answer && <CheckedLines {...answer} />}
    </AdminPage>
  )
}

const COLUMNS: Column<CheckedLine>[] = [
  column.text('Line', ({ at }) => at),
  column.title('Order', ({ order, found }) =>
    found ? (
      <span>
        <OrderLink id={found.id} />
        {order.toLowerCase() !== found.id && (
          <span className="data-sub">In the file: {order.slice(0, 60)}</span>
        )}
      </span>
    ) : (
      order.slice(0, 60) || '–'
    ),
  ),
  column.text('Customer', ({ found }) => found?.customerName ?? '–'),
  column.text('Tracking number', ({ number }) => number.slice(0, 100) || '–', {
    note: ({ carrier }) => carrier?.slice(0, MAX_CARRIER_LENGTH),
  }),
  column.state('Result', ({ problem }) =>
    problem ? <Badge tone="danger">{problem}</Badge> : <Badge tone="positive">Can be shipped</Badge>,
  ),
]

function CheckedLines({ lines, unread, content, carrier }: Extract<Answer, { lines: object }>) {
  const good = lines.filter(({ problem }) => problem === null)
  const bad = lines.length - good.length
  return (
    <section aria-labelledby="checked" className="mt-8">
      <h2 id="checked" className="mb-3 font-semibold text-lg" tabIndex={-1}>
        {pluralize(good.length, 'line')} can be shipped
        {bad > 0 && `, ${pluralize(bad, 'line')} will be left out`}
      </h2>
      {unread.length > 0 && (
        <p className="mb-3 max-w-read text-ink-soft">Columns that are not read: {unread.join(', ')}.</p>
      )}
      <Form method="post" encType="multipart/form-data" className="mb-4">
        <input type="hidden" name="content" value={content} />
        <input type="hidden" name="carrier" value={carrier} />
        <Button look="line" name="columns" value="ask">
          Choose other columns
        </Button>
      </Form>
      <AdminTable caption="Lines of the file" columns={COLUMNS} rows={lines} />
      {good.length > 0 && (
        <Form method="post" action={PACKING} className="mt-4">
          <input type="hidden" name="intent" value="ship" />
          {good.map(({ found, number, carrier: name }) => (
            <span key={found?.id}>
              <input type="hidden" name="order" value={`${found?.id}:${found?.version}`} />
              <input type="hidden" name={`carrier:${found?.id}`} value={name} />
              <input type="hidden" name={`number:${found?.id}`} value={number} />
            </span>
          ))}
          <Button>Mark {pluralize(good.length, 'order')} as shipped</Button>
        </Form>
      )}
    </section>
  )
}
