import type { MetaDescriptor } from 'react-router'
import type { Site } from '#app/seo/page-meta.ts'

export type Schema = { '@type': string; [property: string]: unknown }

/** Returns structured data for the head. The router escapes '<', '>' and '&'. Data blocks need no CSP entry. */
export function jsonLd(schema: Schema): MetaDescriptor {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...schema } as never }
}

/** Returns a schema.org BreadcrumbList for `[name, path]` pairs, from the top down. The last is the page itself. */
export function breadcrumbList(crumbs: readonly (readonly [string, string])[], origin: string): Schema {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  }
}

export function organizationSchema({ brand, origin }: Site): Schema {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
  }
}

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
