import { useEffect, useRef } from 'react'
import { data, Form, useLocation, useNavigation, useNavigationType } from 'react-router'
import { PageTitle } from '#app/frame/page-head.tsx'
import { fieldTexts, SearchInput } from '#app/frame/search-input.tsx'
import { Button } from '#app/kit/button.tsx'
import { FieldFrame } from '#app/kit/fields.tsx'
import { toSummary } from '#app/recipes/recipe-display.ts'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeSearchLimit } from '#app/request/rate-limit.server.ts'
import { toCardProduct } from '#app/storefront/product-data.ts'
import { SearchResults } from '#app/storefront/search-results.tsx'
import { searchAll } from '#app/storefront/search-suggestions.server.ts'
import { readQuery } from '#shop/search/query.ts'
import type { Route } from './+types/search.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: { get: 200 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { text, words } = readQuery(new URL(request.url).searchParams.get('q'))
  const noResults = { query: text, products: [], recipes: [], problem: null }
  if (words.length === 0) return noResults
  const requestCtx = context.get(requestContext)
  const wait = await consumeSearchLimit(request, requestCtx)
  if (wait) {
    const problem = `We’ve had a great many searches from your network. ${wait.words}`
    return data({ ...noResults, problem }, { status: 429, headers: wait.headers })
  }
  const { products, recipes } = await searchAll(requestCtx.productSearch, words)
  return { ...noResults, products: products.map(toCardProduct), recipes: recipes.map(toSummary) }
}

/** Sends Retry-After if the limit of searches is exceeded. */
export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/** One field searches products and recipes. The query is in the URL, so that it works without JavaScript. */
export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { query } = loaderData
  const { form, summary } = useSearchFocus(query)
  const text = useFieldText(query)
  const isBusy = useNavigation().location?.pathname === '/search'
  return (
    <div className="wrap pt-8 pb-section">
      <PageTitle>{query === '' ? 'Search' : `Search: ${query}`}</PageTitle>
      <h1 className="display text-4xl">Search</h1>
      <search>
        <Form
          ref={form}
          method="get"
          action="/search"
          className="mt-6 flex max-w-form flex-wrap items-end gap-3"
        >
          <FieldFrame
            id={FIELD}
            label="Products and recipes"
            fieldClassName="relative min-w-[min(100%,7rem)] flex-1"
          >
            <SearchInput id={FIELD} defaultValue={text} className="input" />
          </FieldFrame>
          <Button icon="search" busy={isBusy}>
            Search
          </Button>
        </Form>
      </search>
      <SearchResults {...loaderData} summary={summary} />
    </div>
  )
}

const FIELD = 'search'

/** Returns the field's text. It follows the URL, so that Back and searches from the header set it. */
function useFieldText(query: string): string {
  const { key } = useLocation()
  const isFollowed = useNavigationType() !== 'POP'
  const text = fieldTexts.get(FIELD + key) ?? query
  const shownKey = useRef(key)
  useEffect(() => {
    // Keeps text that was typed before hydration.
    if (shownKey.current === key) return
    shownKey.current = key
    const field = document.getElementById(FIELD)
    // Also keeps any text that was typed while the results were loading.
    const isTyping = isFollowed && document.activeElement === field
    if (field instanceof HTMLInputElement && !isTyping) field.value = text
  }, [key, text, isFollowed])
  return text
}

/** After a link or search, focuses the results or, without a query, the field. Back and page loads do not. */
function useSearchFocus(query: string) {
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLParagraphElement>(null)
  const { key } = useLocation()
  const isFollowed = useNavigationType() !== 'POP'

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useEffect(() => {
    if (!isFollowed || form.current?.contains(document.activeElement)) return
    const target = query === '' ? document.getElementById(FIELD) : summary.current
    target?.focus({ preventScroll: true })
  }, [key])

  return { form, summary }
}
