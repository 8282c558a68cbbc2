/** A product as the shelf needs it: enough for its card and its info panel, nothing more travels to the browser. */
import type { Product } from '#shop/catalogue/product.ts'
import type { Nutrition } from '#shop/catalogue/product-fields.ts'

type Card = 'id' | 'number' | 'slug' | 'name' | 'category' | 'cuisine' | 'price' | 'discountPrice' | 'isNew'
type CardToo = 'shortDescription' | 'stockQuantity' | 'tastemakerPicks' | 'isPick' | 'isBestseller'
type Info =
  | 'description'
  | 'region'
  | 'spiceLevel'
  | 'sweetLevel'
  | 'ingredients'
  | 'benefits'
  | 'usageInstructions'

type NutritionFacts = Pick<Nutrition, 'servingSize' | 'protein' | 'fiber' | 'calories'>

export type CardProduct = Pick<Product, Card | CardToo> & { picture: string | null }
export type ShelfProduct = CardProduct & Pick<Product, Info> & { facts: NutritionFacts | null }

export function toCardProduct(product: Product): CardProduct {
  const { id, number, slug, name, category, cuisine, price, discountPrice, shortDescription } = product
  const { stockQuantity, tastemakerPicks, isPick, isNew, isBestseller } = product
  return {
    ...{ id, number, slug, name, category, cuisine, price, discountPrice, shortDescription },
    ...{ stockQuantity, tastemakerPicks, isPick, isNew, isBestseller },
    picture: product.imageUrls[0] ?? null,
  }
}

export function toShelfProduct(product: Product): ShelfProduct {
  const { description, region, spiceLevel, sweetLevel, ingredients, benefits, usageInstructions } = product
  return {
    ...toCardProduct(product),
    ...{ description, region, spiceLevel, sweetLevel, ingredients, benefits, usageInstructions },
    facts: product.nutrition && toFacts(product.nutrition),
  }
}

function toFacts({ servingSize, protein, fiber, calories }: Nutrition): NutritionFacts {
  return { servingSize, protein, fiber, calories }
}
