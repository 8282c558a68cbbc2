import type { Schema } from '#app/seo/json-ld.ts'

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
