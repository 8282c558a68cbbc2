import { data, Form } from 'react-router'
import { z } from 'zod'
import { AdminPage } from '#app/admin/kit/admin-page.tsx'
import { StaffLink } from '#app/admin/kit/staff-link.tsx'
import { ORDERS, PACKING } from '#app/admin/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { SelectField } from '#app/kit/fields.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { Badge } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { readForm } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { decodeSheet, quoteProblem, sheetRows } from '#app/request/sheet-text.server.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { counted } from '#shop/kernel/text.ts'
import { CARRIERS } from '#shop/orders/carriers.ts'
import { findNamedOrders } from '#shop/orders/tracking-file.read.ts'
import {
  type CheckedLine,
  type ColumnChoice,
  checkLines,
  MAX_CARRIER_LENGTH,
  MAX_TRACKING_LINES,
  type ReadFile,
  readTrackingLines,
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

const place = z.preprocess((text) => text || undefined, z.coerce.number().int().min(0).max(1000).optional())
const uploadForm = z.object({
  file: z.file(CHOOSE).max(MAX_BYTES, TOO_LARGE).optional(),
  /** The text of a file that was sent before, with the columns that were chosen for it. */
  content: z.string().max(MAX_BYTES, TOO_LARGE).optional(),
  carrier: z.enum(CARRIERS, 'Please choose a carrier'),
  order: place,
  number: place,
  courier: place,
})

type Choices = Extract<ReadFile, { kind: 'choose' }>['choices']
type Answer =
  | { problem: string }
  | { choices: Choices; content: string; carrier: string }
  | { lines: CheckedLine[]; carrier: string }

const refused = (problem: string, status: number) => data<Answer>({ problem }, { status })

/** Shows a carrier's file line by line. Nothing changes until the second form sends its lines to the packing desk. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(staffContext)
  const form = await readForm(request)
  if (form === 'too_large') return refused(TOO_LARGE, 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  const sent = readFields(uploadForm, form)
  if (!sent.ok) return refused(Object.values(sent.problems)[0] ?? CHOOSE, 422)
  const { file, content, carrier, order, number, courier } = sent.value
  if (content === undefined && !file?.size) return refused(CHOOSE, 422)
  const sheet = file?.size ? decodeSheet(await file.bytes()) : { ok: true as const, text: content ?? '' }
  if (!sheet.ok) return refused(sheet.problem, 422)
  const found = sheetRows(sheet.text, MAX_TRACKING_LINES)
  if (!found.ok) return refused(quoteProblem(found), 422)
  const read = readTrackingLines(found.rows, { order, number, carrier: courier }, found.lines)
  if (read.kind === 'problem') return refused(read.problem, 422)
  if (read.kind === 'choose')
    return data<Answer>({ choices: read.choices, content: sheet.text, carrier }, { status: 422 })
  return data<Answer>({ lines: checkLines(read.lines, await findNamedOrders(db, read.lines)), carrier })
}

export default function Tracking({ actionData: answer }: Route.ComponentProps) {
  return (
    <AdminPage
      actions={
        <ButtonLink to={`${PACKING}?stage=ship`} look="line" icon="arrow-left">
          To ship
        </ButtonLink>
      }
    >
      {answer && 'problem' in answer && (
        <Banner tone="danger" className="mb-5">
          {answer.problem}
        </Banner>
      )}
      <p className="mb-5 max-w-read text-ink-soft">
        A CSV file with a column for the order (its ID, at least the first 8 characters of it, or the invoice
        number), one for the tracking number (also called AWB, waybill or consignment number) and, if you
        like, one for the carrier, in UTF-8 or UTF-16. You see every line before anything changes.
      </p>
      <Form method="post" encType="multipart/form-data" className="spend-form" noValidate>
        <div className="field">
          <label htmlFor="file" className="field-label">
            Carrier’s file, CSV
          </label>
          <input id="file" type="file" name="file" accept=".csv,text/csv" required />
        </div>
        <SelectField label="Carrier of lines without one" name="carrier" defaultValue={CARRIERS[0]}>
          {CARRIERS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button look="line">Check the file</Button>
      </Form>
      {answer && 'choices' in answer && <ChooseColumns {...answer} />}
      {answer && 'lines' in answer && <Checked {...answer} />}
    </AdminPage>
  )
}

const QUESTIONS = [
  { kind: 'order', name: 'order', label: 'The order' },
  { kind: 'number', name: 'number', label: 'The tracking number' },
  { kind: 'carrier', name: 'courier', label: 'The carrier' },
] as const

/** Asks which of several columns is meant; the file's text is sent along, so that it need not be chosen again. */
function ChooseColumns({ choices, content, carrier }: Extract<Answer, { choices: object }>) {
  const asked = QUESTIONS.flatMap((question) => {
    const columns = choices[question.kind]
    return columns ? [{ ...question, columns }] : []
  })
  return (
    <section aria-labelledby="choose" className="mt-8">
      <h2 id="choose" className="mb-3 font-semibold text-lg">
        Which column is meant?
      </h2>
      <Banner tone="warning" className="mb-4">
        {asked.map(({ label, columns }) => (
          <p key={label}>
            {label} can be in {columns.map(named).join(' or ')}.
          </p>
        ))}
      </Banner>
      <Form method="post" encType="multipart/form-data" className="spend-form">
        <input type="hidden" name="content" value={content} />
        <input type="hidden" name="carrier" value={carrier} />
        {asked.map(({ name, label, columns }) => (
          <SelectField key={name} label={label} name={name} required defaultValue="">
            <option value="">Choose a column</option>
            {columns.map((column) => (
              <option key={column.at} value={column.at}>
                {named(column)}, for example {column.example.slice(0, 40)}
              </option>
            ))}
          </SelectField>
        ))}
        <Button>Read these columns</Button>
      </Form>
    </section>
  )
}

/** '“AWB” (column 3)': two columns can have one name. */
function named({ heading, at }: ColumnChoice): string {
  return `“${heading.slice(0, 60)}” (column ${at + 1})`
}

const COLUMNS: Column<CheckedLine>[] = [
  { key: 'at', header: 'Line', cell: ({ at }) => at },
  {
    key: 'order',
    header: 'Order',
    place: 'title',
    cell: ({ order, found }) =>
      found ? (
        <span>
          <StaffLink to={`${ORDERS}/${found.id}`}>{shortId(found.id)}</StaffLink>
          {order.toLowerCase() !== found.id && (
            <span className="data-sub">In the file: {order.slice(0, 60)}</span>
          )}
        </span>
      ) : (
        order.slice(0, 60) || '–'
      ),
  },
  { key: 'customer', header: 'Customer', cell: ({ found }) => found?.customerName ?? '–' },
  {
    key: 'number',
    header: 'Tracking number',
    cell: ({ number, carrier }) => (
      <span>
        {number.slice(0, 100) || '–'}
        {carrier && <span className="data-sub">{carrier.slice(0, MAX_CARRIER_LENGTH)}</span>}
      </span>
    ),
  },
  {
    key: 'problem',
    header: 'Result',
    place: 'state',
    cell: ({ problem }) =>
      problem ? <Badge tone="danger">{problem}</Badge> : <Badge tone="positive">Can be shipped</Badge>,
  },
]

/** The lines of the file, and the form that ships those without a problem. */
function Checked({ lines, carrier }: { lines: CheckedLine[]; carrier: string }) {
  const good = lines.filter(({ problem }) => problem === null)
  const bad = lines.length - good.length
  return (
    <section aria-labelledby="checked" className="mt-8">
      <h2 id="checked" className="mb-3 font-semibold text-lg" tabIndex={-1}>
        {counted(good.length, 'line')} can be shipped{bad > 0 && `, ${counted(bad, 'line')} will be left out`}
      </h2>
      <Table
        dense
        caption="Lines of the file"
        columns={COLUMNS}
        rows={lines}
        rowKey={({ at }) => String(at)}
      />
      {good.length > 0 && (
        <Form method="post" action={PACKING} className="mt-4">
          <input type="hidden" name="intent" value="ship" />
          {good.map(({ found, number, carrier: own }) => (
            <span key={found?.id}>
              <input type="hidden" name="order" value={`${found?.id}:${found?.version}`} />
              <input type="hidden" name={`carrier:${found?.id}`} value={own || carrier} />
              <input type="hidden" name={`number:${found?.id}`} value={number} />
            </span>
          ))}
          <Button>Mark {counted(good.length, 'order')} as shipped</Button>
        </Form>
      )}
    </section>
  )
}
