import { isRouteErrorResponse, matchPath, useRouteError, useRouteLoaderData } from 'react-router'
import type { RootData } from '#app/request/page-handle.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'

/** The root loader's data; undefined where the page failed before it was loaded. */
export function useRootData(): RootData | undefined {
  const loaded = useRouteLoaderData('root') as RootData | undefined
  const error = useRouteError()
  return loaded ?? (isRouteErrorResponse(error) && isRootData(error.data) ? error.data : undefined)
}

/** The 404 of a disabled feature contains the root data. */
function isRootData(data: unknown): data is RootData {
  return typeof data === 'object' && data !== null && 'closed' in data
}

/** Returns a function: true when the feature of the page at a path or link is enabled and staff may open it. */
export function useCanOpen(): (link: string) => boolean {
  const closed = useRootData()?.closed ?? []
  return (link) => !closed.some((pattern) => matchPath(pattern, link.replace(/[?#].*$/s, '')))
}

/** The badge of a bestseller; in a demonstration it says that the sales are samples. */
export function useBestsellerWord(): string {
  return useRootData()?.isDemo ? 'Bestseller (sample)' : 'Bestseller'
}

export function useTaxes(): TaxPolicy {
  return useRootData()?.taxes ?? { prices: 'inclusive', defaultRate: 0 }
}

/** The most units of one product in an order; without root data, only the server enforces the limit. */
export function useMaxUnits(): number {
  return useRootData()?.maxUnits ?? Number.POSITIVE_INFINITY
}

export function isEnglish(language: string | null | undefined): boolean {
  return (language ?? 'en') === 'en'
}
