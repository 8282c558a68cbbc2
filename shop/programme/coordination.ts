/** Coordinators hand out the tasks of their groups and check the photos; admins do so for all groups. */
import { type Actor, isSelf, type Person } from '#shop/kernel/actor.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'

/** The groups whose things a person may see; null: all, with workers who are in none. */
export type GroupScope = readonly string[] | null

/** True for admins, and for people who coordinate a group. */
export function mayCoordinate(actor: Actor): actor is Person {
  return may(actor, 'groups')
}

/** True for the coordinators of this group, and for admins. Null: of a worker in no group. */
export function coordinatesGroup(actor: Actor, groupId: string | null): actor is Person {
  if (may(actor, 'programme')) return true
  return actor.kind === 'person' && groupId !== null && actor.coordinates.includes(groupId)
}

/** True for a group of this scope. Null: of a worker in no group. */
export function isInScope(scope: GroupScope, groupId: string | null): boolean {
  return scope === null || (groupId !== null && scope.includes(groupId))
}

/** The groups whose things this person may see. */
export function scopeOf(actor: Person): GroupScope {
  return may(actor, 'programme') ? null : actor.coordinates
}

/** Why this person may not decide about a worker's task; null when they may. Nobody decides about their own work. */
export function reviewRefusal(
  actor: Actor,
  task: { userId: string | null; groupId: string | null },
): 'not_allowed' | 'task_not_found' | 'own_task' | null {
  if (!mayCoordinate(actor)) return 'not_allowed'
  if (!coordinatesGroup(actor, task.groupId)) return 'task_not_found'
  return task.userId !== null && isSelf(actor, task.userId) ? 'own_task' : null
}

/**
 * Why this person may not enrol the account or change where its pay goes; null when they may. Nobody does so for
 * themselves as staff, and only owners do so for an owner.
 */
export function enrolmentRefusal(
  actor: Person,
  account: { userId: string; staffRole: StaffRole | null },
): 'own_worker_data' | 'owner_data' | null {
  if (isSelf(actor, account.userId)) return 'own_worker_data'
  return account.staffRole === 'owner' && actor.staffRole !== 'owner' ? 'owner_data' : null
}

/** The most that a coordinator may promise for the tasks that are handed out at once: ₹50,000. */
export const COORDINATOR_PAY_LIMIT: Money = paise(50_000_00)

/** The most that a coordinator may promise within 24 hours: ₹2,00,000. */
export const COORDINATOR_DAY_LIMIT: Money = paise(2_00_000_00)
