import { data } from 'react-router'
import { PRODUCTS } from '#app/admin/paths.ts'
import { productOfDraft } from '#app/admin/products/product-form.server.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Link } from '#app/kit/link.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { productPageData } from '#app/storefront/product-page.server.ts'
import { ProductPage } from '#app/storefront/product-page.tsx'
import { findDraft } from '#shop/catalogue/drafts.read.ts'
import type { Route } from './+types/draft-page.ts'

export const handle: PageHandle = {
  title: null,
  guard: 'admin',
  search: 'noindex',
  access: { at: '/admin/dashboard/products/drafts/00000000-0000-4000-8000-00000000ffff', get: 404 },
}

/** A draft as the page of a product, for admins only. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(adminContext)
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
      <fieldset disabled className="contents">
        <ProductPage page={page} turnedDown={null} />
      </fieldset>
    </>
  )
}
