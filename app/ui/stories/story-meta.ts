import type { MetaDescriptor } from 'react-router'

export type StoryHead = {
  brand: string
  /** The shop's public address, without a trailing slash. */
  origin: string
  /** From the root: '/about'. */
  path: string
  title: string
  description: string
  /** The drawing that a shared link shows. */
  drawing: string
}

/** Title, description, canonical address and Open Graph of a story page. */
export function storyMeta({ brand, origin, path, title, description, drawing }: StoryHead): MetaDescriptor[] {
  const address = `${origin}${path}`
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: `${origin}/illustrations/${drawing}.svg` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Who runs the site, for search engines. */
export function siteSchema(brand: string, origin: string): MetaDescriptor {
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand,
    url: `${origin}/`,
  }
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@graph': [
        { ...organization, logo: `${origin}/illustrations/mark.svg` },
        {
          '@type': 'WebSite',
          '@id': `${origin}/#website`,
          name: brand,
          url: `${origin}/`,
          inLanguage: 'en-IN',
          publisher: { '@id': organization['@id'] },
        },
      ],
    },
  }
}
