import type { AccountHint } from '#app/kit/browser-state.ts'

/** The root loader's data; the same for all visitors except `account`. */
export type RootData = {
  brand: string
  origin: string
  fssaiLicence: string | null
  isDemo: boolean
  /** Patterns of the pages that the settings switch off. */
  closed: readonly string[]
  /** Of one product in one order. */
  maxUnits: number
  account: AccountHint
}
