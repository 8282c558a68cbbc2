import { productPath } from '#app/kit/paths.ts'
import { pageMeta, type TaxedSite } from '#app/seo/page-meta.ts'
import { sharePicture } from '#app/seo/share-picture.ts'
import { breadcrumbList, jsonLd, type Schema } from '#app/seo/structured-data.ts'
import type { PageProduct } from '#app/storefront/product-data.ts'
import { isOutOfStock, type Product, unitPrice } from '#shop/catalogue/product.ts'
import type { ShopConfig } from '#shop/ctx.ts'
import { type Money, toRupees } from '#shop/kernel/money.ts'
import { shippingFeeFor } from '#shop/pricing/quote.ts'

type PriceField = 'price' | 'discountPrice' | 'stockQuantity'
type RatingField = 'rating' | 'reviewCount' | 'isSampleRating'
type SchemaField = PriceField | RatingField | 'id' | 'number' | 'name' | 'description' | 'barcode'

export type SchemaProduct = Pick<Product, SchemaField> & { picture: string | null }

export type DeliveryTerms = { shippingFee: Money; deliveryTimes: ShopConfig['deliveryTimes'] }

/** Returns the terms of delivery for one unit. Loaders compute them, so that pages need no code for quotes. */
export function deliveryTerms(
  product: Pick<Product, PriceField>,
  { shipping, deliveryTimes }: Pick<ShopConfig, 'shipping' | 'deliveryTimes'>,
): DeliveryTerms {
  return { shippingFee: shippingFeeFor(unitPrice(product), shipping), deliveryTimes }
}

const RATING = { '@type': 'AggregateRating', bestRating: 5, worstRating: 1 }

/** Returns a schema.org Product with the price in rupees. Reviews written for demonstration give no rating. */
export function productSchema(product: SchemaProduct, site: TaxedSite, terms: DeliveryTerms): Schema {
  const { name, description, number, barcode, rating, reviewCount, picture } = product
  const shareImage = `${site.origin}${sharePicture(picture)}`
  const isRated = rating !== null && !product.isSampleRating
  return {
    '@type': 'Product',
    ...{ name, description, sku: `${number}` },
    ...(barcode && { [`gtin${barcode.length}`]: barcode }),
    image: picture ? [shareImage, new URL(picture, site.origin).href] : [shareImage],
    brand: { '@type': 'Brand', name: site.brand },
    offers: offer(product, site, terms),
    ...(isRated && { aggregateRating: { ...RATING, ratingValue: rating, reviewCount } }),
  }
}

function offer(product: SchemaProduct, { origin, taxes }: TaxedSite, terms: DeliveryTerms) {
  const valueAddedTaxIncluded = taxes.prices === 'inclusive'
  const price = { price: toRupees(unitPrice(product)), priceCurrency: 'INR' }
  return {
    '@type': 'Offer',
    url: `${origin}${productPath(product)}`,
    ...price,
    priceSpecification: { '@type': 'UnitPriceSpecification', ...price, valueAddedTaxIncluded },
    itemCondition: 'https://schema.org/NewCondition',
    availability: `https://schema.org/${isOutOfStock(product) ? 'OutOfStock' : 'InStock'}`,
    shippingDetails: shippingDetails(terms),
    // Food cannot be returned for a change of mind. The returns policy covers damaged or wrong items.
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'IN',
      returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
      merchantReturnLink: `${origin}/returns`,
    },
  }
}

function shippingDetails({ shippingFee, deliveryTimes: { ships, metro, elsewhere } }: DeliveryTerms) {
  const days = (minValue: number, maxValue: number) => ({
    '@type': 'QuantitativeValue',
    ...{ minValue, maxValue, unitCode: 'DAY' },
  })
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: toRupees(shippingFee), currency: 'INR' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: days(ships.min, ships.max),
      transitTime: days(metro.min, elsewhere.max),
    },
  }
}

/** Returns the page's head. The canonical URL contains the product's id, even if the request contains the slug. */
export function productMeta(product: PageProduct, site: TaxedSite, terms: DeliveryTerms) {
  const { name: title, shortDescription: description, picture } = product
  const path = productPath(product)
  const crumbs = [['Our Products', '/products'] as const, [title, path] as const]
  return [
    ...pageMeta({ ...site, path, title, description, image: sharePicture(picture), type: 'product' }),
    jsonLd(productSchema(product, site, terms)),
    jsonLd(breadcrumbList(crumbs, site.origin)),
  ]
}
