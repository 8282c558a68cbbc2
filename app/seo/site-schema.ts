import type { Site } from '#app/seo/page-meta.ts'
import type { Schema } from '#app/seo/structured-data.ts'

/** The organisation that runs the site. */
export function organizationSchema({ brand, origin }: Site): Schema {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
  }
}

/** The site, and how to search it. */
export function websiteSchema({ brand, origin }: Site): Schema {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: brand,
    url: `${origin}/`,
    inLanguage: 'en-IN',
    publisher: { '@id': `${origin}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}
