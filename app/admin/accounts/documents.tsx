import { data } from 'react-router'
import { z } from 'zod'
import { documentPath, PER_PAGE, PeriodList, pageOf } from '#app/admin/accounts/period-list.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listRegister, readAccounts, sumRegister } from '#shop/accounts/accounts.read.ts'
import {
  DOCUMENT_KINDS,
  type DocumentFilter,
  type DocumentSums,
  listsWholeDocuments,
  netOf,
  type RegisterRow,
  type TaxSums,
} from '#shop/accounts/accounts.ts'
import { type AccountPeriod, periodOrMonth } from '#shop/accounts/period.ts'
import type { Db } from '#shop/ctx.ts'
import { isDay, startOf } from '#shop/kernel/day.ts'
import { stateWithCode } from '#shop/kernel/gst-states.ts'
import { formatAmount, type Money, NO_MONEY, subtract } from '#shop/kernel/money.ts'
import { percentText } from '#shop/kernel/tax.ts'
import { isStorable } from '#shop/kernel/text.ts'
import type { Route } from './+types/documents.ts'

export const handle: PageHandle = {
  guard: 'accounts',
  title: 'Documents',
  access: { at: '/admin/dashboard/accounts/documents', get: 200 },
}

const query = z.object({
  period: z.string().optional(),
  kind: z.enum(DOCUMENT_KINDS).optional(),
  rate: z.coerce.number().int().min(0).max(10_000).optional(),
  hsn: z.string().max(8).refine(isStorable).optional(),
  state: z.string().max(60).refine(isStorable).optional(),
  b2b: z.enum(['yes', 'no']).optional(),
  after: z
    .string()
    .regex(/^\S{10} [A-Za-z0-9/-]{1,16}$/)
    .refine((place) => isDay(place.slice(0, 10)))
    .optional(),
})

/** Loads a period's documents, by default of this month. 404 for a query to which the accounts do not link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads, now } = context.get(staffContext)
  const params = Object.fromEntries(new URL(request.url).searchParams)
  const parsed = query.safeParse(params)
  const period = periodOrMonth(parsed.data?.period, now)
  if (!parsed.success || !period) throw data(null, { status: 404 })
  const { period: _, b2b, after, ...rest } = parsed.data
  const isBusiness = b2b === undefined ? undefined : b2b === 'yes'
  const filter: DocumentFilter = { ...rest, isBusiness, from: period.from, to: period.to }
  const [day = '', number = ''] = after?.split(' ') ?? []
  const [rows, sums, totals] = await Promise.all([
    listRegister(reads.figures, filter, { after: after ? { day, number } : null, limit: PER_PAGE + 1 }),
    sumRegister(reads.figures, filter),
    totalsOf(reads.figures, filter),
  ])
  const page = pageOf('documents', params, rows, ({ day, number }) => `${day} ${number}`)
  return { period, filter, ...page, sums, totals }
}

type Totals = Pick<DocumentSums, 'roundOff' | 'total'>

/** Returns the totals of one kind of document or of both kinds. Null if the filter has no stored totals. */
async function totalsOf(db: Db, filter: DocumentFilter): Promise<Totals | null> {
  const { kind, rate, hsn, state, isBusiness } = filter
  if ([rate, hsn, state, isBusiness].some((value) => value !== undefined)) return null
  const { invoices, creditNotes } = await readAccounts(db, filter)
  if (kind) return kind === 'invoice' ? invoices : creditNotes
  return netOf(invoices, creditNotes)
}

/** 'taxable value ₹90, CGST ₹1, SGST ₹1, IGST ₹0, round-off ₹0, total ₹92' */
function sumsText({ taxable, cgst, sgst, igst }: TaxSums, totals: Totals | null): string {
  const parts: [string, Money][] = [
    ['taxable value', taxable],
    ['CGST', cgst],
    ['SGST', sgst],
    ['IGST', igst],
  ]
  if (totals) parts.push(['round-off', totals.roundOff], ['total', totals.total])
  return parts.map(([name, sum]) => `${name} ${formatAmount(sum)}`).join(', ')
}

export default function Documents({ loaderData }: Route.ComponentProps) {
  const { period, filter, rows, sums, totals, nextPath } = loaderData
  return (
    <PeriodList
      title="Documents"
      intro={introText(filter, period)}
      sums={sumsText(sums, totals)}
      columns={listsWholeDocuments(filter) ? [...COLUMNS, ...TOTALS] : COLUMNS}
      rowKey={({ documentId }) => documentId}
      {...{ period, rows, nextPath }}
    />
  )
}

function introText({ kind, rate, hsn, state, isBusiness }: DocumentFilter, { label }: AccountPeriod): string {
  const parts = [
    kind === 'invoice' ? 'Invoices' : kind === 'credit-note' ? 'Credit notes' : 'Invoices and credit notes',
    ...(hsn === undefined ? [] : [`HSN code ${hsn || 'none'}`]),
    ...(rate === undefined ? [] : [`at ${percentText(rate)}`]),
    ...(state === undefined ? [] : [`to ${state ? stateWithCode(state) : 'an unknown state'}`]),
    ...(isBusiness === undefined ? [] : [isBusiness ? 'to businesses' : 'to consumers']),
  ]
  const all = parts.join(', ')
  return rate === undefined && hsn === undefined
    ? `${all}. ${label}.`
    : `${all}. ${label}. The amounts include only lines with this rate or HSN code.`
}

const COLUMNS: Column<RegisterRow>[] = [
  column.title('Number', ({ number }) => <Link to={documentPath(number)}>{number}</Link>),
  column.date('Date', ({ day }) => startOf(day)),
  column.text('Buyer', ({ buyer, gstin }) => (gstin ? `${buyer}, ${gstin}` : buyer), { place: 'lead' }),
  column.text('Place of supply', ({ state }) => (state ? stateWithCode(state) : 'Unknown')),
  amountColumn('taxable', 'Taxable value'),
  amountColumn('cgst', 'CGST'),
  amountColumn('sgst', 'SGST'),
  amountColumn('igst', 'IGST'),
]

const TOTALS = [amountColumn('roundOff', 'Round-off'), amountColumn('total', 'Total')]

/** Returns a column in which credit notes are negative. */
function amountColumn(
  key: 'taxable' | 'cgst' | 'sgst' | 'igst' | 'roundOff' | 'total',
  header: string,
): Column<RegisterRow> {
  return column.money(header, (row) => (row.kind === 'credit-note' ? subtract(NO_MONEY, row[key]) : row[key]))
}
