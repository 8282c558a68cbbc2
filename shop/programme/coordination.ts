/** Coordinators hand out tasks to their groups and review the photos; admins do so for all groups. */
import { type Actor, isSelf, type Person } from '#shop/kernel/actor.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'

/** Ids of groups. Null: all groups, and workers in no group. */
export type GroupScope = readonly string[] | null

export function mayCoordinate(actor: Actor): actor is Person {
  return may(actor, 'groups')
}

/** `groupId` null: a worker in no group. */
export function coordinatesGroup(actor: Actor, groupId: string | null): actor is Person {
  if (may(actor, 'programme')) return true
  return actor.kind === 'person' && groupId !== null && actor.coordinates.includes(groupId)
}

export function isInScope(scope: GroupScope, groupId: string | null): boolean {
  return scope === null || (groupId !== null && scope.includes(groupId))
}

export function scopeOf(actor: Person): GroupScope {
  return may(actor, 'programme') ? null : actor.coordinates
}

/** Returns why this person may not decide about a task, or null. Nobody decides about their own work. */
export function reviewRefusal(actor: Actor, task: { userId: string | null; groupId: string | null }) {
  if (!mayCoordinate(actor)) return 'not_allowed'
  if (!coordinatesGroup(actor, task.groupId)) return 'task_not_found'
  return task.userId !== null && isSelf(actor, task.userId) ? 'own_task' : null
}

/** Returns why this person may not enrol the account or change its UPI ID, or null. */
export function enrolmentRefusal(actor: Person, account: { userId: string; staffRole: StaffRole | null }) {
  if (isSelf(actor, account.userId)) return 'own_worker_data'
  return account.staffRole === 'owner' && actor.staffRole !== 'owner' ? 'owner_data' : null
}

/** The maximum pay that a coordinator may promise in one hand-out. */
export const COORDINATOR_PAY_LIMIT: Money = paise(50_000_00)

/** The maximum pay that a coordinator may promise within 24 hours. */
export const COORDINATOR_DAY_LIMIT: Money = paise(2_00_000_00)
