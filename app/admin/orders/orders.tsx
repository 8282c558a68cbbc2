import { data } from 'react-router'
import { z } from 'zod'
import { SELECT_FIRST, setStatuses } from '#app/admin/orders/order-actions.server.ts'
import { OrdersPage } from '#app/admin/orders/orders-page.tsx'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { formOf, invalid } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findPerson } from '#shop/customers/people.read.ts'
import { dispatchCutoff } from '#shop/orders/delivery-estimate.ts'
import { countOrders, listForAdmin, orderedProducts } from '#shop/orders/listing.read.ts'
import { readListing } from '#shop/orders/listing.ts'
import { ORDER_STATUSES } from '#shop/orders/order.ts'
import type { Route } from './+types/orders.ts'

export const handle: PageHandle = {
  guard: 'orders.list',
  tab: { label: 'Orders', icon: phoneIcons.receiptText, group: 'main' },
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
    orderedProducts(db),
  ])
  return {
    search,
    ...list,
    products,
    perPage: PER_PAGE,
    total,
    saved,
    customerName: customer?.fullName ?? null,
    now,
  }
}

const statusForm = z.object({
  intent: z.enum(['status', 'bulk-status']),
  status: z.enum(ORDER_STATUSES, SELECT_FIRST),
})

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const sent = readFields(statusForm, form)
  const answer = sent.ok ? await setStatuses(ctx, form, sent.value.status) : sent
  if ('reason' in answer) return invalid(answer)
  return data(answer, { status: 'confirmation' in answer || answer.ok ? 200 : 409 })
}

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  return <OrdersPage {...loaderData} answer={actionData} />
}
