import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TAB_GROUPS } from '#app/request/page-handle.ts'
import { pagePicture } from '#app/seo/page-meta.ts'
import { PERSONAL_PATHS } from '#app/seo/robots.ts'
import { listedPaths } from '#app/seo/sitemap.ts'
import { LANDING_PAGES } from '#shop/analytics/visit.ts'
import { ALL_FEATURES, FEATURES } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'
import { landingSource } from '#shop/orders/visit-source.ts'
import { pageRegistry } from '#tests/page-routes.ts'

// Throws for a route without side, guard, access, title or search setting, and names the route.
const registry = await pageRegistry()
const { pages } = registry
const pathsWhere = (is: (handle: (typeof pages)[number]['handle']) => boolean) =>
  pages.filter(({ handle }) => is(handle)).map(({ path }) => path)

it('registers each page once', () => {
  expect(pages.length).toBeGreaterThan(80)
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
})

it('guards only the dashboard and the pages of workers and coordinators', () => {
  expect(pathsWhere(({ guard }) => !['none', 'worker', 'groups'].includes(guard))).toEqual(
    pages.map(({ path }) => path).filter((path) => path.startsWith('/admin/')),
  )
  expect(pathsWhere(({ guard }) => guard === 'worker')).toEqual([
    '/shg-worker-dashboard',
    '/upload-task-photo/:taskId?',
    '/shg-worker-dashboard/messages',
    '/shg-worker-dashboard/help',
    '/shg-worker-dashboard/statements/:month',
    '/shg-worker-dashboard/session.json',
  ])
  expect(pathsWhere(({ guard }) => guard === 'groups')).toEqual(
    pages.map(({ path }) => path).filter((path) => path.startsWith('/coordinator')),
  )
})

it('has only three pages for every staff role: overview, saved filters and the page for unknown URLs', () => {
  expect(pathsWhere(({ guard }) => guard === 'dashboard')).toEqual([
    '/admin/dashboard',
    '/admin/dashboard/filters/:list',
    '/admin/dashboard/*',
  ])
})

it('lists only cached pages in the sitemap, and none that robots.txt closes', () => {
  const listed = listedPaths(registry, ALL_FEATURES)
  expect(listed.length).toBeGreaterThan(10)
  for (const path of listed) expect([path, registry.cachedAt(path) !== undefined]).toEqual([path, true])
  // Rules are prefixes of paths.
  expect(listed.filter((path) => PERSONAL_PATHS.some((rule) => path.startsWith(rule)))).toEqual([])
})

it.each([
  ['newsletter', /^(admin\/newsletters\/|contact\/newsletter(-confirm)?$)/],
  ['reviews', /^storefront\/review$/],
  ['hydration', /^(hydration\/|contact\/hydration-contact$)/],
  ['programme', /^(programme\/|seo\/worker-manifest$)/],
] as const)(
  'closes the pages in the folders of the feature %s when it is off, and no others',
  (feature, ids) => {
    const closed = registry.listClosed({ ...ALL_FEATURES, [feature]: false })
    const own = pages.filter(({ id }) => ids.test(id)).map(({ pattern }) => pattern)
    expect(own).not.toEqual([])
    expect(closed.toSorted()).toEqual(own.toSorted())
  },
)

it('keeps the unsubscribe link open when the newsletter is off, because sent emails contain it', () => {
  const off = Object.fromEntries(FEATURES.map((feature) => [feature, false])) as typeof ALL_FEATURES
  expect(registry.listClosed(off)).not.toContain('newsletter/unsubscribe')
  expect(registry.listClosed(ALL_FEATURES)).toEqual([])
})

const staff = (staffRole: StaffRole): Person => ({
  ...{ kind: 'person', id: 'someone', email: '', fullName: '', isWorker: false, coordinates: [] },
  staffRole,
  factorAt: null,
})

it('shows staff only the tabs and pages of their role', () => {
  const labels = (role: StaffRole) => registry.tabs(ALL_FEATURES, staff(role)).map(({ label }) => label)
  expect(labels('packer')).toEqual(['Overview', 'Pack and ship'])
  for (const label of ['Settings', 'Audit log']) expect(labels('manager')).not.toContain(label)
  const closed = registry.listClosed(ALL_FEATURES, staff('packer'))
  expect(closed).toContain('admin/dashboard/orders/:id')
  expect(closed).not.toContain('admin/dashboard/packing/:id')
  expect(registry.listClosed(ALL_FEATURES, staff('owner'))).toEqual([])
})

it('shows a coordinator no tabs, and lists no dashboard pages as closed to them', () => {
  const coordinator: Person = { ...staff('owner'), staffRole: null, coordinates: ['a-group'] }
  expect(registry.listClosed(ALL_FEATURES, coordinator).filter((path) => path.startsWith('admin/'))).toEqual(
    [],
  )
  expect(registry.tabs(ALL_FEATURES, coordinator).map(({ label }) => label)).toEqual([])
})

it('groups the dashboard’s tabs in the order of routes.ts, without the tabs of a disabled feature', () => {
  const groupsOf = (features = ALL_FEATURES) => {
    const tabs = registry.tabs(features, staff('owner'))
    return Object.fromEntries(
      [null, ...TAB_GROUPS].map((group) => [
        group ?? 'top',
        tabs.flatMap((tab) => (tab.group === group ? tab.label : [])),
      ]),
    )
  }
  const { top, Sell, Programme } = groupsOf()
  expect(top).toEqual(['Overview'])
  expect(Sell?.slice(0, 2)).toEqual(['Orders', 'Pack and ship'])
  expect(Programme).not.toEqual([])
  expect(Object.values(groupsOf()).flat()).toHaveLength(pages.filter(({ handle }) => handle.tab).length)
  expect(groupsOf({ ...ALL_FEATURES, programme: false }).Programme).toEqual([])
})

it('has an existing share picture for each page; ten pages have their own', () => {
  const pictures = new Set(pages.map(({ handle }) => pagePicture(handle.picture)))
  expect([...pictures].filter((picture) => !existsSync(`public${picture}`))).toEqual([])
  expect(pictures.size).toBe(11)
})

it('declares the kind of landing page for each page whose visits are counted', () => {
  const landings = Object.entries({
    '/': 'home',
    '/products': 'products',
    '/product/00000000-0000-4000-8000-000000000002': 'product',
    '/replenish': 'hydration',
    '/hydration': 'hydration',
    '/hydration/impact': 'hydration',
    '/play-with-food': 'recipes',
    '/play-with-food/idli': 'recipes',
    '/about': 'stories',
    '/impact': 'stories',
    '/contact': 'contact',
    '/hydration/contact': 'contact',
    '/privacy-policy': 'help',
    '/terms': 'help',
    '/shipping': 'help',
    '/returns': 'help',
  })
  for (const [path, landing] of landings)
    expect([path, registry.cachedAt(path)?.landing]).toEqual([path, landing])
  for (const path of ['/api/products', '/assets/app.js', '/orders', '/admin/dashboard', '/wp-login.php'])
    expect([path, registry.cachedAt(path)?.landing]).toEqual([path, undefined])
  const counted = pathsWhere(({ landing }) => landing !== undefined)
  expect(pathsWhere(({ landing, cached }) => landing !== undefined && cached !== undefined)).toEqual(counted)
  expect(new Set(landings.map(([, landing]) => landing))).toEqual(new Set(LANDING_PAGES))
})

it('recognises the same landing pages in the browser', () => {
  const begins = (path: string) =>
    landingSource({ url: `https://shop.test${path}`, referrer: '', isRepeat: false }) !== null
  const differ = pages.filter(
    ({ path, handle }) => begins(path.replace(/:\w+\??/, 'one')) !== (handle.landing !== undefined),
  )
  expect(differ.map(({ path }) => path)).toEqual([])
})
