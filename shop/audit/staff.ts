/** Who the audit log counts as staff. */

import type { Actor, Person } from '#shop/kernel/actor.ts'
import { rolesOf } from '#shop/kernel/permissions.ts'

/** Staff see data of other people: today's admins and coordinators. A session by PIN has none of these rights. */
export function isStaff(actor: Actor): actor is Person {
  return actor.kind === 'person' && rolesOf(actor).length > 0
}
