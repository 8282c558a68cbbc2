import { data } from 'react-router'
import { adminCtx } from '#app/http/admin.server.ts'
import { textOf } from '#app/http/check-form.ts'
import { formOf } from '#app/http/form.server.ts'
import type { AdminAnswer } from '#app/ui/admin/kit/status-notice.tsx'
import { ProductsPage } from '#app/ui/admin/products/products-page.tsx'
import { readListing } from '#shop/catalogue/listing.read.ts'
import { readListingSearch } from '#shop/catalogue/listing.ts'
import { findRecord, listCategories } from '#shop/catalogue/products.read.ts'
import { removeProduct } from '#shop/catalogue/remove-product.ts'
import type { Route } from './+types/products.ts'

const PER_PAGE = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = adminCtx(context)
  const params = new URL(request.url).searchParams
  const search = readListingSearch(params)
  const [list, categories, removing] = await Promise.all([
    readListing(db, search, PER_PAGE),
    listCategories(db),
    findRecord(db, params.get('delete') ?? '', 'all'),
  ])
  const asked = removing && { id: removing.id, name: removing.name }
  return { search, categories, ...list, perPage: PER_PAGE, removing: asked }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = adminCtx(context)
  const removed = await removeProduct(ctx, textOf(await formOf(request), 'id'))
  if (!removed.ok) return data<AdminAnswer>({ ok: false, message: 'Failed to delete product' }, 404)
  const message = removed.value === 'deleted' ? 'Product deleted' : 'Product archived: it was ordered before'
  return data<AdminAnswer>({ ok: true, message })
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  return <ProductsPage {...loaderData} answer={actionData} />
}
