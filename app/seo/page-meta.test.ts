import { describe, expect, it } from 'vitest'
import { documentTitle } from './document-title.ts'
import { pageMeta, siteOf } from './page-meta.ts'

const SITE = { brand: 'Testmill', origin: 'https://shop.test' }

describe('documentTitle', () => {
  it('appends the brand, unless the title contains it or the brand is unknown', () => {
    expect(documentTitle('Our Products', 'Testmill')).toBe('Our Products — Testmill')
    expect(documentTitle('About Testmill', 'Testmill')).toBe('About Testmill')
    expect(documentTitle('Our Products', '')).toBe('Our Products')
  })
})

describe('pageMeta', () => {
  const head = pageMeta({
    ...SITE,
    path: '/about',
    title: 'About us',
    description: 'Why we sell millet.',
    image: '/share/page-about.jpg',
  })

  it('has title, description, canonical URL, Open Graph and a large Twitter card', () => {
    expect(head).toEqual(
      expect.arrayContaining([
        { title: 'About us — Testmill' },
        { name: 'description', content: 'Why we sell millet.' },
        { tagName: 'link', rel: 'canonical', href: 'https://shop.test/about' },
        { property: 'og:type', content: 'website' },
        { property: 'og:site_name', content: 'Testmill' },
        { property: 'og:title', content: 'About us' },
        { property: 'og:url', content: 'https://shop.test/about' },
        { property: 'og:image', content: 'https://shop.test/share/page-about.jpg' },
        { name: 'twitter:card', content: 'summary_large_image' },
      ]),
    )
  })

  it('has no duplicates', () => {
    const keys = head.map((tag) => ('property' in tag ? tag.property : 'name' in tag ? tag.name : ''))
    const named = keys.filter((key) => key !== '')
    expect(new Set(named).size).toBe(named.length)
  })
})

it('reads brand and origin from the root route, and leaves them empty if it failed', () => {
  const site = { ...SITE, taxes: { prices: 'flat', defaultRate: 1800 } } as const
  expect(siteOf([{ loaderData: site }, {}])).toEqual(site)
  expect(siteOf([{}])).toMatchObject({ brand: '', origin: '' })
})
