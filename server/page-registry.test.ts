import { expect, it } from 'vitest'
import { readRegistry } from '#server/page-registry.ts'

const route = (id: string, parentId?: string, path?: string, handle?: object) => ({
  [id]: { id, parentId, path, index: path === undefined, module: handle ? { handle } : {} },
})
const registry = readRegistry({
  ...route('root', undefined, ''),
  ...route('page', 'root', ''),
  ...route('home', 'page', undefined, { side: 'millet' }),
  ...route('shell', 'page', 'admin/dashboard', { side: 'admin', guard: 'admin' }),
  ...route('overview', 'shell', undefined, { band: 'haldi-300' }),
  ...route('order', 'shell', 'orders/:id'),
  ...route('frame', 'page', '', { side: 'worker', guard: 'worker' }),
  ...route('work', 'frame', 'work'),
})

it('finds a page by the pattern that middleware gets', () => {
  expect(registry.handleOf('/')).toEqual({ side: 'millet' })
  expect(() => registry.handleOf('nothing')).toThrow('no page has the pattern nothing')
})

it('merges what the frames around a page say, the innermost last', () => {
  expect(registry.handleOf('admin/dashboard/orders/:id')).toEqual({ side: 'admin', guard: 'admin' })
  expect(registry.handleOf('admin/dashboard')).toEqual({ side: 'admin', guard: 'admin', band: 'haldi-300' })
  expect(registry.handleOf('work')).toEqual({ side: 'worker', guard: 'worker' })
})
