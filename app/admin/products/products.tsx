import { Outlet, redirect } from 'react-router'
import { z } from 'zod'
import { listPath } from '#app/admin/products/products-list.server.ts'
import { ProductsPage } from '#app/admin/products/products-page.tsx'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listDrafts } from '#shop/catalogue/drafts.read.ts'
import { readListing } from '#shop/catalogue/listing.read.ts'
import { readListingSearch } from '#shop/catalogue/listing.ts'
import { deleteDraft } from '#shop/catalogue/product-drafts.ts'
import { findRecord, listCategories } from '#shop/catalogue/products.read.ts'
import { removeProduct } from '#shop/catalogue/remove-product.ts'
import { typedNumber } from '#shop/field.ts'
import type { Route } from './+types/products.ts'

export const handle: PageHandle = {
  guard: 'catalogue',
  tab: { label: 'Products', icon: phoneIcons.package, group: 'main' },
  access: { get: 200, post: 422 },
}

const PER_PAGE = 20

/** The last action, as the URL names it. */
const DONE: Record<string, string> = {
  added: 'Product added',
  updated: 'Product updated',
  applied: 'Prices and stock changed as shown',
  deleted: 'Product deleted',
  dropped: 'Draft deleted',
  archived: 'Product archived: it was ordered before, so orders and invoices keep it',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, config } = ctx
  const params = new URL(request.url).searchParams
  const search = readListingSearch(params)
  const toRemove = params.get('delete')
  const [saved, list, categories, drafts, asked] = await Promise.all([
    readSavedFilters(ctx, 'products', request),
    readListing(db, search, PER_PAGE, config.taxes),
    listCategories(db),
    listDrafts(db),
    toRemove ? findRecord(db, toRemove, 'all') : null,
  ])
  const removing = asked && { id: asked.id, name: asked.name }
  const dropping = drafts.find(({ id }) => id === params.get('drop')) ?? null
  const done = doneNotice(request, DONE)
  return { search, saved, categories, ...list, perPage: PER_PAGE, drafts, dropping, removing, done }
}

const removalForm = z.object({ intent: z.literal('delete').default('delete'), id: z.uuid() })
const dropForm = z.object({
  intent: z.literal('drop'),
  id: z.uuid(),
  version: typedNumber(z.number().int().min(1)),
})
const NOT_DELETED = 'Failed to delete product'

/** Deletes a product, or a draft. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  if (form.get('intent') === 'drop') return dropDraft(ctx, request, form)
  const sent = readFields(removalForm, form)
  if (!sent.ok) return invalid(sent, NOT_DELETED)
  const removed = await removeProduct(ctx, sent.value.id)
  if (!removed.ok) return refusedBy(removed, form, NOT_DELETED)
  return redirect(withDone(request, removed.value), 303)
}

async function dropDraft(ctx: StaffCtx, request: Request, form: FormData) {
  const sent = readFields(dropForm, form)
  if (!sent.ok) return invalid(sent, 'Failed to delete draft')
  const deleted = await deleteDraft(ctx, sent.value)
  if (!deleted.ok) return refusedBy(deleted, form)
  return redirect(withDone(request, 'dropped'), 303)
}

function withDone(request: Request, done: string): string {
  const list = listPath(request)
  return `${list}${list.includes('?') ? '&' : '?'}done=${done}`
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ProductsPage {...loaderData} answer={actionData ?? loaderData.done} />
      <Outlet />
    </>
  )
}
