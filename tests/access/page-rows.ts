/** Expected status of each page and action by role, as the handles of the built pages say. */
import type { ServerBuild } from 'react-router'
import type { Guard, Statuses } from '#app/request/page-handle.ts'
import { readRegistry } from '#server/page-registry.ts'

type AllStatuses = readonly [
  visitor: number,
  customer: number,
  worker: number,
  admin: number,
  coordinator: number,
]

/**
 * The route's id, where it is opened (`{order}` and the like are filled in with things of the demonstration), what opening it
 * gets, and what a post without any field gets, which changes nothing. Null: without a field it would change something.
 */
export type PageRow = readonly [
  id: string,
  path: string,
  get: AllStatuses,
  post: AllStatuses | null,
  guard: Guard,
]

const build: ServerBuild = await import('#pages')
export const REGISTRY = readRegistry(build.routes)

const REFUSED_METHOD = [405, 405, 405, 405] as const

export const PAGE_ROWS: readonly PageRow[] = REGISTRY.pages.map(({ id, path, handle }) => {
  const { guard } = handle
  const { at = path, get, post = REFUSED_METHOD } = handle.access
  return [id, at, forAll(get, guard), post === null ? null : forAll(post, guard), guard]
})

function forAll(statuses: Statuses, guard: Guard): AllStatuses {
  if (typeof statuses !== 'number') {
    const [visitor, customer, worker, admin] = statuses
    const isOpen = guard === 'none' || statuses === REFUSED_METHOD
    return [visitor, customer, worker, admin, isOpen ? worker : 403]
  }
  if (guard === 'none') return [statuses, statuses, statuses, statuses, statuses]
  const only = (role: Guard) => (guard === role ? statuses : 403)
  return [401, 403, only('worker'), statuses, only('coordinator')]
}
