import type { AccountHint } from '#app/kit/browser/browser-state.ts'
import type { IconName } from '#app/kit/icons.ts'
import type { PageTexts } from '#app/kit/work/translations.ts'
import type { LandingPage } from '#shop/analytics/visit.ts'
import type { Feature, Features, ShopConfig } from '#shop/ctx.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import type { Permission } from '#shop/kernel/permissions.ts'
import type { Language } from '#shop/programme/worker.ts'

export type Side = 'millet' | 'hydration'

/** The stylesheets of the shop's pages (app/frame/sheets), except 'shop' and the dashboard's. */
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
 * HTTP statuses of a page. A number applies to everyone whom the guard admits. On a guarded page visitors get 401,
 * others 403.
 * If the page shows a customer's data, `worker` and `admin` are people other than that customer. `admin` means
 * each role that the guard admits or, on an open page, each role with the permission in `access.staff`.
 */
export type Statuses = number | readonly [visitor: number, customer: number, worker: number, admin: number]

/** The titles of the dashboard menu's groups, in their order. */
export const TAB_GROUPS = ['Sell', 'Customers', 'Programme', 'Money', 'Shop'] as const

/** `group`: null for a tab above all groups. */
export type Tab = { label: string; icon: IconName; group: (typeof TAB_GROUPS)[number] | null }
export type AdminTab = Tab & { path: string }

/** The settings of a route. They are plain data without functions, because they are part of the browser's bundle. */
export type PageHandle = {
  side?: Side | 'admin' | 'coordinator' | 'worker'
  /**
   * '{brand}' is filled in. Not needed with `meta`, nor for a tab, which has a label. Null if the view has a <title>,
   * because the page's name depends on its data.
   */
  title?: string | null
  description?: string
  /** The picture of a shared link, public/share/page-<name>.jpg. Default: the shop's picture. */
  picture?: string
  /** The name of the colour variable for the header and the top of the page. */
  band?: string
  /** The page's stylesheet. Default: the sheet of all pages that are made for one person. */
  sheet?: SheetName
  /** 'exact': one cached copy for everyone. 'category': one per filter of the shelf. Omitted: never cached. */
  cached?: 'exact' | 'category'
  /** Query parameters that a cached page reads. Addresses with one of them are rendered per request. */
  query?: readonly string[]
  /** Whether the page is listed in the sitemap, may only be indexed, or is closed to search engines. */
  search?: 'sitemap' | 'open' | 'noindex'
  /** The source of the values for the parameter or filter of a cached page. */
  urls?: 'products' | 'recipes' | 'categories'
  /** Visits that begin on this page are counted as this kind. Only for cached pages. */
  landing?: LandingPage
  /**
   * Groups of texts that the root sends in the reader's language, in addition to those of the page's frame.
   * 'wages?tab=pay': only for this query.
   */
  words?: readonly string[]
  feature?: Feature
  /** Other sites to which forms of the page may lead: identity providers, or the card payment provider. */
  formTargets?: 'sign-in' | 'card-provider'
  /** Makes this page a tab. Tabs have the order of routes.ts. */
  tab?: Tab
  guard?: Guard
  /**
   * Responses that the access tests expect. `at`: a URL to try if the pattern has parameters, with '{order}' and the
   * like filled in. `post`: the response to a form without fields. Omitted: 405; null: not tried, because it would
   * change something. `staff`: the permission by which a role sees a customer's data on an open page.
   */
  access?: { at?: string; get: Statuses; post?: Statuses | null; staff?: Permission }
}

export type Page = {
  id: string
  /** The pattern that React Router passes to middleware: 'product/:id', or '/' for the home page. */
  pattern: string
  path: string
  /** The handles of the layouts merged with the page's own, which wins. `access` and `tab` are always its own. */
  handle: PageHandle & Required<Pick<PageHandle, 'side' | 'guard' | 'search' | 'access'>>
  takesPosts: boolean
}

/** The pages of this build, in the order of routes.ts. */
export type PageRegistry = {
  pages: readonly Page[]
  /** Returns the page with this pattern. Throws if there is none. */
  find(pattern: string): Page
  /** Returns the page that the router finds for this path, or undefined. */
  findByPath(path: string): Page | undefined
  /** Returns the handle of the cached page at this path (without query), or undefined. */
  cachedAt(path: string): PageHandle | undefined
  /** Returns the other sites to which forms of the page at this path may lead, or undefined. */
  formTargetsAt(path: string): PageHandle['formTargets']
  /** Returns the patterns of pages that are switched off or, for staff, closed to their roles. */
  listClosed(features: Features, actor?: Actor): string[]
  /** Returns the dashboard's tabs that are enabled and that the actor may open. */
  tabs(features: Features, actor: Actor): AdminTab[]
}

/** The data of the root loader. It is the same for all visitors, except `account`. */
export type RootData = Pick<ShopConfig, 'isDemo' | 'brand' | 'origin' | 'taxes'> & {
  fssaiLicence: string | null
  /** Patterns of pages that are switched off or, for staff, closed to their roles. */
  closed: readonly string[]
  maxUnits: number
  account: AccountHint
  /** The language of sign-in pages and of errors on workers' screens. Null for other pages, or if unknown. */
  language: Language | null
  words?: PageTexts
}
