/** The pages that the browser tests open, by role, and their addresses with things of the demonstration. */
import type { BrowserContext, Page } from '@playwright/test'
import { hasView, PAGE_ROWS } from '#tests/access/page-rows.ts'
import { fillPath } from '#tests/access/page-statuses.ts'
import { alive } from '#tests/e2e/alive.ts'
import { openSession, shopOrigin } from '#tests/e2e/signed-in.ts'
import { demoThings } from '#tests/e2e/things.ts'

/** Shared files load once per test, and the tests of two workers take equally long. */
const PAGES_PER_TEST = 28

/** Each role's column in `PAGE_ROWS`, its account, and the pages that it opens here. */
const ROLES = [
  {
    name: 'visitor',
    column: 0,
    email: null,
    // Below these addresses a visitor sees the sign-in prompt of the first.
    opens: /^(?!\/(admin|coordinator|shg|upload|profile\/|orders\/|checkout\/))|^\/admin\/dashboard$/,
  },
  {
    name: 'customer',
    column: 1,
    email: 'customer@demo.test',
    opens: /^\/(cart|checkout|orders|profile|product\/.*\/review|admin\/dashboard$)/,
  },
  { name: 'worker', column: 2, email: 'worker@demo.test', opens: /^\/(shg|upload)/ },
  { name: 'owner', column: 3, email: 'admin@demo.test', opens: /^\/admin/ },
  { name: 'coordinator', column: 4, email: 'coordinator@demo.test', opens: /^\/coordinator/ },
] as const

/** Each kind of product, and the states of pages that an address alone opens. */
const MORE_PAGES: Record<string, readonly string[]> = {
  visitor: [
    '/products?category=biodegradable',
    '/product/mixed-flavour',
    '/product/meal-play-box',
    '/product/sichuan-pepper',
    '/search?q=ragi',
    '/search?q=xyzzy',
  ],
  owner: [
    '/admin/dashboard/packing?stage=ship',
    '/admin/dashboard/messages?status=all',
    '/admin/dashboard/task-approvals?status=all',
    '/admin/dashboard/search?q=mix',
    '/admin/dashboard/coupons/{coupon}',
    '/admin/dashboard/payouts/{payout}',
    '/admin/dashboard/messages/{message}',
  ],
}

/** A page and the status of its answer. */
type OpenedPage = { path: string; status: number }

/** The pages that a role opens; of those with the same error page only the first. */
function pagesOf({ name, column, opens }: (typeof ROLES)[number]): OpenedPage[] {
  const errors = new Set<number>()
  const pages = PAGE_ROWS.flatMap(([id, path, statuses]) => {
    const status = statuses[column] ?? 0
    const isRedirect = status >= 300 && status < 400
    if (!hasView(id) || !opens.test(path) || isRedirect || errors.has(status)) return []
    if (status >= 400) errors.add(status)
    return { path, status }
  })
  return [...pages, ...(MORE_PAGES[name] ?? []).map((path) => ({ path, status: 200 }))]
}

type Role = (typeof ROLES)[number]

/** All pages of all roles in parts that take about equally long, each for one test. */
export const PAGE_TESTS = ROLES.flatMap((role) => {
  const all = pagesOf(role)
  const count = Math.ceil(all.length / Math.ceil(all.length / PAGES_PER_TEST))
  return Array.from({ length: Math.ceil(all.length / count) }, (_, at) => {
    const pages = all.slice(at * count, (at + 1) * count)
    return { title: `${role.name}: ${pages[0]?.path} to ${pages.at(-1)?.path}`, role, pages }
  })
})

/** Signs in the role's account, with lines in a customer's cart. Returns the pages with their addresses filled in. */
export async function openAs(
  context: BrowserContext,
  { role, pages }: { role: Role; pages: OpenedPage[] },
): Promise<OpenedPage[]> {
  if (role.email) await openSession(context, role.email)
  if (role.name === 'customer')
    await context.addCookies([{ name: 'cart', value: '2x1_3x2', url: shopOrigin() }])
  const things = await demoThings()
  return pages.map(({ path, status }) => ({ path: fillPath(path, things), status }))
}

/** True for pages that are made for a desk first. */
export const isForDesk = (path: string) => path.startsWith('/admin')

/** True for pages of admins and coordinators, which have wide tables. */
export const isForStaff = (path: string) => /^\/(admin\/dashboard|coordinator)/.test(path)

/** Gives the page the height of a usual screen of this width. */
export async function showAs(page: Page, width: 1440 | 360): Promise<void> {
  await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
}

type Router = {
  navigate: (path: string) => Promise<void>
  state: { location: { key: string }; navigation: { state: string } }
}
type RoutedWindow = Window & { __reactRouterDataRouter?: Router }

/** Opens a page as a link does, so that scripts and axe are loaded once per test; the first page by its address. */
export async function openPage(page: Page, path: string): Promise<void> {
  const lastKey = await page.evaluate((path) => {
    const { __reactRouterDataRouter: router } = window as RoutedWindow
    const key = router?.state.location.key
    void router?.navigate(path)
    return key
  }, path)
  if (lastKey === undefined) return void (await page.goto(path))
  await page.waitForFunction((lastKey) => {
    const { location, navigation } = (window as RoutedWindow).__reactRouterDataRouter?.state ?? {}
    return location?.key !== lastKey && navigation?.state === 'idle'
  }, lastKey)
  await alive(page)
}
