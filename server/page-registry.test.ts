import { expect, it } from 'vitest'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readRegistry } from '#server/page-registry.ts'
import { ALL_FEATURES } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'

const route = (id: string, parentId?: string, path?: string, handle?: PageHandle, module: object = {}) => ({
  [id]: { id, parentId, path, index: path === undefined, module: handle ? { ...module, handle } : module },
})
const OWNER: Person = {
  ...{ kind: 'person', id: 'someone', email: '', fullName: '', isWorker: false, coordinates: [] },
  staffRole: 'owner',
  factorAt: null,
}
const frames = {
  ...route('root', undefined, ''),
  ...route('page', 'root', '', { side: 'millet', guard: 'none' }),
  ...route('shell', 'page', 'admin/dashboard', { side: 'admin', guard: 'dashboard', search: 'noindex' }),
  ...route('frame', 'page', '', { side: 'worker', guard: 'worker', search: 'noindex', feature: 'programme' }),
}
const access = { get: 200 }
const VIEW = { default: () => null }
const overview = route('overview', 'shell', undefined, { band: '--color-haldi-300', access })
const registry = readRegistry({
  ...frames,
  ...route('home', 'page', undefined, { search: 'sitemap', cached: 'exact', access }),
  ...route('dish', 'page', 'dish/:slug', { search: 'open', cached: 'exact', urls: 'recipes', access }),
  ...overview,
  ...route('order', 'shell', 'orders/:id', { access }),
  ...route('work', 'frame', 'work', { access }),
})

it('finds a page by the pattern that middleware gets', () => {
  expect(registry.pages.map(({ id }) => id)).toEqual(['home', 'dish', 'overview', 'order', 'work'])
  expect(registry.find('/')).toMatchObject({ id: 'home', path: '/', takesPosts: false })
  expect(() => registry.find('nothing')).toThrow('no page has the pattern nothing')
})

it('merges the handles of parent routes, so that the innermost takes precedence', () => {
  const shell = { side: 'admin', guard: 'dashboard', search: 'noindex', access }
  expect(registry.find('admin/dashboard/orders/:id').handle).toEqual(shell)
  expect(registry.find('admin/dashboard').handle).toEqual({ ...shell, band: '--color-haldi-300' })
  expect(registry.find('work').handle.guard).toBe('worker')
})

it('finds cached pages by path, if the parameters are valid', () => {
  expect(registry.cachedAt('/')?.search).toBe('sitemap')
  expect(registry.cachedAt('/dish/idli')?.urls).toBe('recipes')
  for (const path of ['/work', '/dish/../x', '/dish/UPPER', `/dish/${'x'.repeat(81)}`, '//'])
    expect(registry.cachedAt(path)).toBeUndefined()
})

it('lists the pages of a disabled feature as closed', () => {
  expect(registry.listClosed(ALL_FEATURES)).toEqual([])
  expect(registry.listClosed({ ...ALL_FEATURES, programme: false })).toEqual(['work'])
})

it('lists the tabs of enabled features, but no pages below a tab', () => {
  const tab = { label: 'Tasks', icon: 'menu', group: 'Programme' } as const
  const { pages, tabs } = readRegistry({
    ...frames,
    ...overview,
    ...route('tasks', 'shell', 'tasks', { tab, feature: 'programme', access }, VIEW),
    ...route('task', 'tasks', ':id', { access }, VIEW),
  })
  expect(pages.map(({ id }) => id)).toEqual(['overview', 'tasks', 'task'])
  expect(tabs(ALL_FEATURES, OWNER)).toEqual([{ path: '/admin/dashboard/tasks', ...tab }])
  expect(tabs({ ...ALL_FEATURES, programme: false }, OWNER)).toEqual([])
})

it('refuses a page without a handle, and a cached page whose parameter has no list of values', () => {
  const withOverview = { ...frames, ...overview }
  const readWith = (added: object) => () => readRegistry({ ...withOverview, ...added })
  expect(readWith(route('new', 'root', 'new'))).toThrow('the handle of new lacks side, guard, search, access')
  // A page does not inherit `access`.
  expect(readWith(route('tab', 'shell', 'tab'))).toThrow('the handle of tab lacks access')
  const unnamed = route('one', 'page', 'one/:id', { search: 'open', cached: 'exact', access })
  expect(readWith(unnamed)).toThrow('must name its urls')
})

it('names the file of a guard that is no permission', () => {
  const guard = 'order.list' as 'orders.list'
  const shell = route('shell', 'page', 'admin/dashboard', { side: 'admin', guard, search: 'noindex' })
  const message = (id: string) => `the guard 'order.list' of ${id} is no permission`
  const page = route('orders', 'shell', 'orders', { guard, title: 'Orders', access }, VIEW)
  expect(() => readRegistry({ ...frames, ...overview, ...page })).toThrow(message('orders'))
  expect(() => readRegistry({ ...frames, ...shell, ...overview })).toThrow(message('shell'))
})

it('refuses a view without a title, and a view in the sitemap without a description', () => {
  const readWith = (handle: PageHandle, module: object) => () =>
    readRegistry({ ...frames, ...overview, ...route('tea', 'page', 'tea', { access, ...handle }, module) })
  expect(readWith({ search: 'open' }, VIEW)).toThrow('the handle of tea lacks title')
  expect(readWith({ search: 'sitemap', title: 'Tea' }, VIEW)).toThrow('the handle of tea lacks description')
  expect(readWith({ search: 'sitemap' }, { ...VIEW, meta: () => [] })).not.toThrow()
  expect(readWith({ search: 'open', title: null }, VIEW)).not.toThrow()
  expect(readWith({ search: 'open' }, { loader: () => null })).not.toThrow()
})
