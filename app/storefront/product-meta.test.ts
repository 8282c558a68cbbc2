import { expect, it } from 'vitest'
import { productMeta } from '#app/storefront/product-schema.ts'
import { rupees } from '#shop/kernel/money.ts'
import { sampleProduct } from '#tests/sample-products.ts'
import { toPageProduct } from './product-data.ts'

const taxes = { prices: 'flat', defaultRate: 1800 } as const
const days = { min: 2, max: 3 }
const TERMS = {
  shippingFee: rupees(0),
  deliveryTimes: { ships: days, metro: days, elsewhere: days },
}
const SITE = { origin: 'https://shop.example', brand: 'Brand', taxes }

it('has the name in the title, a canonical URL, a picture, and breadcrumbs', () => {
  const imageUrls = ['/illustrations/mix-ragi.svg']
  const ragi = { ...sampleProduct('ragi-mix'), name: 'Ragi Mix', imageUrls }
  const head = productMeta(toPageProduct(ragi), SITE, TERMS)
  const url = `https://shop.example/product/${ragi.id}`
  expect(head).toEqual(
    expect.arrayContaining([
      { title: 'Ragi Mix — Brand' },
      { tagName: 'link', rel: 'canonical', href: url },
      { property: 'og:type', content: 'product' },
      { property: 'og:image', content: 'https://shop.example/share/mix-ragi.jpg' },
    ]),
  )
  const text = JSON.stringify(head)
  expect(text).toContain('"@type":"Product"')
  expect(text).toContain(`"position":2,"name":"Ragi Mix","item":"${url}"`)
})

it('uses the first uploaded picture for shared links', () => {
  const id = '00000000-0000-4000-8000-0000000000aa'
  const imageUrls = [`/pictures/${id}-900x1200/900.webp`, '/illustrations/mix-ragi.svg']
  const head = productMeta(toPageProduct({ ...sampleProduct('ragi-mix'), imageUrls }), SITE, TERMS)
  const shared = `https://shop.example/pictures/${id}/share.jpg`
  expect(head).toEqual(expect.arrayContaining([{ property: 'og:image', content: shared }]))
  expect(JSON.stringify(head)).toContain(`"image":["${shared}","https://shop.example${imageUrls[0]}"]`)
})
