/** The pages that the browser tests open, by role, and their addresses with real rows. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import { insertTotp } from '#shop/factors/factors.sql.ts'
import { sealSecret } from '#shop/factors/totp.ts'
import { hasView, PAGE_ROWS } from '#tests/access/page-rows.ts'
import { alive } from '#tests/e2e/alive.ts'
import { openSession, shopDatabase, shopOrigin, shopSecret } from '#tests/e2e/signed-in.ts'
import { fillGaps } from '#tests/e2e/things.ts'

/** A test opens many pages, so that shared files and axe load once, but few enough that two workers finish together. */
const PAGES_PER_TEST = 50

/** Each role's column in `PAGE_ROWS`, its account (null: none), and the pages that it opens here. */
const ROLES = [
  {
    name: 'visitor',
    column: 0,
    email: null,
    // Leaves out addresses where a visitor sees the same sign-in prompt.
    opens: /^(?!\/(admin|coordinator|shg|upload|profile\/|orders\/|checkout\/))/,
  },
  {
    name: 'customer',
    column: 1,
    email: 'customer@demo.test',
    opens: /^\/(cart|checkout|orders|profile|product\/.*\/review)/,
  },
  // Opens only the pages in `MORE_PAGES`.
  { name: 'customer with a second factor', column: 1, email: `${randomUUID()}@example.test`, opens: /^$/ },
  { name: 'worker', column: 2, email: 'worker@demo.test', opens: /^\/(shg|upload)/ },
  { name: 'owner', column: 3, email: 'admin@demo.test', opens: /^\/admin/ },
  { name: 'coordinator', column: 4, email: 'coordinator@demo.test', opens: /^\/coordinator/ },
] as const

type Role = (typeof ROLES)[number]

/** By route id: addresses for routes whose `PAGE_ROWS` name no real row, and addresses of further states. */
const MORE_PAGES: Partial<Record<Role['name'], Record<string, readonly string[]>>> = {
  visitor: {
    'storefront/products': ['/products?category=biodegradable'],
    'storefront/product': ['/product/mixed-flavour', '/product/meal-play-box', '/product/sichuan-pepper'],
    'storefront/search': ['/search?q=ragi', '/search?q=xyzzy'],
    'storefront/stock-notice-confirm': ['/stock-notice/confirm?token={confirmToken}'],
    'storefront/stock-notice-leave': ['/stock-notice/leave?token={leaveToken}'],
    'checkout/sandbox-pay': ['/sandbox-pay/{sandboxOrder}'],
    'programme/worker/join': ['/worker/join?card={card}'],
  },
  worker: {
    'programme/worker/dashboard': ['/shg-worker-dashboard?tab=active', '/shg-worker-dashboard?tab=pay'],
  },
  customer: {
    'checkout/success': ['/checkout/success?orderId={order}'],
  },
  'customer with a second factor': {
    'checkout/pay': ['/checkout/pay/{unpaidOrder}'],
    'account/edit-address': ['/profile/addresses/{address}'],
    'auth/factor': ['/auth/factor'],
    'auth/factor-set-up': ['/auth/factor/set-up'],
  },
  owner: {
    'admin/packing/packing': ['/admin/dashboard/packing?stage=ship'],
    'admin/coupons/edit': ['/admin/dashboard/coupons/{coupon}'],
    'programme/desk/approvals/approvals': ['/admin/dashboard/task-approvals?status=all'],
    'programme/desk/payouts/payout': ['/admin/dashboard/payouts/{payout}'],
    'programme/desk/workers/cards': ['/admin/dashboard/workers/cards/{cards}'],
    'admin/messages/messages': ['/admin/dashboard/messages?status=all'],
    'admin/messages/message': ['/admin/dashboard/messages/{message}'],
    'admin/newsletters/newsletter': ['/admin/dashboard/newsletters/{newsletter}'],
    'admin/newsletters/send': ['/admin/dashboard/newsletters/{newsletter}/send'],
    'admin/reviews/review': ['/admin/dashboard/reviews/{review}'],
    'admin/search/search': ['/admin/dashboard/search?q=mix'],
  },
  coordinator: {
    'programme/coordinator/cards': ['/coordinator/cards/{cards}'],
  },
}

/** Kinds of error pages, with their status. */
const ERROR_PAGES: Partial<Record<Role['name'], Record<string, number>>> = {
  visitor: { '/no-such-page': 404, '/stock-notice/confirm': 404, '/admin/dashboard': 401 },
  customer: { '/checkout/success': 404, '/admin/dashboard': 403 },
  owner: { '/admin/dashboard/no-such-tab': 404, '/admin/dashboard/workers/cards/{nothing}': 404 },
  coordinator: { '/coordinator/cards/{nothing}': 404 },
}

/** Routes with a view that no address opens with status 200, and why. */
const NEVER_OPENED: Record<string, string> = {
  'auth/callback': 'always redirects',
  'frame/not-found': 'always answers 404: /no-such-page in ERROR_PAGES',
  'admin/not-found': 'always answers 404: /admin/dashboard/no-such-tab in ERROR_PAGES',
}

type ListedPage = { path: string; status: number }

/** `hasRow`: the address names a row of the database. */
export type OpenedPage = ListedPage & { hasRow: boolean }

const pagesByRole = ROLES.map((role) => {
  const listed = PAGE_ROWS.filter(
    ([id, path, statuses]) => hasView(id) && role.opens.test(path) && statuses[role.column] === 200,
  )
  const more = Object.entries(MORE_PAGES[role.name] ?? {})
  const paths = [...listed.map(([, path]) => path), ...more.flatMap(([, paths]) => paths)]
  const errors = Object.entries(ERROR_PAGES[role.name] ?? {})
  const pages: ListedPage[] = [
    ...paths.map((path) => ({ path, status: 200 })),
    ...errors.map(([path, status]) => ({ path, status })),
  ]
  return { role, pages, ids: [...listed.map(([id]) => id), ...more.map(([id]) => id)] }
})

/**
 * Returns routes with a view that are neither opened nor in `NEVER_OPENED`, and opened routes that are in
 * `NEVER_OPENED`.
 */
export function unopenedPages(): string[] {
  const opened = new Set(pagesByRole.flatMap(({ ids }) => ids))
  const views = PAGE_ROWS.map(([id]) => id).filter(hasView)
  const unopened = views.filter((id) => !opened.has(id) && !(id in NEVER_OPENED))
  const needless = Object.keys(NEVER_OPENED).filter((id) => opened.has(id) || !views.includes(id))
  return [...unopened, ...needless]
}

/** The pages of all roles, in parts for one test each. Each part takes about the same time. */
export const PAGE_TESTS = pagesByRole.flatMap(({ role, pages: all }) => {
  const count = Math.ceil(all.length / Math.ceil(all.length / PAGES_PER_TEST))
  return Array.from({ length: Math.ceil(all.length / count) }, (_, at) => {
    const pages = all.slice(at * count, (at + 1) * count)
    return { title: `${role.name}: ${pages[0]?.path} to ${pages.at(-1)?.path}`, role, pages }
  })
})

/** Signs in the role's account, with lines in a customer's cart. Returns the pages with their addresses filled in. */
export async function openAs(
  context: BrowserContext,
  { role, pages }: { role: Role; pages: ListedPage[] },
): Promise<OpenedPage[]> {
  if (role.email) await openSession(context, role.email)
  if (role.name === 'customer')
    await context.addCookies([{ name: 'cart', value: '2x1_3x2', url: shopOrigin() }])
  if (role.name === 'customer with a second factor') await addFactor(role.email)
  const paths = await fillGaps(
    pages.map(({ path }) => path),
    role.email ?? '',
  )
  return pages.map(({ path, status }, at) => ({
    path: paths[at] ?? path,
    status,
    hasRow: path !== paths[at],
  }))
}

/** Adds an authenticator app to the account. */
async function addFactor(email: string): Promise<void> {
  const users = shopDatabase().selectFrom('users').select('id').where('email', '=', email)
  const { id: userId } = await users.executeTakeFirstOrThrow()
  const id = randomUUID()
  const sealer = createEncrypter([shopSecret()])
  const sealedSecret = sealSecret(sealer, { id, userId }, 'JBSWY3DPEHPK3PXP')
  await insertTotp(shopDatabase(), { userId, name: 'App', now: new Date() }, { id, sealedSecret, step: 0 })
}

/** True for pages that are mainly used on a desktop computer. */
export const isForDesk = (path: string) => path.startsWith('/admin')

/** True for pages of admins and coordinators, which have wide tables. */
export const isForStaff = (path: string) => /^\/(admin\/dashboard|coordinator)/.test(path)

/** Gives the page the size of a usual screen of this width. */
export async function showAs(page: Page, width: 1440 | 360): Promise<void> {
  if (page.viewportSize()?.width === width) return
  await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
}

type Router = {
  navigate: (path: string) => Promise<void>
  state: { location: { key: string }; navigation: { state: string } }
}
type RoutedWindow = Window & { __reactRouterDataRouter?: Router }

/** Pages with an email in a frame. Links load them as documents, because their policy names the email's styles. */
const OWN_DOCUMENT = /^\/admin\/dashboard\/newsletters\/[\da-f]{8}-/

/** Opens the first page by its address, other pages as a link does. Scripts and axe thus load once per test. */
export async function openPage(page: Page, path: string): Promise<void> {
  if (OWN_DOCUMENT.test(path)) return void (await page.goto(path))
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
