import { data } from 'react-router'
import { askFirst } from '#app/admin/kit/ask-first.server.ts'
import type { AdminAnswer } from '#app/admin/kit/status-notice.tsx'
import { type ListAnswer, setStatuses } from '#app/admin/orders/order-actions.server.ts'
import { OrdersPage } from '#app/admin/orders/orders-page.tsx'
import { afterRefusal, textOf } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { type AdminCtx, adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findPerson } from '#shop/customers/people.read.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { isStorable } from '#shop/kernel/text.ts'
import { savedFilters } from '#shop/orders/filters.read.ts'
import { countOrders, listForAdmin } from '#shop/orders/listing.read.ts'
import { filterQuery, readListing } from '#shop/orders/listing.ts'
import { removeFilter, saveFilter } from '#shop/orders/save-filter.ts'
import type { Route } from './+types/orders.ts'

export const handle: PageHandle = { access: { get: 200, post: 409 } }

const PER_PAGE = 25

export const shouldRevalidate = afterRefusal

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, actor, now } = context.get(adminContext)
  const search = readListing(new URL(request.url).searchParams)
  const [list, total, filters, customer] = await Promise.all([
    listForAdmin(db, search, PER_PAGE),
    countOrders(db),
    savedFilters(db, actor.id, 'orders'),
    search.customer ? findPerson(db, search.customer) : null,
  ])
  return { search, ...list, perPage: PER_PAGE, total, filters, customerName: customer?.fullName ?? null, now }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  const answer = await act(ctx, form)
  return data(answer, { status: 'question' in answer || answer.ok ? 200 : 409 })
}

async function act(ctx: AdminCtx, form: FormData): Promise<ListAnswer> {
  switch (form.get('intent')) {
    case 'status':
    case 'bulk-status':
      return setStatuses(ctx, form)
    case 'save-filter':
      return keep(ctx, form)
    case 'forget-filter':
      return forget(ctx, form)
    default:
      return { ok: false, message: 'Nothing was asked for' }
  }
}

async function forget(ctx: AdminCtx, form: FormData): Promise<ListAnswer> {
  const id = textOf(form, 'id')
  const filter = (await savedFilters(ctx.db, ctx.actor.id, 'orders')).find((one) => one.id === id)
  const question =
    filter &&
    askFirst(form, {
      title: `Delete the filter ${filter.name}?`,
      lines: ['It is removed from your saved filters. No order changes.'],
      confirm: 'Delete filter',
    })
  if (question) return { question }
  if (isUuid(id)) await removeFilter(ctx, id)
  return { ok: true, message: 'Filter deleted' }
}

async function keep(ctx: Ctx, form: FormData): Promise<AdminAnswer> {
  const name = textOf(form, 'name').trim().slice(0, 40)
  // Only what the list understands is kept.
  const query = filterQuery(readListing(new URLSearchParams(textOf(form, 'query'))))
  if (name === '' || query === '' || !isStorable(name + query)) {
    return { ok: false, message: 'Give the filter a name first' }
  }
  const saved = await saveFilter(ctx, { name, query })
  return saved.ok
    ? { ok: true, message: `Filter saved as ${name}` }
    : { ok: false, message: 'There are too many saved filters. Delete one first.' }
}

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  return <OrdersPage {...loaderData} answer={actionData} />
}
