import type { FormEvent } from 'react'
import { redirect } from 'react-router'
import { productOf } from '#app/admin/products/product-form.server.ts'
import { PRODUCTS } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { TextLink } from '#app/kit/link.tsx'
import { showToast } from '#app/kit/toasts.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { productPageData } from '#app/storefront/product-page.server.ts'
import { ProductPage } from '#app/storefront/product-page.tsx'
import type { Route } from './+types/preview.ts'

export const handle: PageHandle = {
  sheet: 'product',
  title: null,
  guard: 'catalogue',
  search: 'noindex',
  access: { at: '/admin/product-preview/{product}', get: 200, post: 303 },
}

/** Loads a product's page as shoppers would see it, on sale or not. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const product = orNotFound(await productOf(context.get(staffContext), params.id))
  const request = context.get(requestContext)
  const page = await productPageData(request, product, await request.products.get())
  return { page, isActive: product.isActive && !product.archivedAt }
}

/** Without JavaScript, the forms of the preview redirect back to it. */
export function action({ url }: Route.ActionArgs) {
  return redirect(url.pathname, 303)
}

/** Runs in the capture phase, before the form would add the product to the cart. */
function preventPurchase(event: FormEvent) {
  event.preventDefault()
  event.stopPropagation()
  showToast('This is a preview: nothing can be bought here.')
}

export default function ProductPreview({ loaderData: { page, isActive } }: Route.ComponentProps) {
  const { id, name } = page.product
  return (
    <>
      <title>{`Preview: ${name}`}</title>
      <div className="wrap pt-6">
        <Banner tone="warning" icon="eye" live={false} title="Preview of the product as it is saved.">
          {isActive ? 'Shoppers see it like this.' : 'It is inactive: shoppers don’t see it.'} Nothing can be
          bought here. <TextLink to={`${PRODUCTS}/${id}`}>Back to the form</TextLink>
        </Banner>
      </div>
      <div onSubmitCapture={preventPurchase}>
        <ProductPage page={page} refusal={null} />
      </div>
    </>
  )
}
