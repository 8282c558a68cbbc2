import { documentPath, TAX_COLUMNS } from '#app/admin/accounts/period-list.tsx'
import { AdminPage, TableSection } from '#app/desk/admin-page.tsx'
import { ACCOUNTS } from '#app/desk/paths.ts'
import { OrderLink } from '#app/desk/staff-link.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { buttonClass } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Icon } from '#app/kit/icon.tsx'
import { Ledger } from '#app/kit/ledger.tsx'
import { TextLink } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import {
  grossOf,
  type InvoiceDocument,
  type InvoiceLine,
  nameOfNumber,
  numberFromName,
  UQC,
} from '#shop/invoices/invoice-document.ts'
import { findNumbered } from '#shop/invoices/invoices.read.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { stateWithCode } from '#shop/kernel/gst-states.ts'
import { add, formatAmount, NO_MONEY } from '#shop/kernel/money.ts'
import { percentText } from '#shop/kernel/tax.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { Route } from './+types/document.ts'

export const handle: PageHandle = {
  guard: 'accounts',
  title: null,
  access: { at: '/admin/dashboard/accounts/documents/{document}', get: 200 },
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const number = numberFromName(params.number)
  const found = orNotFound(number && (await findNumbered(ctx.db, number)))
  await recordView(ctx, { entity: 'order', entityId: found.orderId, personId: found.userId })
  const { document, notes } = found
  return { document, notes, month: dayOf(new Date(document.issuedAt)).slice(0, 7) }
}

/** One invoice or credit note as it was issued, even if it was credited later. */
export default function DocumentPage({ loaderData: { document, notes, month } }: Route.ComponentProps) {
  const { kind, number, against, buyer, shipTo, payment, reason, orderId, issuedAt, isSample } = document
  const facts = [
    { label: 'Date', value: formatDay(new Date(issuedAt)) },
    { label: 'Order', value: <OrderLink id={orderId} /> },
    { label: 'Buyer', value: buyer.gstin ? `${buyer.name}, GSTIN ${buyer.gstin}` : buyer.name },
    { label: shipTo ? 'Bill to' : 'Address', value: buyer.lines.join(', ') },
    ...(shipTo ? [{ label: 'Ship to', value: [shipTo.name, ...shipTo.lines].join(', ') }] : []),
    { label: 'Place of supply', value: buyer.state ? stateWithCode(buyer.state) : 'Unknown' },
    { label: 'Payment', value: payment },
    ...(against ? [{ label: 'Credit for invoice', value: <DocumentLink {...against} /> }] : []),
    ...(reason ? [{ label: 'Reason', value: reason }] : []),
    ...notes.map((note) => ({
      label: 'Credited by',
      value: (
        <>
          <DocumentLink {...note} />: {formatAmount(note.amount)}
        </>
      ),
    })),
  ]
  return (
    <AdminPage
      title={`${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`}
      back={{ to: `${ACCOUNTS}/documents?period=${month}`, label: 'Documents' }}
      actions={
        <a href={`${ACCOUNTS}/files/${nameOfNumber(number)}.pdf`} className={buttonClass({ look: 'line' })}>
          <Icon name={moreIcons.download} />
          <span>PDF</span>
        </a>
      }
    >
      {isSample && (
        <Banner live={false} className="mb-5" title="A sample from the demo shop, not a tax document." />
      )}
      <Ledger rows={facts} className="max-w-read" />
      <TableSection title="Lines" caption={`Lines of ${number}`} columns={COLUMNS} rows={document.lines} />
      <Ledger rows={sumsOf(document)} className="mt-5 max-w-read" />
    </AdminPage>
  )
}

function DocumentLink({ number, issuedAt }: { number: string; issuedAt: string | Date }) {
  return (
    <TextLink to={documentPath(number)}>
      {number} of {formatDay(new Date(issuedAt))}
    </TextLink>
  )
}

const COLUMNS: Column<InvoiceLine>[] = [
  column.title('Goods', ({ description }) => description),
  column.text('HSN code', ({ hsnCode }) => hsnCode || 'none'),
  column.number('Quantity', ({ quantity }) => (quantity === null ? '-' : `${quantity} ${UQC}`)),
  column.number('GST', ({ rate }) => percentText(rate)),
  ...TAX_COLUMNS,
  column.figure('Amount', (line) => formatAmount(grossOf(line))),
]

function sumsOf({ taxable, cgst, sgst, igst, roundOff, total }: InvoiceDocument) {
  const rows = [
    { label: 'Taxable value', value: formatAmount(taxable) },
    { label: 'GST', value: formatAmount(add(cgst, sgst, igst)) },
    ...(roundOff === NO_MONEY ? [] : [{ label: 'Round-off', value: formatAmount(roundOff) }]),
  ]
  return [...rows, { label: 'Total', value: formatAmount(total), strong: true }]
}
