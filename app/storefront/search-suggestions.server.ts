import type { Suggestion } from '#app/frame/suggestions.tsx'
import { productPath, recipePath } from '#app/kit/paths.ts'
import { minutesInWords } from '#app/recipes/recipe-display.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { consumeSearchLimit } from '#app/request/rate-limit.server.ts'
import type { Recipe } from '#content/recipes/recipe.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { SEARCH_SYNONYMS } from '#content/search-synonyms.ts'
import { isOutOfStock, type Product, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { readQuery, wordsOf } from '#shop/search/query.ts'
import { createIndex } from '#shop/search/search-index.ts'
import { createSynonymLookup } from '#shop/search/synonyms.ts'

type SearchContext = Pick<RequestContext, 'productSearch' | 'limits' | 'isOutage'>

const MAX_RESULTS = 6
/** Shared caches may store suggestions for a minute, because they are the same for everyone. */
const CACHE_HEADERS = { 'cache-control': 'public, max-age=60' }

/** Responds with the suggestions for `q` as JSON: none without words, and none with 429 above the limit. */
export async function answerSuggestions(request: Request, context: SearchContext): Promise<Response> {
  const { words } = readQuery(new URL(request.url).searchParams.get('q'))
  if (words.length === 0) return Response.json([], { headers: CACHE_HEADERS })
  const wait = await consumeSearchLimit(request, context, 'suggestions')
  if (wait) return Response.json([], { status: 429, headers: wait.headers })
  const found = await suggest(context, words)
  const suggestions = found.length > 0 ? found : await suggest(context, completeName(words))
  return Response.json(suggestions, { headers: CACHE_HEADERS })
}

async function suggest({ productSearch }: SearchContext, words: readonly string[]): Promise<Suggestion[]> {
  const { products, recipes } = await searchAll(productSearch, words)
  return sortByName([...products.map(fromProduct), ...recipes.map(fromRecipe)], words).slice(0, MAX_RESULTS)
}

/** Sorts by name: exact names first, then names with these words, then the others. Each part keeps its order. */
function sortByName(found: readonly Suggestion[], words: readonly string[]): Suggestion[] {
  const names = createIndex(
    found.map(({ name }) => ({ name, about: '' })),
    { synonyms: SYNONYMS },
  )
  const nameMatches = new Set(names.find(words).flatMap((at) => found[at] ?? []))
  const query = words.join(' ')
  const rankOf = (suggestion: Suggestion) => {
    if (wordsOf(suggestion.name).join(' ') === query) return 0
    return nameMatches.has(suggestion) ? 1 : 2
  }
  return found.toSorted((a, b) => rankOf(a) - rankOf(b))
}

const NAMES = SEARCH_SYNONYMS.flat().map((name) => readQuery(name).words)

/** Completes the beginning of a synonym. 'राग' becomes 'रागी', which the index finds as 'ragi'. */
function completeName(words: readonly string[]): readonly string[] {
  return NAMES.find((name) => name.join(' ').startsWith(words.join(' '))) ?? []
}

function fromProduct(product: Product): Suggestion {
  const { name, imageUrls } = product
  return {
    name,
    path: productPath(product),
    picture: imageUrls[0] ?? null,
    note: isOutOfStock(product) ? 'Out of Stock' : formatPrice(unitPrice(product)),
  }
}

function fromRecipe({ id, name, image, cookTime }: Recipe): Suggestion {
  return { name, path: recipePath(id), picture: image, note: `Recipe, ${minutesInWords(cookTime)}` }
}

export const SYNONYMS = createSynonymLookup(SEARCH_SYNONYMS)

const RECIPE_INDEX = createIndex(
  RECIPES.map(({ name, summary, mealType, ingredients, cookingMethod }) => ({
    name,
    about: [summary, mealType, ...ingredients].join(' '),
    mentions: cookingMethod.join(' '),
  })),
  { synonyms: SYNONYMS },
)

/** Returns the products on sale and the recipes that match a query's words, each best first. */
export async function searchAll(productSearch: RequestContext['productSearch'], words: readonly string[]) {
  const products = await productSearch.find(words)
  return { products, recipes: RECIPE_INDEX.find(words).flatMap((at) => RECIPES[at] ?? []) }
}
