/** The staff of the access tables: an owner, a coordinator of the worker's group, and each other role. */
import { type Permission, roleMay } from '#shop/kernel/permissions.ts'

export const STAFF_COLUMNS = ['owner', 'coordinator', 'manager', 'packer', 'accountant', 'support'] as const

/** Statuses of the roles that differ from the other roles. */
export type StaffStatuses = Partial<Record<(typeof STAFF_COLUMNS)[number], number>>

/** Returns a status per role: `allowed` if it has the permission (null: every role), otherwise `otherwise`. */
export function staffStatuses(
  permission: Permission | null,
  { allowed, otherwise, ...others }: { allowed: number; otherwise: number } & StaffStatuses,
): number[] {
  return STAFF_COLUMNS.map(
    (role) => others[role] ?? (permission === null || roleMay(role, permission) ? allowed : otherwise),
  )
}
