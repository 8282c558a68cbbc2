import { Breadcrumbs } from '#app/kit/breadcrumbs.tsx'
import { BuyForm } from '#app/storefront/buy-form.tsx'
import { ImpactNote } from '#app/storefront/impact-note.tsx'
import { MadeBy } from '#app/storefront/made-by.tsx'
import type { PageProduct, PickProduct } from '#app/storefront/page-product.ts'
import { ProductHead } from '#app/storefront/product-head.tsx'
import { ProductTabs } from '#app/storefront/product-tabs.tsx'
import { RelatedProducts } from '#app/storefront/related-products.tsx'
import { Reviews } from '#app/storefront/reviews.tsx'
import type { CardProduct } from '#app/storefront/shelf-product.ts'
import type { TurnedDown } from '#app/storefront/use-mix.ts'
import type { ShownReview } from '#shop/reviews/review.ts'

export type ProductPageData = {
  product: PageProduct
  /** The tastemakers to choose from; empty for what is bought as it is. */
  picks: PickProduct[]
  reviews: ShownReview[]
  related: CardProduct[]
  /** The groups whose work went into it. */
  makers: { name: string; place: string }[]
  shipping: string
  /** True when the visitor comes from writing a review. */
  isReviewed: boolean
}

export function ProductPage({ page, turnedDown }: { page: ProductPageData; turnedDown: TurnedDown | null }) {
  const { product, picks, reviews, related, makers, shipping, isReviewed } = page
  return (
    <div className="wrap product-page">
      <Breadcrumbs crumbs={[{ label: 'Products', to: '/products' }, { label: product.name }]} />
      <BuyForm key={product.id} product={product} picks={picks} turnedDown={turnedDown}>
        <ProductHead product={product} shipping={shipping} />
      </BuyForm>
      <ProductTabs key={`${product.id}-tabs`} product={product} />
      <ImpactNote category={product.category} />
      <MadeBy groups={makers} />
      <Reviews product={product} reviews={reviews} isReviewed={isReviewed} />
      <RelatedProducts products={related} />
    </div>
  )
}
