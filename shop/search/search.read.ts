import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { findAlike, listCategories } from '#shop/catalogue/products.read.ts'
import { wordsOf } from '#shop/search/query.ts'
import { type Findable, rank } from '#shop/search/rank.ts'
import { LEAST_ALIKE, likenessTo } from '#shop/search/trigrams.ts'

/** How many products the database hands over to be ranked. */
const CANDIDATES = 100

/** The products on sale that fit the words of a query, best first. */
export async function findProducts(db: Kysely<DB>, words: readonly string[]): Promise<Product[]> {
  const categoryIds = meantCategories(words, await listCategories(db))
  const likely = await findAlike(db, { words, categoryIds, leastAlike: LEAST_ALIKE, limit: CANDIDATES })
  const byNumber = likely.toSorted((a, b) => a.number - b.number)
  return rank(words, byNumber, toFindable)
}

/** The categories that a query names, misspelt or not. */
function meantCategories(words: readonly string[], categories: readonly { id: string; slug: string }[]) {
  const likenesses = words.map(likenessTo)
  return categories
    .filter(({ slug }) => wordsOf(slug).some((word) => likenesses.some((like) => like(word) >= IN_CATEGORY)))
    .map(({ id }) => id)
}

/** A category has few words and many products: what means it must be closer than what means one product. */
const IN_CATEGORY = 0.5

function toFindable(product: Product): Findable {
  const { name, category, cuisine, region, shortDescription, ingredients, healthFocus, description } = product
  const about = [category, cuisine, region, shortDescription, ...ingredients, ...healthFocus, description]
  return { name, about: about.join(' ') }
}
