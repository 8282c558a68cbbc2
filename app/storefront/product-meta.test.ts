import { expect, it } from 'vitest'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { rupees } from '#shop/kernel/money.ts'
import { toPageProduct } from './product-data.ts'
import { productMeta } from './product-meta.ts'

const taxes = { prices: 'exclusive', defaultRate: 1800 } as const
const days = { min: 2, max: 3 }
const TERMS = {
  shipping: { fee: rupees(0), freeAbove: null },
  deliveryTimes: { ships: days, metro: days, elsewhere: days },
}
const SITE = { origin: 'https://shop.example', brand: 'Brand', taxes }

it('begins the title with the name, and has one address, a picture, and the way back up', () => {
  const ragi = SEED_PRODUCTS.find((one) => one.slug === 'ragi-mix') ?? expect.fail()
  const unreviewed = {
    isActive: true,
    version: 1,
    createdAt: new Date(0),
    rating: null,
    reviewCount: 0,
    isBestseller: false,
    isSampleRating: false,
  }
  const head = productMeta(toPageProduct({ ...ragi, ...unreviewed }), SITE, TERMS)
  const address = `https://shop.example/product/${ragi.id}`
  expect(head).toEqual(
    expect.arrayContaining([
      { title: 'Ragi Meal Mix — Brand' },
      { tagName: 'link', rel: 'canonical', href: address },
      { property: 'og:type', content: 'product' },
      { property: 'og:image', content: 'https://shop.example/share/mix-ragi.jpg' },
    ]),
  )
  const text = JSON.stringify(head)
  expect(text).toContain('"@type":"Product"')
  expect(text).toContain(`"position":2,"name":"Ragi Meal Mix","item":"${address}"`)
})
