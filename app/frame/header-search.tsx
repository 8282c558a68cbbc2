import { Form, Link, useLocation } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { MAX_QUERY_LENGTH } from '#shop/search/query.ts'

/** A field where the header has room for it; elsewhere the way to the page that has one. */
export function HeaderSearch() {
  const { key } = useLocation()
  return (
    <>
      <search aria-label="Shop" className="header-search">
        {/* Empty again on the next page: what was looked for stands in that page's own field. */}
        <Form key={key} method="get" action="/search">
          <label htmlFor="header-search" className="sr-only">
            Search products and recipes
          </label>
          <input
            id="header-search"
            type="search"
            name="q"
            placeholder="Search"
            maxLength={MAX_QUERY_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
          />
          <button type="submit" className="icon-btn">
            <Icon name="search" />
            <VisuallyHidden>Search</VisuallyHidden>
          </button>
        </Form>
      </search>
      <Link to="/search" className="icon-btn header-search-link">
        <Icon name="search" />
        <VisuallyHidden>Search</VisuallyHidden>
      </Link>
    </>
  )
}
