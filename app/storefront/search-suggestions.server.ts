import type { Suggestion } from '#app/frame/suggestions.tsx'
import { productPath, recipePath } from '#app/kit/paths.ts'
import { minutesInWords } from '#app/recipes/recipe-display.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { waitForSearch } from '#app/request/rate-limit.server.ts'
import type { Recipe } from '#content/recipes/recipe.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { SEARCH_SYNONYMS } from '#content/search-synonyms.ts'
import { isOutOfStock, type Product, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { readQuery, wordsOf } from '#shop/search/query.ts'
import { createIndex } from '#shop/search/search-index.ts'
import { synonymsOf } from '#shop/search/synonyms.ts'

type SearchContext = Pick<RequestContext, 'productSearch' | 'limits' | 'isDatabaseAway'>

const MAX_SUGGESTIONS = 6
/** The same for everyone; a price may be as old. */
const KEPT = { 'cache-control': 'public, max-age=60' }

/** The suggestions for `q` as JSON. Empty where there is nothing to look up, and with 429 after too many. */
export async function answerSuggestions(request: Request, context: SearchContext): Promise<Response> {
  const { words } = readQuery(new URL(request.url).searchParams.get('q'))
  if (words.length === 0) return Response.json([], { headers: KEPT })
  const wait = await waitForSearch(request, context, 'suggestions')
  if (wait) return Response.json([], { status: 429, headers: wait.headers })
  const found = await suggest(context, words)
  const suggestions = found.length > 0 ? found : await suggest(context, completed(words))
  return Response.json(suggestions, { headers: KEPT })
}

async function suggest({ productSearch }: SearchContext, words: readonly string[]): Promise<Suggestion[]> {
  const { products, recipes } = await findThings(productSearch, words)
  return namedFirst([...products.map(ofProduct), ...recipes.map(ofRecipe)], words).slice(0, MAX_SUGGESTIONS)
}

/** Exact names first, then names with these words, then the rest; otherwise the order stays. */
function namedFirst(found: readonly Suggestion[], words: readonly string[]): Suggestion[] {
  const names = createIndex(
    found.map(({ name }) => ({ name, about: '' })),
    { synonyms: SYNONYMS },
  )
  const named = new Set(names.find(words).flatMap((at) => found[at] ?? []))
  const query = words.join(' ')
  const rankOf = (suggestion: Suggestion) => {
    if (wordsOf(suggestion.name).join(' ') === query) return 0
    return named.has(suggestion) ? 1 : 2
  }
  return found.toSorted((a, b) => rankOf(a) - rankOf(b))
}

const NAMES = SEARCH_SYNONYMS.flat().map((name) => readQuery(name).words)

/** The half-typed name in other words: 'राग' is on its way to 'रागी', which the index holds as 'ragi'. */
function completed(words: readonly string[]): readonly string[] {
  return NAMES.find((name) => name.join(' ').startsWith(words.join(' '))) ?? []
}

function ofProduct(product: Product): Suggestion {
  const { name, imageUrls } = product
  return {
    name,
    path: productPath(product),
    picture: imageUrls[0] ?? null,
    note: isOutOfStock(product) ? 'Out of Stock' : formatPrice(unitPrice(product)),
  }
}

function ofRecipe({ id, name, image, cookTime }: Recipe): Suggestion {
  return { name, path: recipePath(id), picture: image, note: `Recipe, ${minutesInWords(cookTime)}` }
}

export const SYNONYMS = synonymsOf(SEARCH_SYNONYMS)

const RECIPE_INDEX = createIndex(
  RECIPES.map(({ name, summary, mealType, ingredients, cookingMethod }) => ({
    name,
    about: [summary, mealType, ...ingredients, ...cookingMethod].join(' '),
  })),
  { synonyms: SYNONYMS },
)

/** The products on sale and the recipes that match a query's words, each best first. */
export async function findThings(productSearch: RequestContext['productSearch'], words: readonly string[]) {
  const products = await productSearch.find(words)
  return { products, recipes: RECIPE_INDEX.find(words).flatMap((at) => RECIPES[at] ?? []) }
}
