import type { SubmitEvent } from 'react'
import { data, useFormAction, useNavigation, useSubmit } from 'react-router'
import { z } from 'zod'
import { SELECT_FIRST, setStatuses } from '#app/admin/orders/order-actions.server.ts'
import { BULK_FORM, orderColumns, ordersPath } from '#app/admin/orders/order-columns.tsx'
import { type AdminAnswer, AdminPage, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { Pager } from '#app/desk/pager.tsx'
import { NEW_ORDER, ORDERS, PACKING } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { SavedFilters } from '#app/desk/saved-filters.tsx'
import { type BarProps, SelectionBar, useSelection } from '#app/desk/selection.tsx'
import { ExportLink } from '#app/desk/staff-link.tsx'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Options } from '#app/kit/fields.tsx'
import { TextLink } from '#app/kit/link.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { invalid, readFormFields } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findPerson } from '#shop/customers/people.read.ts'
import { filterQuery } from '#shop/kernel/filters.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { dispatchCutoff } from '#shop/orders/delivery-estimate.ts'
import { countOrders, listFilterProducts, listForAdmin } from '#shop/orders/listing.read.ts'
import {
  emptyReason,
  isNarrowed,
  type ListedOrder,
  ORDER_FILTERS,
  pageQuery,
  readListing,
} from '#shop/orders/listing.ts'
import { ORDER_STATUSES } from '#shop/orders/order.ts'
import { ORDER_STATUS_NAMES } from '#shop/orders/tracker.ts'
import type { Route } from './+types/orders.ts'

export const handle: PageHandle = {
  guard: 'orders.list',
  tab: { label: 'Orders', icon: phoneIcons.receiptText, group: 'Sell' },
  access: { get: 200, post: 422 },
}

const PER_PAGE = 25

export const shouldRevalidate = afterRefusal

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now, config } = ctx
  const search = readListing(new URL(request.url).searchParams)
  const lateBefore = dispatchCutoff(now, config.deliveryTimes.ships)
  const [list, total, saved, customer, products] = await Promise.all([
    listForAdmin(db, search, { now, lateBefore }, PER_PAGE),
    countOrders(db),
    readSavedFilters(ctx, 'orders', request),
    search.customer ? findPerson(db, search.customer) : null,
    listFilterProducts(db),
  ])
  const facts = { search, ...list, products, total, saved, now }
  return { ...facts, perPage: PER_PAGE, customerName: customer?.fullName ?? null }
}

const statusForm = z.object({
  intent: z.enum(['status', 'bulk-status']),
  status: z.enum(ORDER_STATUSES, SELECT_FIRST),
})

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, statusForm)
  const answer = fields.ok ? await setStatuses(ctx, form, fields.value.status) : fields
  if ('reason' in answer) return invalid(answer)
  return data(answer, { status: answer.ok ? 200 : 409 })
}

export default function OrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, orders, products, total, saved, customerName, now } = loaderData
  const query = filterQuery(ORDER_FILTERS, search)
  const answer: AdminAnswer | undefined = actionData
  return (
    <AdminPage
      actions={
        <>
          <ButtonLink to={NEW_ORDER} icon="plus">
            New order
          </ButtonLink>
          <ExportLink to={`${ORDERS}/export.csv${query && `?${query}`}`} />
        </>
      }
    >
      <StatusNotice answer={answer} />
      <ConfirmationDialog confirmation={answer?.confirmation} closeTo={ordersPath(query)} />
      <p className="mb-3">
        Total Orders: <b className="numeric">{formatNumber(total)}</b>
      </p>
      <FilterBar
        action={ORDERS}
        filters={ORDER_FILTERS}
        values={search}
        options={{ product: products.map(({ id, name }) => ({ value: id, label: name })) }}
      />
      {search.customer && (
        <p className="mb-3">
          Only the orders of <b>{customerName ?? 'a closed account'}</b>.{' '}
          <TextLink to={ordersPath(filterQuery(ORDER_FILTERS, { ...search, customer: null }))}>
            Show everyone’s
          </TextLink>
        </p>
      )}
      <SavedFilters {...saved} />
      <OrderTable
        key={orders.map(({ id }) => id).join()}
        orders={orders}
        reason={emptyReason(search)}
        now={now}
      />
      <Pages {...loaderData} />
    </AdminPage>
  )
}

function OrderTable({ orders, reason, now }: { orders: ListedOrder[]; reason: string | null; now: Date }) {
  const selection = useSelection(
    BULK_FORM,
    orders.map(({ id }) => id),
  )
  const status = useStatusForms()
  return (
    <>
      {orders.length > 0 && <BulkBar selection={selection} />}
      <AdminTable
        caption="Orders"
        folded
        columns={orderColumns(selection, status, now)}
        rows={orders}
        selected={({ id }) => selection.isPicked(id)}
        empty={<EmptyList title={reason ? 'No orders found' : 'No orders yet'}>{reason}</EmptyList>}
      />
    </>
  )
}

/**
 * Returns action, submit handler and submitted order for all rows. They are computed once instead of per
 * row. The handler submits as React Router's `Form` does.
 */
function useStatusForms() {
  const submit = useSubmit()
  const action = useFormAction()
  const postedOrder = useNavigation().formData?.get('order')?.toString()
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(event.currentTarget, { preventScrollReset: true })
  }
  return { action, onSubmit, postedOrder }
}

function Pages({ search, orders, hasPrevious, hasNext, perPage, total }: Route.ComponentProps['loaderData']) {
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

/** Needs `reloadDocument`, because the router would open the pages to print in this window. */
function BulkBar({ selection }: BarProps) {
  return (
    <SelectionBar of="order" selection={selection} id={BULK_FORM} reloadDocument>
      <input type="hidden" name="intent" value="bulk-status" />
      <label>
        <VisuallyHidden>Status of the selected orders</VisuallyHidden>
        <select name="status" defaultValue="processing" className="input w-auto">
          <Options values={ORDER_STATUSES} names={ORDER_STATUS_NAMES} />
        </select>
      </label>
      <Button look="accent">Set status</Button>
      <Button look="paper" formMethod="get" formAction={PACKING}>
        Pack and ship
      </Button>
      <PrintButton kind="packing-slips">Packing slips</PrintButton>
      <PrintButton kind="labels">Address labels</PrintButton>
      <PrintButton kind="labels-4x6">Labels, 4×6″</PrintButton>
    </SelectionBar>
  )
}

function PrintButton({ kind, children }: { kind: string; children: string }) {
  return (
    <Button look="paper" formMethod="get" formAction={`${ORDERS}/print/${kind}`} formTarget="_blank">
      {children}
    </Button>
  )
}
