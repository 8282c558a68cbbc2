import { data } from 'react-router'
import { z } from 'zod'
import { PeriodList } from '#app/admin/accounts/period-list.tsx'
import { ACCOUNTS, ORDERS } from '#app/admin/paths.ts'
import { Link } from '#app/kit/link.tsx'
import type { Column } from '#app/kit/table.tsx'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listRegister, type RegisterPlace } from '#shop/accounts/accounts.read.ts'
import { DOCUMENT_KINDS, type DocumentFilter, type RegisterRow, totalTax } from '#shop/accounts/accounts.ts'
import { type AccountPeriod, periodOf } from '#shop/accounts/period.ts'
import { isDay, startOf } from '#shop/kernel/day.ts'
import { stateWithCode } from '#shop/kernel/gst-states.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { percentText } from '#shop/kernel/tax.ts'
import { isStorable } from '#shop/kernel/text.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { Route } from './+types/documents.ts'

export const handle: PageHandle = {
  title: 'Documents',
  access: { at: '/admin/dashboard/accounts/documents?period=2026-11', get: 200 },
}

const PER_PAGE = 50

const query = z.object({
  period: z.string().transform(periodOf),
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

/** The documents of a period whose lines the query names. 404 for a query that the accounts do not link to. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads } = context.get(adminContext)
  const params = Object.fromEntries(new URL(request.url).searchParams)
  const asked = query.safeParse(params)
  if (!asked.success || !asked.data.period) throw data(null, { status: 404 })
  const { period, b2b, after, ...rest } = asked.data
  const isBusiness = b2b === undefined ? undefined : b2b === 'yes'
  const filter: DocumentFilter = { ...rest, isBusiness, from: period.from, to: period.to }
  const [day = '', number = ''] = after?.split(' ') ?? []
  const place: RegisterPlace | null = after ? { day, number } : null
  const rows = await listRegister(reads.figures, filter, { after: place, limit: PER_PAGE + 1 })
  const shown = rows.slice(0, PER_PAGE)
  const last = rows.length > PER_PAGE ? shown.at(-1) : undefined
  const next = last && new URLSearchParams({ ...params, after: `${last.day} ${last.number}` })
  return { period, filter, rows: shown, nextPath: next ? `${ACCOUNTS}/documents?${next}` : null }
}

export default function Documents({ loaderData }: Route.ComponentProps) {
  const { period, filter, rows, nextPath } = loaderData
  return (
    <PeriodList
      title="Documents"
      intro={wordsOf(filter, period)}
      columns={COLUMNS}
      rowKey={({ documentId }) => documentId}
      {...{ period, rows, nextPath }}
    />
  )
}

function wordsOf({ kind, rate, hsn, state, isBusiness }: DocumentFilter, { label }: AccountPeriod): string {
  const parts = [
    kind === 'invoice' ? 'Invoices' : kind === 'credit-note' ? 'Credit notes' : 'Invoices and credit notes',
    ...(hsn === undefined ? [] : [`HSN code ${hsn || 'none'}`]),
    ...(rate === undefined ? [] : [`at ${percentText(rate)}`]),
    ...(state === undefined ? [] : [`to ${state ? stateWithCode(state) : 'an unknown state'}`]),
    ...(isBusiness === undefined ? [] : [isBusiness ? 'to businesses' : 'to consumers']),
  ]
  return `${parts.join(', ')}. ${label}. The amounts are those of the lines concerned.`
}

const COLUMNS: Column<RegisterRow>[] = [
  {
    key: 'number',
    header: 'Number',
    place: 'title',
    cell: ({ number, orderId }) => <Link to={`${ORDERS}/${orderId}`}>{number}</Link>,
  },
  { key: 'day', header: 'Date', cell: ({ day }) => formatDay(startOf(day)) },
  { key: 'buyer', header: 'Buyer', cell: ({ buyer, gstin }) => (gstin ? `${buyer}, ${gstin}` : buyer) },
  {
    key: 'state',
    header: 'Place of supply',
    cell: ({ state }) => (state ? stateWithCode(state) : 'Unknown'),
  },
  {
    key: 'taxable',
    header: 'Taxable value',
    align: 'end',
    cell: (row) => signed(row, formatAmount(row.taxable)),
  },
  {
    key: 'tax',
    header: 'GST',
    align: 'end',
    place: 'figure',
    cell: (row) => signed(row, formatAmount(totalTax(row))),
  },
]

/** A credit note takes away. */
function signed({ kind }: RegisterRow, amount: string): string {
  return kind === 'credit-note' ? `−${amount}` : amount
}
