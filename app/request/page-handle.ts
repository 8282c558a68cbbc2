import type { AccountHint } from '#app/kit/browser/browser-state.ts'
import type { IconName } from '#app/kit/icons.ts'
import type { PageTexts } from '#app/kit/work/translations.ts'
import type { LandingPage } from '#shop/analytics/visit.ts'
import type { Feature, Features } from '#shop/ctx.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import type { Permission } from '#shop/kernel/permissions.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import type { Language } from '#shop/programme/worker.ts'

export type Side = 'millet' | 'hydration'

/** The stylesheets of the shop's pages (app/frame/sheets), besides 'shop' and the dashboard's. */
export type SheetName =
  | 'home'
  | 'hydration'
  | 'hydrationImpact'
  | 'preview'
  | 'product'
  | 'recipes'
  | 'replenish'
  | 'shelf'
  | 'stories'
  | 'texts'

/** Admits everyone ('none'), workers and the programme's staff ('worker'), or the roles with this permission. */
export type Guard = 'none' | 'worker' | Permission

/**
 * HTTP statuses of a page. A number is for all whom the guard admits; a guarded page answers visitors 401, others 403.
 * If the page shows a customer's data, `worker` and `admin` are other people. `admin` is each role that the guard, or
 * the permission `staff` of an open page, admits.
 */
export type Statuses = number | readonly [visitor: number, customer: number, worker: number, admin: number]

/** The titles of the dashboard menu's groups, in their order. */
export const TAB_GROUPS = ['Sell', 'Customers', 'Programme', 'Money', 'Shop'] as const

/** `group` null: above all groups. */
export type Tab = { label: string; icon: IconName; group: (typeof TAB_GROUPS)[number] | null }
export type AdminTab = Tab & { path: string }

/** A route's settings. Plain data without functions, because they are part of the browser bundle. */
export type PageHandle = {
  side?: Side | 'admin' | 'coordinator' | 'worker'
  /**
   * '{brand}' is filled in. Not needed with `meta`, or for a tab, which has a label. Null: the
   * view has a <title>, because the page's name depends on what it shows.
   */
  title?: string | null
  description?: string
  /** The picture of a shared link, public/share/page-<name>.jpg; left out: the shop's. */
  picture?: string
  /** Colour variable that the top of the page and the header share. */
  band?: string
  /** The page's stylesheet; left out: the one of all pages that are made for one person. */
  sheet?: SheetName
  /** One copy for everyone ('exact'), or for each filter of the shelf ('category'); omitted: rendered each time. */
  cached?: 'exact' | 'category'
  /** Query parameters that a cached page reads: with one it is rendered for the request. Others do not change it. */
  query?: readonly string[]
  /** Listed in the sitemap, indexable only, or closed to search engines. */
  search?: 'sitemap' | 'open' | 'noindex'
  /** Where the parameter or filter of a cached page gets its values. */
  urls?: 'products' | 'recipes' | 'categories'
  /** Visits that begin here are counted as this kind; of cached pages only. */
  landing?: LandingPage
  /**
   * Groups of texts that the root sends in the reader's language, besides those of the page's frame. 'wages?tab=pay':
   * only for this query.
   */
  words?: readonly string[]
  feature?: Feature
  /** Other sites that the page's forms may lead to: identity providers, or the card payment provider. */
  formTargets?: 'sign-in' | 'card-provider'
  /** Makes this page a tab; tabs have the order of routes.ts. */
  tab?: Tab
  guard?: Guard
  /**
   * Responses that the access tests expect. `at`: a URL to try if the pattern has parameters; '{order}' and
   * the like are filled in. `post`: of a form without fields; left out: 405, null: not tried, since it would
   * change something. `staff`: the permission by which a role sees a customer's data on an open page.
   */
  access?: { at?: string; get: Statuses; post?: Statuses | null; staff?: Permission }
}

export type Page = {
  id: string
  /** As React Router passes it to middleware: 'product/:id', '/' for the home page. */
  pattern: string
  path: string
  /** Merged from the handles of its layouts and its own, which wins; `access` and `tab` are only its own. */
  handle: PageHandle & Required<Pick<PageHandle, 'side' | 'guard' | 'search' | 'access'>>
  takesPosts: boolean
}

/** The pages of this build, in the order of routes.ts. */
export type PageRegistry = {
  pages: readonly Page[]
  /** Throws when no page has the pattern. */
  find(pattern: string): Page
  /** Returns the page that the router finds for this path, or undefined. */
  findByPath(path: string): Page | undefined
  /** Returns the handle of the cached page at this path (without query), or undefined. */
  cachedAt(path: string): PageHandle | undefined
  /** Other sites that forms of the page at this path may lead to; undefined for none. */
  formTargetsAt(path: string): PageHandle['formTargets']
  /** Patterns of the pages that are switched off or, for staff, closed to their roles. */
  listClosed(features: Features, actor?: Actor): string[]
  /** The dashboard's tabs that are enabled and that the actor may open. */
  tabs(features: Features, actor: Actor): AdminTab[]
}

/** The root loader's data; the same for all visitors except `account`. */
export type RootData = {
  brand: string
  origin: string
  fssaiLicence: string | null
  isDemo: boolean
  /** Patterns of the pages that the settings switch off or, for staff, that are closed to their roles. */
  closed: readonly string[]
  taxes: TaxPolicy
  maxUnits: number
  account: AccountHint
  /** The language of sign-in pages and of errors on a worker's screen; null for other pages, or none remembered. */
  language: Language | null
  words?: PageTexts
}
