/** The title and description of a product for search engines and link previews. */

import { productPath } from '#app/kit/paths.ts'
import { pageMeta, type TaxedSite } from '#app/seo/page-meta.ts'
import { sharePicture } from '#app/seo/share-picture.ts'
import { breadcrumbList, jsonLd } from '#app/seo/structured-data.ts'
import type { PageProduct } from '#app/storefront/product-data.ts'
import { type DeliveryTerms, productSchema } from '#app/storefront/product-schema.ts'

/** Head of a product's page. Its address is the one by id, whichever of id and slug was asked for. */
export function productMeta(product: PageProduct, site: TaxedSite, terms: DeliveryTerms) {
  const { name: title, shortDescription: description, picture } = product
  const path = productPath(product)
  const crumbs = [['Our Products', '/products'] as const, [title, path] as const]
  return [
    ...pageMeta({ ...site, path, title, description, image: sharePicture(picture), type: 'product' }),
    jsonLd(productSchema(product, site, terms)),
    jsonLd(breadcrumbList(crumbs, site.origin)),
  ]
}
