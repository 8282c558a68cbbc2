/** Expected status of each page and action by role, as the handles say. */
import type { Guard, Page, Statuses } from '#app/request/page-handle.ts'
import { type Permission, roleMay } from '#shop/kernel/permissions.ts'
import { STAFF_COLUMNS } from '#tests/access/staff-columns.ts'

/** Visitor, customer, worker, then STAFF_COLUMNS. */
type AllStatuses = readonly number[]

/**
 * `path` has placeholders like `{order}` for ids of the customer and the worker. `post` is the status of a form
 * without fields, or null if such a form would change data.
 */
type PageRow = readonly [id: string, path: string, get: AllStatuses, post: AllStatuses | null, guard: Guard]

const REFUSED_METHOD = [405, 405, 405, 405] as const

export function pageRows(pages: readonly Page[]): PageRow[] {
  return pages.map(({ id, path, handle }) => {
    const { guard } = handle
    const { at = path, get, post = REFUSED_METHOD, staff } = handle.access
    return [id, at, forAll(get, guard, staff), post === null ? null : forAll(post, guard, staff), guard]
  })
}

function forAll(statuses: Statuses, guard: Guard, staff?: Permission): AllStatuses {
  const refused = [401, 403, 403, 403] as const
  const [visitor, customer, worker, admin] =
    typeof statuses !== 'number'
      ? statuses
      : guard === 'none'
        ? [statuses, statuses, statuses, statuses]
        : [...refused.slice(0, 2), guard === 'worker' ? statuses : 403, statuses]
  const needed = guard === 'none' ? staff : guard === 'worker' ? 'programme' : guard
  const others = guard === 'none' || statuses === REFUSED_METHOD ? worker : 403
  const staffStatuses = STAFF_COLUMNS.map((role) => (needed && roleMay(role, needed) ? admin : others))
  return [visitor, customer, worker, ...staffStatuses] as number[]
}

/** Fills the parameters of a row's path; an unknown parameter becomes empty. */
export function fillPath(path: string, things: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => things[name] ?? '')
}
