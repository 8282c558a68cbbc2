import { productPath } from '#app/kit/paths.ts'
import type { Site, TaxedSite } from '#app/seo/page-meta.ts'
import { sharePicture } from '#app/seo/share-picture.ts'
import type { Schema } from '#app/seo/structured-data.ts'
import { isOutOfStock, type Product, unitPrice } from '#shop/catalogue/product.ts'
import { toRupees } from '#shop/kernel/money.ts'

type Priced = 'price' | 'discountPrice' | 'stockQuantity'
type Told = 'id' | 'number' | 'name' | 'description' | 'rating' | 'reviewCount' | 'isSampleRating'

export type DescribedProduct = Pick<Product, Priced | Told> & { picture: string | null }

/**
 * schema.org Product. The price is in rupees, as on the page. A rating only where customers gave it: reviews
 * written for demonstration are no reviews here.
 */
export function productSchema(product: DescribedProduct, site: TaxedSite): Schema {
  const { name, description, number, rating, reviewCount } = product
  const isRated = rating !== null && !product.isSampleRating
  return {
    '@type': 'Product',
    ...{ name, description, sku: `${number}` },
    image: pictures(product, site),
    brand: { '@type': 'Brand', name: site.brand },
    offers: offer(product, site),
    ...(isRated && { aggregateRating: aggregate(rating, reviewCount) }),
  }
}

function pictures({ picture }: DescribedProduct, { origin }: Site): string[] {
  const shared = `${origin}${sharePicture(picture)}`
  return picture ? [shared, new URL(picture, origin).href] : [shared]
}

function offer(product: DescribedProduct, { origin, taxes }: TaxedSite) {
  const valueAddedTaxIncluded = taxes.prices === 'inclusive'
  const price = { price: toRupees(unitPrice(product)), priceCurrency: 'INR' }
  return {
    '@type': 'Offer',
    url: `${origin}${productPath(product)}`,
    ...price,
    priceSpecification: { '@type': 'UnitPriceSpecification', ...price, valueAddedTaxIncluded },
    itemCondition: 'https://schema.org/NewCondition',
    availability: `https://schema.org/${isOutOfStock(product) ? 'OutOfStock' : 'InStock'}`,
  }
}

function aggregate(ratingValue: number, reviewCount: number) {
  return { '@type': 'AggregateRating', ratingValue, reviewCount, bestRating: 5, worstRating: 1 }
}
