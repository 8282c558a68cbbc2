import type { AccountHint } from '#app/kit/browser/browser-state.ts'
import type { PageTexts } from '#app/kit/work/translations.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import type { Language } from '#shop/programme/worker.ts'

/** The root loader's data; the same for all visitors except `account`. */
export type RootData = {
  brand: string
  origin: string
  fssaiLicence: string | null
  isDemo: boolean
  /** Patterns of the pages that the settings switch off, and for staff of those that their roles may not open. */
  closed: readonly string[]
  taxes: TaxPolicy
  /** Of one product in one order. */
  maxUnits: number
  account: AccountHint
  /** The language of sign-in pages and of errors in place of a worker's screen; null for other pages, or none remembered. */
  language: Language | null
  /** The texts that the page's handle names. */
  words?: PageTexts
}
