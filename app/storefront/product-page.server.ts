import { deliveryNow } from '#app/legal/delivery-texts.server.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { toCardProduct, toPageProduct, toPageReview, toPicks } from '#app/storefront/product-data.ts'
import { deliveryTerms } from '#app/storefront/product-schema.ts'
import type { CartLine } from '#shop/carts/cart.ts'
import { isCustomisable, type Product, relatedProducts } from '#shop/catalogue/product.ts'
import { listReviews } from '#shop/catalogue/products.read.ts'
import { productOffer } from '#shop/pricing/first-order-offer.ts'
import { listMakers } from '#shop/programme/impact.read.ts'

const RELATED = 4

/** Loads the public data of a product page. `onSale`: the products from which picks and related products are taken. */
export async function productPageData(
  request: Pick<RequestContext, 'ctx' | 'texts'>,
  product: Product,
  onSale: readonly Product[],
) {
  const { reads, config } = request.ctx
  return {
    product: toPageProduct(product),
    picks: isCustomisable(product) ? toPicks(onSale) : [],
    reviews: (await listReviews(reads.catalogue, product.id)).map(toPageReview),
    makers: await listMakers(reads.catalogue, product.id),
    related: relatedProducts(product, onSale, RELATED).map(toCardProduct),
    delivery: await deliveryNow(request),
    terms: deliveryTerms(product, config),
    offer: productOffer(product, config.offers),
    /** True if the visitor has just written a review. */
    isReviewed: false as boolean,
    /** The mix that was last sent by a form without JavaScript. */
    mix: null as CartLine | null,
  }
}

export type ProductPageData = Awaited<ReturnType<typeof productPageData>>
