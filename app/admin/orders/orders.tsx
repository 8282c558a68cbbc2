import { data } from 'react-router'
import { z } from 'zod'
import { requireConfirmation } from '#app/admin/kit/confirmation.server.ts'
import { type ListAnswer, SELECT_FIRST, setStatuses } from '#app/admin/orders/order-actions.server.ts'
import { OrdersPage } from '#app/admin/orders/orders-page.tsx'
import { afterRefusal, readFields } from '#app/kit/form-fields.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { formOf, invalid } from '#app/request/form.server.ts'
import { type AdminCtx, adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findPerson } from '#shop/customers/people.read.ts'
import { isStorable } from '#shop/kernel/text.ts'
import { dispatchCutoff } from '#shop/orders/delivery-estimate.ts'
import { countOrders, listForAdmin, orderedProducts, savedFilters } from '#shop/orders/listing.read.ts'
import { filterQuery, readListing } from '#shop/orders/listing.ts'
import { ORDER_STATUSES } from '#shop/orders/order.ts'
import { removeFilter, saveFilter } from '#shop/orders/save-filter.ts'
import type { Route } from './+types/orders.ts'

export const handle: PageHandle = {
  tab: { label: 'Orders', icon: moreIcons.receiptText, group: 'main' },
  access: { get: 200, post: 422 },
}

const PER_PAGE = 25

export const shouldRevalidate = afterRefusal

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, actor, now, config } = context.get(adminContext)
  const search = readListing(new URL(request.url).searchParams)
  const lateBefore = dispatchCutoff(now, config.deliveryTimes.ships)
  const [list, total, filters, customer, products] = await Promise.all([
    listForAdmin(db, search, { now, lateBefore }, PER_PAGE),
    countOrders(db),
    savedFilters(db, actor.id, 'orders'),
    search.customer ? findPerson(db, search.customer) : null,
    orderedProducts(db),
  ])
  return {
    search,
    ...list,
    products,
    perPage: PER_PAGE,
    total,
    filters,
    customerName: customer?.fullName ?? null,
    now,
  }
}

const NAME_FIRST = 'Give the filter a name first'
const filterText = z.string(NAME_FIRST).trim().min(1, NAME_FIRST).refine(isStorable, NAME_FIRST)

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['status', 'bulk-status']), status: z.enum(ORDER_STATUSES, SELECT_FIRST) }),
  z.object({
    intent: z.literal('save-filter'),
    name: filterText.max(40, 'Please keep this under 40 characters'),
    // Parameters that the list does not know are dropped.
    query: filterText
      .transform((query) => filterQuery(readListing(new URLSearchParams(query))))
      .refine((query) => query !== '', NAME_FIRST),
  }),
  z.object({ intent: z.literal('forget-filter'), id: z.uuid() }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  const sent = readFields(forms, form)
  const answer = sent.ok ? await act(ctx, sent.value, form) : sent
  if ('reason' in answer) return invalid(answer)
  return data(answer, { status: 'confirmation' in answer || answer.ok ? 200 : 409 })
}

async function act(ctx: AdminCtx, sent: z.infer<typeof forms>, form: FormData) {
  switch (sent.intent) {
    case 'status':
    case 'bulk-status':
      return setStatuses(ctx, form, sent.status)
    case 'save-filter':
      return save(ctx, sent)
    case 'forget-filter':
      return remove(ctx, sent.id, form)
  }
}

async function remove(ctx: AdminCtx, id: string, form: FormData): Promise<ListAnswer> {
  const filter = (await savedFilters(ctx.db, ctx.actor.id, 'orders')).find((one) => one.id === id)
  const confirmation =
    filter &&
    requireConfirmation(form, {
      title: `Delete the filter ${filter.name}?`,
      lines: ['It is removed from your saved filters. No order changes.'],
      confirm: 'Delete filter',
    })
  if (confirmation) return { confirmation }
  await removeFilter(ctx, id)
  return { ok: true, message: 'Filter deleted' }
}

async function save(ctx: Ctx, { name, query }: { name: string; query: string }): Promise<ListAnswer> {
  const saved = await saveFilter(ctx, { name, query })
  return saved.ok
    ? { ok: true, message: `Filter saved as ${name}` }
    : { ok: false, message: 'There are too many saved filters. Delete one first.' }
}

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  return <OrdersPage {...loaderData} answer={actionData} />
}
