import type { MetaDescriptor } from 'react-router'

export type Schema = { '@type': string; [property: string]: unknown }

/**
 * Structured data for the head of a page. The router's <Meta> writes it with '<', '>' and '&' as \u escapes, so that no
 * text can end the script early; and a data block is never executed, so the Content-Security-Policy need not name it.
 */
export function jsonLd(schema: Schema): MetaDescriptor {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...schema } as never }
}

/** schema.org BreadcrumbList of `[name, path]` pairs, from the top down, ending with the page itself. */
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
