import { Form, useNavigation } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/text-field.tsx'
import { type FoundThings, SearchResults } from '#app/storefront/search-results.tsx'
import { useSearchFocus } from '#app/storefront/use-search-focus.ts'
import { MAX_QUERY_LENGTH } from '#shop/search/query.ts'

/** One field over products and recipes. The query is the page's address, so it works without JavaScript. */
export function SearchPage(found: FoundThings) {
  const { query } = found
  const { form, field, summary } = useSearchFocus(query)
  const isBusy = useNavigation().location?.pathname === '/search'
  return (
    <div className="wrap pt-8 pb-section">
      <h1 className="display text-4xl">Search</h1>
      <search>
        <Form ref={form} method="get" action="/search" className="mt-6 flex max-w-form items-end gap-3">
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
            fieldClassName="flex-1"
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
