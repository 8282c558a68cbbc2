import { describe, expect, it } from 'vitest'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { type PageProduct, toPageProduct } from './page-product.ts'
import { productMeta, structuredData } from './product-meta.ts'

const site = { origin: 'https://shop.example', brand: 'Brand' }

function seeded(slug: string): PageProduct {
  const product = SEED_PRODUCTS.find((one) => one.slug === slug)
  if (!product) throw new Error(`no seed product ${slug}`)
  const unreviewed = { isActive: true, createdAt: new Date(0), rating: null, reviewCount: 0 }
  return toPageProduct({ ...product, ...unreviewed })
}

describe('structuredData', () => {
  it('offers the price that is asked, without tax, at the one address', () => {
    const address = 'https://shop.example/product/00000000-0000-4000-8000-000000000032'
    expect(structuredData(seeded('meal-play-box'), site)).toMatchObject({
      '@type': 'Product',
      name: 'Meal Play Box',
      image: ['https://shop.example/illustrations/meal-play-box.svg'],
      offers: {
        price: 599,
        priceCurrency: 'INR',
        url: address,
        availability: 'https://schema.org/InStock',
        priceSpecification: { valueAddedTaxIncluded: false },
      },
    })
  })

  it('says when it is out of stock, and rates only what has reviews', () => {
    const sichuan = structuredData(seeded('sichuan-pepper'), site)
    expect(sichuan.offers.availability).toBe('https://schema.org/OutOfStock')
    expect(sichuan).not.toHaveProperty('aggregateRating')
    const rated = structuredData({ ...seeded('ragi-mix'), rating: 4.5, reviewCount: 2 }, site)
    expect(rated).toMatchObject({ aggregateRating: { ratingValue: 4.5, reviewCount: 2 } })
  })
})

describe('productMeta', () => {
  it('titles the page with the name alone', () => {
    expect(productMeta(seeded('ragi-mix'), site)[0]).toEqual({ title: 'Ragi Meal Mix' })
  })
})
