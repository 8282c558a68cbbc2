import { describe, expect, it } from 'vitest'
import { siteSchema, storyMeta } from '#app/ui/stories/story-meta.ts'

const head = {
  brand: 'Cultiva',
  origin: 'https://shop.example',
  path: '/about',
  title: 'About Cultiva',
  description: 'Why we sell millet.',
  drawing: 'cultivate-people',
}

describe('the head of a story page', () => {
  it('has title, description, canonical address and Open Graph', () => {
    expect(storyMeta(head)).toEqual(
      expect.arrayContaining([
        { title: 'About Cultiva' },
        { name: 'description', content: 'Why we sell millet.' },
        { tagName: 'link', rel: 'canonical', href: 'https://shop.example/about' },
        { property: 'og:site_name', content: 'Cultiva' },
        { property: 'og:url', content: 'https://shop.example/about' },
        { property: 'og:image', content: 'https://shop.example/illustrations/cultivate-people.svg' },
      ]),
    )
  })

  it('names the organisation behind the site', () => {
    const schema = JSON.stringify(siteSchema('Cultiva', 'https://shop.example'))
    expect(schema).toContain('"@type":"Organization"')
    expect(schema).toContain('"@type":"WebSite"')
    expect(schema).toContain('"publisher":{"@id":"https://shop.example/#organization"}')
  })
})
