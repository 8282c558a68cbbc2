/** Expected status of each page and action by role, as the handles of the built pages say. */
import type { ServerBuild } from 'react-router'
import type { Guard, Statuses } from '#app/request/page-handle.ts'
import { readRegistry } from '#server/page-registry.ts'

type FourStatuses = readonly [visitor: number, customer: number, worker: number, admin: number]

/**
 * The route's id, where it is opened (`{order}` and the like are filled in with things of the demonstration), what opening it
 * gets, and what a post without any field gets, which changes nothing. Null: without a field it would change something.
 */
export type PageRow = readonly [id: string, path: string, get: FourStatuses, post: FourStatuses | null]

const build: ServerBuild = await import('#pages')
export const REGISTRY = readRegistry(build.routes)

export const PAGE_ROWS: readonly PageRow[] = REGISTRY.pages.map(({ id, path, handle }) => {
  const { guard } = handle
  const { at = path, get, post = [405, 405, 405, 405] } = handle.access
  return [id, at, forAll(get, guard), post === null ? null : forAll(post, guard)]
})

function forAll(statuses: Statuses, guard: Guard): FourStatuses {
  if (typeof statuses !== 'number') return statuses
  if (guard === 'none') return [statuses, statuses, statuses, statuses]
  return [401, 403, guard === 'worker' ? statuses : 403, statuses]
}
