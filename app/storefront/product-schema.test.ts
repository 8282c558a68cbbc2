import { describe, expect, it } from 'vitest'
import { rupees } from '#shop/kernel/money.ts'
import { sampleProduct } from '#tests/sample-products.ts'
import { deliveryTerms, productSchema, type SchemaProduct } from './product-schema.ts'

const taxes = { prices: 'flat', defaultRate: 1800 } as const
const CONFIG = {
  shipping: { fee: rupees(49), freeAbove: rupees(500) },
  deliveryTimes: { ships: { min: 2, max: 3 }, metro: { min: 3, max: 5 }, elsewhere: { min: 5, max: 8 } },
}
const SITE = { origin: 'https://shop.example', brand: 'Brand', taxes }

function sampleOf(slug: string): SchemaProduct {
  const product = sampleProduct(slug)
  return { ...product, picture: product.imageUrls[0] ?? null }
}

const BOX: SchemaProduct = {
  ...sampleOf('meal-play-box'),
  ...{ name: 'Play Box', price: rupees(599), discountPrice: null },
  ...{ imageUrls: ['/illustrations/mix-ragi.svg'], picture: '/illustrations/mix-ragi.svg' },
}

function schemaOf(product: SchemaProduct) {
  return productSchema(product, SITE, deliveryTerms(product, CONFIG))
}

describe('productSchema', () => {
  it('states the current price without tax, at the canonical URL', () => {
    expect(schemaOf(BOX)).toMatchObject({
      '@type': 'Product',
      name: 'Play Box',
      image: ['https://shop.example/share/mix-ragi.jpg', 'https://shop.example/illustrations/mix-ragi.svg'],
      brand: { name: 'Brand' },
      offers: {
        price: 599,
        priceCurrency: 'INR',
        url: `https://shop.example/product/${BOX.id}`,
        availability: 'https://schema.org/InStock',
        priceSpecification: { valueAddedTaxIncluded: false },
      },
    })
  })

  it('states the barcode as GTIN, cost and duration of shipping, and the returns policy', () => {
    const { offers, ...product } = schemaOf({ ...sampleOf('ragi-mix'), barcode: '8901234567894' })
    expect(product).toMatchObject({ gtin13: '8901234567894' })
    expect(offers).toMatchObject({
      shippingDetails: {
        shippingRate: { value: 49, currency: 'INR' },
        shippingDestination: { addressCountry: 'IN' },
        deliveryTime: {
          handlingTime: { minValue: 2, maxValue: 3, unitCode: 'DAY' },
          transitTime: { minValue: 3, maxValue: 8, unitCode: 'DAY' },
        },
      },
      hasMerchantReturnPolicy: {
        applicableCountry: 'IN',
        merchantReturnLink: 'https://shop.example/returns',
      },
    })
    const free = schemaOf(BOX)
    expect(free).toMatchObject({ offers: { shippingDetails: { shippingRate: { value: 0 } } } })
    expect(free).not.toHaveProperty('gtin13')
  })

  it('states that a product is out of stock', () => {
    const product = { ...sampleOf('ragi-mix'), stockQuantity: 0 }
    expect(schemaOf(product)).toMatchObject({
      offers: { availability: 'https://schema.org/OutOfStock' },
    })
  })

  it('states the rating of customers, but not of demonstration reviews', () => {
    expect(schemaOf(sampleOf('ragi-mix'))).not.toHaveProperty('aggregateRating')
    const rated = { ...sampleOf('ragi-mix'), rating: 4.5, reviewCount: 2 }
    expect(schemaOf(rated)).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    })
    expect(schemaOf({ ...rated, isSampleRating: true })).not.toHaveProperty('aggregateRating')
  })
})
