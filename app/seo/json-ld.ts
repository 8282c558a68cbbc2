import type { MetaDescriptor } from 'react-router'

export type Schema = { '@type': string; [property: string]: unknown }

/**
 * Structured data for the head of a page. The router's <Meta> writes it with '<', '>' and '&' as \u escapes, so that no
 * text can end the script early; and a data block is never executed, so the Content-Security-Policy need not name it.
 */
export function jsonLd(schema: Schema): MetaDescriptor {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...schema } as never }
}
