import { Outlet, redirect } from 'react-router'
import { z } from 'zod'
import { listPath } from '#app/admin/products/products-list.server.ts'
import { ProductsPage } from '#app/admin/products/products-page.tsx'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readListing } from '#shop/catalogue/listing.read.ts'
import { readListingSearch } from '#shop/catalogue/listing.ts'
import { findRecord, listCategories } from '#shop/catalogue/products.read.ts'
import { removeProduct } from '#shop/catalogue/remove-product.ts'
import type { Route } from './+types/products.ts'

export const handle: PageHandle = {
  guard: 'catalogue',
  tab: { label: 'Products', icon: phoneIcons.package, group: 'main' },
  access: { get: 200, post: 422 },
}

const PER_PAGE = 20

/** The last action, as the URL names it. */
const DONE: Record<string, string> = {
  applied: 'Prices and stock changed as shown',
  deleted: 'Product deleted',
  archived: 'Product archived: it was ordered before, so orders and invoices keep it',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, config } = ctx
  const params = new URL(request.url).searchParams
  const search = readListingSearch(params)
  const toRemove = params.get('delete')
  const [saved, list, categories, asked] = await Promise.all([
    readSavedFilters(ctx, 'products', request),
    readListing(db, search, PER_PAGE, config.taxes),
    listCategories(db),
    toRemove ? findRecord(db, toRemove, 'all') : null,
  ])
  const removing = asked && { id: asked.id, name: asked.name }
  const done = doneNotice(request, DONE)
  return { search, saved, categories, ...list, perPage: PER_PAGE, removing, done }
}

const removalForm = z.object({ intent: z.literal('delete').default('delete'), id: z.uuid() })
const NOT_DELETED = 'Failed to delete product'

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const sent = readFields(removalForm, form)
  if (!sent.ok) return invalid(sent, NOT_DELETED)
  const removed = await removeProduct(ctx, sent.value.id)
  if (!removed.ok) return refusedBy(removed, form, NOT_DELETED)
  const list = listPath(request)
  return redirect(`${list}${list.includes('?') ? '&' : '?'}done=${removed.value}`, 303)
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ProductsPage {...loaderData} answer={actionData ?? loaderData.done} />
      <Outlet />
    </>
  )
}
