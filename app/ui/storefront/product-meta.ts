/** What search engines and link previews are told about a product. */
import type { PageProduct } from '#app/ui/storefront/page-product.ts'
import { productPath } from '#app/ui/storefront/product-path.ts'
import { isOutOfStock, unitPrice } from '#shop/catalogue/product.ts'
import { toRupees } from '#shop/kernel/money.ts'

type Site = { origin: string; brand: string }

/** The product's one address, whichever of id and slug was asked for. */
function productAddress(product: PageProduct, { origin }: Site): string {
  return `${origin}${productPath(product)}`
}

/** schema.org Product. The price is before tax, as on the page; a rating only where there are reviews. */
export function structuredData(product: PageProduct, site: Site) {
  const { name, description, number, rating, reviewCount } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    ...{ name, description, sku: `${number}` },
    ...(product.picture && { image: [absolute(product.picture, site)] }),
    brand: { '@type': 'Brand', name: site.brand },
    offers: offer(product, site),
    ...(rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating,
        reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  }
}

function offer(product: PageProduct, site: Site) {
  const price = { price: toRupees(unitPrice(product)), priceCurrency: 'INR' }
  return {
    '@type': 'Offer',
    url: productAddress(product, site),
    ...price,
    priceSpecification: { '@type': 'UnitPriceSpecification', ...price, valueAddedTaxIncluded: false },
    itemCondition: 'https://schema.org/NewCondition',
    availability: `https://schema.org/${isOutOfStock(product) ? 'OutOfStock' : 'InStock'}`,
  }
}

function absolute(picture: string, { origin }: Site): string {
  return new URL(picture, origin).href
}

/** Title, description, canonical address, Open Graph and structured data. */
export function productMeta(product: PageProduct, site: Site) {
  const address = productAddress(product, site)
  return [
    { title: product.name },
    { name: 'description', content: product.shortDescription },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'product' },
    { property: 'og:title', content: product.name },
    { property: 'og:description', content: product.shortDescription },
    { property: 'og:url', content: address },
    { property: 'og:site_name', content: site.brand },
    ...(product.picture ? [{ property: 'og:image', content: absolute(product.picture, site) }] : []),
    { 'script:ld+json': structuredData(product, site) },
  ]
}
