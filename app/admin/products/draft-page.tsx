import type { FormEvent } from 'react'
import { data, redirect } from 'react-router'
import { productOfDraft } from '#app/admin/products/product-form.server.ts'
import { PRODUCTS } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Link } from '#app/kit/link.tsx'
import { showToast } from '#app/kit/toasts.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { productPageData } from '#app/storefront/product-page.server.ts'
import { ProductPage } from '#app/storefront/product-page.tsx'
import { findDraft } from '#shop/catalogue/drafts.read.ts'
import type { Route } from './+types/draft-page.ts'

export const handle: PageHandle = {
  title: null,
  guard: 'catalogue',
  search: 'noindex',
  access: {
    at: '/admin/dashboard/products/drafts/00000000-0000-4000-8000-00000000ffff',
    get: 404,
    post: 303,
  },
}

/** A draft as the page of a product, for admins only. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const request = context.get(requestContext)
  const draft = await findDraft(ctx.db, params.id)
  if (!draft) throw data(null, { status: 404 })
  const product = await productOfDraft(ctx, draft)
  const page = await productPageData(request, product, await request.products.get())
  return {
    page,
    backTo: draft.productId ? `${PRODUCTS}/${draft.productId}` : `${PRODUCTS}/new?draft=${draft.id}`,
  }
}

/** Its forms without JavaScript lead back to it. */
export function action({ url }: Route.ActionArgs) {
  return redirect(url.pathname, 303)
}

/** Before the form itself would add the draft to the cart. */
function refuse(event: FormEvent) {
  event.preventDefault()
  event.stopPropagation()
  showToast('This is a draft: nothing can be bought here.')
}

export default function DraftPage({ loaderData: { page, backTo } }: Route.ComponentProps) {
  const { name } = page.product
  return (
    <>
      <title>{`Draft: ${name}`}</title>
      <Banner tone="warning" live={false} title="A draft, as it was saved last.">
        Shoppers don’t see it, and nothing can be bought here.{' '}
        <Link to={backTo} className="link">
          Back to the form
        </Link>
      </Banner>
      <div onSubmitCapture={refuse}>
        <ProductPage page={page} turnedDown={null} />
      </div>
    </>
  )
}
