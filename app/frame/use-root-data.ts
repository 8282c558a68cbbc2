import { isRouteErrorResponse, matchPath, useRouteError, useRouteLoaderData } from 'react-router'
import type { RootData } from '#app/request/page-handle.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'

/** Returns the data of the root loader; undefined if the page failed before they were loaded. */
export function useRootData(): RootData | undefined {
  const loaded = useRouteLoaderData('root') as RootData | undefined
  const error = useRouteError()
  return loaded ?? (isRouteErrorResponse(error) && isRootData(error.data) ? error.data : undefined)
}

/** True for root data. The 404 of a disabled feature contains them. */
function isRootData(data: unknown): data is RootData {
  return typeof data === 'object' && data !== null && 'closed' in data
}

/** Returns a function that tells whether a link can be opened: its page's feature is enabled and staff may open it. */
export function useCanOpen(): (link: string) => boolean {
  const closed = useRootData()?.closed ?? []
  return (link) => !closed.some((pattern) => matchPath(pattern, link.replace(/[?#].*$/s, '')))
}

/** Returns the text of a bestseller's badge. In a demonstration it says that the sales are samples. */
export function useBestsellerWord(): string {
  return useRootData()?.isDemo ? 'Bestseller (sample)' : 'Bestseller'
}

export function useTaxes(): TaxPolicy {
  return useRootData()?.taxes ?? { prices: 'inclusive', defaultRate: 0 }
}

/** Returns the maximum of units of one product in an order. Without root data, only the server enforces the limit. */
export function useMaxUnits(): number {
  return useRootData()?.maxUnits ?? Number.POSITIVE_INFINITY
}

export function isEnglish(language: string | null | undefined): boolean {
  return (language ?? 'en') === 'en'
}
