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
const overview = route('overview', 'shell', undefined, { band: 'haldi-300', access })
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

it('merges what the frames around a page say, the innermost last', () => {
  const shell = { side: 'admin', guard: 'dashboard', search: 'noindex', access }
  expect(registry.find('admin/dashboard/orders/:id').handle).toEqual(shell)
  expect(registry.find('admin/dashboard').handle).toEqual({ ...shell, band: 'haldi-300' })
  expect(registry.find('work').handle.guard).toBe('worker')
})

it('knows cached pages by their path, and only values that a parameter may have', () => {
  expect(registry.cachedAt('/')?.search).toBe('sitemap')
  expect(registry.cachedAt('/dish/idli')?.urls).toBe('recipes')
  for (const path of ['/work', '/dish/../x', '/dish/UPPER', `/dish/${'x'.repeat(81)}`, '//'])
    expect(registry.cachedAt(path)).toBeUndefined()
})

it('closes the pages of a feature that is off', () => {
  expect(registry.closed(ALL_FEATURES)).toEqual([])
  expect(registry.closed({ ...ALL_FEATURES, programme: false })).toEqual(['work'])
})

it('lists the tabs that are on, which pages below a tab are not', () => {
  const tab = { label: 'Tasks', icon: 'menu', group: 'more' } as const
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

it('refuses a page that says nothing, and one whose parameter could be anything', () => {
  const framed = { ...frames, ...overview }
  const reading = (added: object) => () => readRegistry({ ...framed, ...added })
  expect(reading(route('new', 'root', 'new'))).toThrow('the handle of new lacks side, guard, search, access')
  // A frame does not say who gets what.
  expect(reading(route('tab', 'shell', 'tab'))).toThrow('the handle of tab lacks access')
  const unnamed = route('one', 'page', 'one/:id', { search: 'open', cached: 'exact', access })
  expect(reading(unnamed)).toThrow('must name its urls')
})

it('refuses a view without a title, and one in the sitemap without a description', () => {
  const reading = (handle: PageHandle, module: object) => () =>
    readRegistry({ ...frames, ...overview, ...route('tea', 'page', 'tea', { access, ...handle }, module) })
  expect(reading({ search: 'open' }, VIEW)).toThrow('the handle of tea lacks title')
  expect(reading({ search: 'sitemap', title: 'Tea' }, VIEW)).toThrow('the handle of tea lacks description')
  expect(reading({ search: 'sitemap' }, { ...VIEW, meta: () => [] })).not.toThrow()
  expect(reading({ search: 'open', title: null }, VIEW)).not.toThrow()
  expect(reading({ search: 'open' }, { loader: () => null })).not.toThrow()
})
