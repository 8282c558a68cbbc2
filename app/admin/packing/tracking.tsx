import { data, Form } from 'react-router'
import { z } from 'zod'
import { AdminPage } from '#app/admin/kit/admin-page.tsx'
import { csvRows } from '#app/admin/kit/csv-rows.server.ts'
import { ORDERS, PACKING } from '#app/admin/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { SelectField } from '#app/kit/fields.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { Badge } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { readForm } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { counted } from '#shop/kernel/text.ts'
import { CARRIERS } from '#shop/orders/carriers.ts'
import { findNamedOrders } from '#shop/orders/tracking-file.read.ts'
import {
  type CheckedLine,
  checkLines,
  MAX_TRACKING_LINES,
  readTrackingLines,
} from '#shop/orders/tracking-file.ts'
import type { Route } from './+types/tracking.ts'

export const handle: PageHandle = { title: 'Tracking numbers', access: { get: 200, post: 422 } }

const MAX_BYTES = 256 * 1024
const TOO_LARGE = 'The file is too large: at most 256 KB'
const CHOOSE = 'Please choose a CSV file'

const uploadForm = z.object({
  file: z.file(CHOOSE).min(1, CHOOSE).max(MAX_BYTES, TOO_LARGE),
  carrier: z.enum(CARRIERS, 'Please choose a carrier'),
})

type Answer = { problem: string } | { lines: CheckedLine[]; carrier: string }

const refused = (problem: string, status: number) => data<Answer>({ problem }, { status })

/** Shows a carrier's file line by line. Nothing changes until the second form sends its lines to the packing desk. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(adminContext)
  const form = await readForm(request)
  if (form === 'too_large') return refused(TOO_LARGE, 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  const sent = readFields(uploadForm, form)
  if (!sent.ok) return refused(Object.values(sent.problems)[0] ?? CHOOSE, 422)
  const rows = csvRows(await sent.value.file.text(), MAX_TRACKING_LINES)
  const lines = rows && readTrackingLines(rows)
  if (!lines) return refused('This is no CSV file', 422)
  if (typeof lines === 'string') return refused(lines, 422)
  return data<Answer>({
    lines: checkLines(lines, await findNamedOrders(db, lines)),
    carrier: sent.value.carrier,
  })
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
        A CSV file with a column for the order (its ID, the beginning of it, or the invoice number), one for
        the tracking number (also called AWB, waybill or consignment number) and, if you like, one for the
        carrier. You see every line before anything changes.
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
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Button look="line">Check the file</Button>
      </Form>
      {answer && 'lines' in answer && <Checked {...answer} />}
    </AdminPage>
  )
}

const COLUMNS: Column<CheckedLine>[] = [
  { key: 'at', header: 'Line', cell: ({ at }) => at },
  {
    key: 'order',
    header: 'Order',
    place: 'title',
    cell: ({ order, found }) =>
      found ? <Link to={`${ORDERS}/${found.id}`}>{shortId(found.id)}</Link> : order.slice(0, 60) || '–',
  },
  { key: 'customer', header: 'Customer', cell: ({ found }) => found?.customerName ?? '–' },
  {
    key: 'number',
    header: 'Tracking number',
    cell: ({ number, carrier }) => (
      <span>
        {number.slice(0, 100) || '–'}
        {carrier && <span className="data-sub">{carrier}</span>}
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
