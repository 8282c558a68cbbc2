import { productPath } from '#app/kit/paths.ts'
import type { Site, TaxedSite } from '#app/seo/page-meta.ts'
import { sharePicture } from '#app/seo/share-picture.ts'
import type { Schema } from '#app/seo/structured-data.ts'
import { isOutOfStock, type Product, unitPrice } from '#shop/catalogue/product.ts'
import type { ShopConfig } from '#shop/ctx.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { shippingFeeFor } from '#shop/pricing/quote.ts'

type Priced = 'price' | 'discountPrice' | 'stockQuantity'
type Described =
  | 'id'
  | 'number'
  | 'name'
  | 'description'
  | 'barcode'
  | 'rating'
  | 'reviewCount'
  | 'isSampleRating'

export type DescribedProduct = Pick<Product, Priced | Described> & { picture: string | null }

export type DeliveryTerms = Pick<ShopConfig, 'shipping' | 'deliveryTimes'>

/**
 * schema.org Product. The price is in rupees, as on the page. A rating only where customers gave it: reviews
 * written for demonstration are no reviews here.
 */
export function productSchema(product: DescribedProduct, site: TaxedSite, terms: DeliveryTerms): Schema {
  const { name, description, number, barcode, rating, reviewCount } = product
  const isRated = rating !== null && !product.isSampleRating
  return {
    '@type': 'Product',
    ...{ name, description, sku: `${number}` },
    ...(barcode && { [`gtin${barcode.length}`]: barcode }),
    image: pictures(product, site),
    brand: { '@type': 'Brand', name: site.brand },
    offers: offer(product, site, terms),
    ...(isRated && { aggregateRating: aggregate(rating, reviewCount) }),
  }
}

function pictures({ picture }: DescribedProduct, { origin }: Site): string[] {
  const shared = `${origin}${sharePicture(picture)}`
  return picture ? [shared, new URL(picture, origin).href] : [shared]
}

function offer(product: DescribedProduct, { origin, taxes }: TaxedSite, terms: DeliveryTerms) {
  const valueAddedTaxIncluded = taxes.prices === 'inclusive'
  const price = { price: toRupees(unitPrice(product)), priceCurrency: 'INR' }
  return {
    '@type': 'Offer',
    url: `${origin}${productPath(product)}`,
    ...price,
    priceSpecification: { '@type': 'UnitPriceSpecification', ...price, valueAddedTaxIncluded },
    itemCondition: 'https://schema.org/NewCondition',
    availability: `https://schema.org/${isOutOfStock(product) ? 'OutOfStock' : 'InStock'}`,
    shippingDetails: shippingDetails(product, terms),
    // Food is not taken back for a change of mind; the returns policy covers what is damaged or wrong.
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'IN',
      returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
      merchantReturnLink: `${origin}/returns`,
    },
  }
}

/** schema.org OfferShippingDetails for one unit, to anywhere in India. */
function shippingDetails(product: DescribedProduct, { shipping, deliveryTimes }: DeliveryTerms) {
  const { ships, metro, elsewhere } = deliveryTimes
  const days = (minValue: number, maxValue: number) => ({
    '@type': 'QuantitativeValue',
    ...{ minValue, maxValue, unitCode: 'DAY' },
  })
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: toRupees(shippingFeeFor(unitPrice(product), shipping)),
      currency: 'INR',
    },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: days(ships.min, ships.max),
      transitTime: days(metro.min, elsewhere.max),
    },
  }
}

function aggregate(ratingValue: number, reviewCount: number) {
  return { '@type': 'AggregateRating', ratingValue, reviewCount, bestRating: 5, worstRating: 1 }
}
