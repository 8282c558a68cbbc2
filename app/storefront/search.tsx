import { useEffect, useRef } from 'react'
import { data, Form, useLocation, useNavigation, useNavigationType } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { toSummary } from '#app/recipes/recipe-display.ts'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { waitForSearch } from '#app/request/rate-limit.server.ts'
import { toCardProduct } from '#app/storefront/product-data.ts'
import { type FoundThings, SearchResults } from '#app/storefront/search-results.tsx'
import type { Recipe } from '#content/recipes/recipe.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { SEARCH_SYNONYMS } from '#content/search-synonyms.ts'
import { MAX_QUERY_LENGTH, readQuery } from '#shop/search/query.ts'
import { createIndex, type Findable } from '#shop/search/search-index.ts'
import { synonymsOf } from '#shop/search/synonyms.ts'
import type { Route } from './+types/search.ts'

export const handle: PageHandle = {
  title: 'Search',
  search: 'noindex',
  access: { get: 200 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { text, words } = readQuery(new URL(request.url).searchParams.get('q'))
  const nothing = { query: text, products: [], recipes: [], problem: null }
  if (words.length === 0) return nothing
  const wait = await waitForSearch(request, context)
  if (wait) {
    const problem = `We’ve had a great many searches from your network. ${wait.words}`
    return data({ ...nothing, problem }, { status: 429, headers: wait.headers })
  }
  const products = await context.get(requestContext).productSearch.find(words)
  const recipes = RECIPE_INDEX.find(words).flatMap((at) => RECIPES[at] ?? [])
  return { ...nothing, products: products.map(toCardProduct), recipes: recipes.map(toSummary) }
}

const RECIPE_INDEX = createIndex(RECIPES.map(toFindable), { synonyms: synonymsOf(SEARCH_SYNONYMS) })

function toFindable({ name, summary, mealType, ingredients, cookingMethod }: Recipe): Findable {
  return { name, about: [summary, mealType, ...ingredients, ...cookingMethod].join(' ') }
}

/** The answer to too many searches says how long to wait. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchPage {...loaderData} />
}

/** One field over products and recipes. The query is the page's address, so it works without JavaScript. */
function SearchPage(found: FoundThings) {
  const { query } = found
  const { form, field, summary } = useSearchFocus(query)
  const isBusy = useNavigation().location?.pathname === '/search'
  return (
    <div className="wrap pt-8 pb-section">
      <h1 className="display text-4xl">Search</h1>
      <search>
        <Form
          ref={form}
          method="get"
          action="/search"
          className="mt-6 flex max-w-form flex-wrap items-end gap-3"
        >
          <TextField
            ref={field}
            type="search"
            name="q"
            label="Products and recipes"
            defaultValue={query}
            maxLength={MAX_QUERY_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            fieldClassName="min-w-[min(100%,7rem)] flex-1"
          />
          <Button icon="search" busy={isBusy}>
            Search
          </Button>
        </Form>
      </search>
      <SearchResults {...found} summary={summary} />
    </div>
  )
}

/**
 * Moves the focus. A search in the page's own field leaves it there; a search from the header moves it to the
 * results, the header's icon to the field. A visit by address and the Back button leave the focus alone.
 */
function useSearchFocus(query: string) {
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const summary = useRef<HTMLParagraphElement>(null)
  const { key } = useLocation()
  const isFollowed = useNavigationType() !== 'POP'

  // The field belongs to the address: a search from the header shows here too.
  useEffect(() => {
    if (field.current) field.current.value = query
  }, [query])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useEffect(() => {
    if (!isFollowed || form.current?.contains(document.activeElement)) return
    const target = query === '' ? field.current : summary.current
    target?.focus({ preventScroll: true })
  }, [key])

  return { form, field, summary }
}
