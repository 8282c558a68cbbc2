import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import type { AccountHint } from '#app/kit/account-hint.ts'
import { MAX_PER_LINE } from '#shop/carts/cart.ts'
import { ALL_FEATURES, type Features, isOpen } from '#shop/features.ts'

/** The root loader's data; the same for all visitors except `account`. */
export type RootData = {
  brand: string
  origin: string
  fssaiLicence: string | null
  isDemo: boolean
  features: Features
  /** Of one product in one order. */
  mostUnits: number
  account: AccountHint
}

/** The root loader's data; undefined where the page failed before it was loaded. */
export function useRootData(): RootData | undefined {
  const loaded = useRouteLoaderData('root') as RootData | undefined
  const error = useRouteError()
  return loaded ?? (isRouteErrorResponse(error) && isRootData(error.data) ? error.data : undefined)
}

/** A page that is switched off brings them with its 404. */
function isRootData(data: unknown): data is RootData {
  return typeof data === 'object' && data !== null && 'features' in data
}

/** Says of a page of ours whether it is there to be linked to. */
export function useIsOpen(): (path: string) => boolean {
  const features = useRootData()?.features ?? ALL_FEATURES
  return (path) => isOpen(path, features)
}

/** How many of one product an order may hold. */
export function useMostUnits(): number {
  return useRootData()?.mostUnits ?? MAX_PER_LINE
}
