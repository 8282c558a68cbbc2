import { useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { AdminPage } from '#app/admin/kit/admin-page.tsx'
import { DataTable } from '#app/admin/kit/data-table.tsx'
import { EmptyList } from '#app/admin/kit/empty-list.tsx'
import { FilterBar } from '#app/admin/kit/filter-bar.tsx'
import { Pager } from '#app/admin/kit/pager.tsx'
import { type Question, QuestionDialog } from '#app/admin/kit/question.tsx'
import { type AdminAnswer, StatusNotice } from '#app/admin/kit/status-notice.tsx'
import { BulkBar } from '#app/admin/orders/bulk-bar.tsx'
import { BULK_FORM, orderColumns } from '#app/admin/orders/order-columns.tsx'
import { ORDERS, ordersPath } from '#app/admin/orders/orders-path.ts'
import { SavedFilters } from '#app/admin/orders/saved-filters.tsx'
import { buttonClass } from '#app/kit/button-look.ts'
import { Icon } from '#app/kit/icon.tsx'
import {
  filterQuery,
  isNarrowed,
  type ListedOrder,
  type ListingSearch,
  type OrderSort,
  pageQuery,
} from '#shop/orders/listing.ts'
import { ORDER_STATUSES } from '#shop/orders/order.ts'
import { statusName } from '#shop/orders/tracker.ts'

export type OrdersPageProps = {
  search: ListingSearch
  orders: ListedOrder[]
  hasPrevious: boolean
  hasNext: boolean
  perPage: number
  /** All orders of the shop. */
  total: number
  filters: { id: string; name: string; query: string }[]
  /** Whose orders alone are listed, where the list is of one account; null for everybody's or a closed account. */
  customerName: string | null
  answer: AdminAnswer | { question: Question } | undefined
  now: Date
}

const SORTS: { value: OrderSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

export function OrdersPage(props: OrdersPageProps) {
  const { search, orders, total, filters, customerName, answer } = props
  const query = filterQuery(search)
  const question = answer && 'question' in answer ? answer.question : null
  return (
    <AdminPage
      title="Orders"
      actions={
        <a href={`${ORDERS}/export.csv${query && `?${query}`}`} className={buttonClass({ look: 'line' })}>
          <Icon name="download" />
          <span>Export</span>
        </a>
      }
    >
      <StatusNotice answer={answer && 'question' in answer ? undefined : answer} />
      <QuestionDialog question={question} closeTo={ordersPath(query)} />
      <p className="mb-3">
        Total Orders: <b className="numeric">{total.toLocaleString('en-IN')}</b>
      </p>
      <FilterBar
        action={ORDERS}
        keep={{ customer: search.customer ?? '' }}
        search={{
          label: 'Search by order ID or customer name, phone, email, tracking or invoice number',
          placeholder: 'Order ID, name, phone, email, tracking, invoice',
          value: search.text,
        }}
        choices={[
          {
            name: 'status',
            label: 'Status',
            value: search.status ?? '',
            options: [
              { value: '', label: 'All' },
              ...ORDER_STATUSES.map((status) => ({ value: status, label: statusName(status) })),
            ],
          },
          {
            name: 'waits',
            label: 'Show',
            value: search.isWaiting ? '1' : '',
            options: [
              { value: '', label: 'Every order' },
              { value: '1', label: 'Waiting for a decision' },
            ],
          },
          { name: 'sort', label: 'Sort', value: search.sort, options: SORTS },
        ]}
      />
      {search.customer && (
        <p className="mb-3">
          Only the orders of <b>{customerName ?? 'a closed account'}</b>.{' '}
          <Link to={ordersPath(filterQuery({ ...search, customer: null }))} className="link">
            Show everybody’s
          </Link>
        </p>
      )}
      <SavedFilters filters={filters} query={query} />
      <OrderTable
        key={orders.map(({ id }) => id).join()}
        orders={orders}
        isNarrowed={isNarrowed(search)}
        now={props.now}
      />
      <Pages {...props} />
    </AdminPage>
  )
}

function OrderTable({ orders, isNarrowed, now }: { orders: ListedOrder[]; isNarrowed: boolean; now: Date }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  // What was ticked before the scripts came. Before anything else is drawn, so that the bar does not go and come back.
  useLayoutEffect(() => setPicked(tickedOf(orders)), [orders])
  const onPick = (id: string, isPicked: boolean) => {
    const next = new Set(picked)
    if (isPicked) next.add(id)
    else next.delete(id)
    setPicked(next)
  }
  const isPicked = (id: string) => picked.has(id)
  return (
    <>
      {orders.length > 0 && (
        <BulkBar
          picked={picked.size}
          onPickAll={() => setPicked(new Set(orders.map(({ id }) => id)))}
          onPickNone={() => setPicked(new Set())}
        />
      )}
      <DataTable
        caption="Orders"
        columns={orderColumns({ isPicked, onPick }, now)}
        rows={orders}
        rowKey={({ id }) => id}
        selected={({ id }) => isPicked(id)}
        empty={
          <EmptyList title={isNarrowed ? 'No orders found' : 'No orders yet'}>
            {isNarrowed && 'No order matches this search and these filters.'}
          </EmptyList>
        }
      />
    </>
  )
}

/** The orders whose boxes are ticked in the page as it stands. */
function tickedOf(orders: ListedOrder[]): ReadonlySet<string> {
  const boxes = document.querySelectorAll<HTMLInputElement>(`input[form="${BULK_FORM}"][name="order"]`)
  const ticked = new Set([...boxes].filter(({ checked }) => checked).map(({ value }) => value.split(':')[0]))
  return new Set(orders.map(({ id }) => id).filter((id) => ticked.has(id)))
}

function Pages({ search, orders, hasPrevious, hasNext, perPage, total }: OrdersPageProps) {
  const [first, last] = [orders[0], orders.at(-1)]
  const back = { before: first?.id ?? '', from: Math.max(1, search.from - perPage) }
  const next = { after: last?.id ?? '', from: search.from + orders.length }
  return (
    <Pager
      from={search.from}
      count={orders.length}
      total={isNarrowed(search) ? null : total}
      backTo={hasPrevious && first ? ordersPath(pageQuery(search, back)) : null}
      nextTo={hasNext && last ? ordersPath(pageQuery(search, next)) : null}
    />
  )
}
