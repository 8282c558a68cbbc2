import { ButtonLink } from '#app/kit/button.tsx'
import { type Filters, filterParams, readSearch, type Search } from '#shop/kernel/filters.ts'
import { formatNumber } from '#shop/kernel/number.ts'

type PagerProps = {
  /** The first row's number in the list, from 1. */
  from: number
  count: number
  /** Null if the rows are not counted. */
  total: number | null
  /** The URLs of the previous and next page; null if there is none. */
  backTo: string | null
  nextTo: string | null
  words?: PagerWords
}

type PagerWords = {
  name: string
  none: string
  back: string
  next: string
  range: (values: { from: number; to: number }) => string
  rangeOfTotal: (values: { from: number; to: number; total: number }) => string
}

const ENGLISH: PagerWords = {
  name: 'Pages',
  none: 'No more',
  back: 'Back',
  next: 'Next',
  range: ({ from, to }) => `${formatNumber(from)} to ${formatNumber(to)}`,
  rangeOfTotal: ({ total, ...range }) => `${ENGLISH.range(range)} of ${formatNumber(total)}`,
}

export function Pager({ from, count, total, backTo, nextTo, words = ENGLISH }: PagerProps) {
  if (count === 0 && !backTo) return null
  const range = { from, to: from + count - 1 }
  const text = total === null ? words.range(range) : words.rangeOfTotal({ ...range, total })
  return (
    <nav aria-label={words.name} className="pager">
      <p>{count === 0 ? words.none : text}</p>
      <div>
        {backTo && (
          <ButtonLink to={backTo} look="line" icon="chevron-left">
            {words.back}
          </ButtonLink>
        )}
        {nextTo && (
          <ButtonLink to={nextTo} look="line" iconEnd="chevron-right">
            {words.next}
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}

type NumberedPagerProps = Pick<PagerProps, 'count' | 'words'> & {
  page: number
  perPage: number
  /** Null if the rows are not counted. `hasMore` then says whether there is a next page. */
  total: number | null
  hasMore?: boolean
  pathOf: (page: number) => string
}

/** Page numbers start at 1. */
export function NumberedPager({ page, perPage, hasMore, pathOf, ...props }: NumberedPagerProps) {
  const { count, total } = props
  const from = (page - 1) * perPage + 1
  const hasNext = total === null ? hasMore : from + count <= total
  return (
    <Pager
      {...props}
      from={from}
      backTo={page > 1 ? pathOf(page - 1) : null}
      nextTo={hasNext ? pathOf(page + 1) : null}
    />
  )
}

/** Returns a function that builds the URL of a page of a list, with the list's filters. Default: the current page. */
export function listPaths<List extends Filters>(path: string, filters: List, search: Search<List>) {
  return (page = search.page, more: Record<string, string> = {}) =>
    pagePath(path, { ...filterParams(filters, search), ...more }, page)
}

/** Returns the URL of the list behind a page or dialog, with the list's filters. */
export function listBehind(
  { url }: Pick<Request, 'url'>,
  path: string,
  filters: Filters,
  more: Record<string, string> = {},
): string {
  return listPaths(path, filters, readSearch(filters, new URL(url).searchParams))(undefined, more)
}

/** Returns the URL of a page of a list. `page` counts from 1; the first page has no parameter. */
export function pagePath(path: string, params: Record<string, string>, page: number): string {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''))
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${path}?${query}` : path
}
