import { expect, it } from 'vitest'
import { organizationSchema, websiteSchema } from '#app/seo/structured-data.ts'
import { breadcrumbList, jsonLd } from './structured-data.ts'

const SITE = { brand: 'Testmill', origin: 'https://shop.test' }

it('numbers breadcrumbs from the top down, with absolute URLs', () => {
  const list = breadcrumbList(
    [['Our Products', '/products'] as const, ['Ragi', '/product/1'] as const],
    SITE.origin,
  )
  expect(list.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Our Products', item: 'https://shop.test/products' },
    { '@type': 'ListItem', position: 2, name: 'Ragi', item: 'https://shop.test/product/1' },
  ])
})

it('names the site’s organisation and its search URL', () => {
  expect(websiteSchema(SITE)).toMatchObject({
    publisher: { '@id': organizationSchema(SITE)['@id'] },
    potentialAction: { target: { urlTemplate: 'https://shop.test/search?q={search_term_string}' } },
  })
})

it('names schema.org as the context', () => {
  expect(jsonLd({ '@type': 'WebSite' })).toEqual({
    'script:ld+json': { '@context': 'https://schema.org', '@type': 'WebSite' },
  })
})
