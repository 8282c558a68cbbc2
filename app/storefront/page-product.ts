/** A product as its own page needs it, and the tastemakers as the picker needs them. */

import type { ShownPicture } from '#app/storefront/product-pictures.tsx'
import { type CardProduct, toCardProduct } from '#app/storefront/shelf-product.ts'
import type { Product } from '#shop/catalogue/product.ts'
import type { Cuisine } from '#shop/catalogue/taxonomy.ts'

type Told =
  | 'description'
  | 'ingredients'
  | 'benefits'
  | 'usageInstructions'
  | 'allergens'
  | 'healthFocus'
  | 'nutrition'
type Declared = 'mrp' | 'maker' | 'fssaiLicence'
type Stated = 'region' | 'spiceLevel' | 'sweetLevel' | 'netQuantity' | 'shelfLife' | 'countryOfOrigin'

export type PageProduct = CardProduct &
  Pick<Product, Told | Declared | Stated | 'rating' | 'reviewCount'> & { pictures: ShownPicture[] }

export function toPageProduct(product: Product): PageProduct {
  const { description, ingredients, benefits, usageInstructions, allergens, healthFocus, nutrition } = product
  const { region, spiceLevel, sweetLevel, netQuantity, shelfLife, countryOfOrigin, rating, reviewCount } =
    product
  const { mrp, maker, fssaiLicence, imageUrls, imageAlts } = product
  return {
    ...toCardProduct(product),
    pictures: imageUrls.map((url, at) => ({ url, alt: imageAlts[at] ?? '' })),
    ...{ mrp, maker, fssaiLicence },
    ...{ description, ingredients, benefits, usageInstructions, allergens, healthFocus, nutrition },
    ...{ region, spiceLevel, sweetLevel, netQuantity, shelfLife, countryOfOrigin, rating, reviewCount },
  }
}

type Described = 'id' | 'number' | 'name' | 'shortDescription' | 'region'

export type PickProduct = Pick<Product, Described | 'spiceLevel' | 'sweetLevel' | 'stockQuantity'> & {
  family: Cuisine
  picture: string | null
}

/** The packets that may go into a mix. One without a cuisine is listed with the international ones. */
export function toPicks(products: readonly Product[]): PickProduct[] {
  return products
    .filter((product) => product.isPick)
    .map(
      ({ id, number, name, shortDescription, region, spiceLevel, sweetLevel, stockQuantity, ...rest }) => ({
        ...{ id, number, name, shortDescription, region, spiceLevel, sweetLevel, stockQuantity },
        family: rest.cuisine ?? 'international',
        picture: rest.imageUrls[0] ?? null,
      }),
    )
}
