/** The staff of the access tables: an owner, a coordinator of the worker's group, and each other role. */
import { type Permission, roleMay } from '#shop/kernel/permissions.ts'

export const STAFF_COLUMNS = ['owner', 'coordinator', 'manager', 'packer', 'accountant', 'support'] as const

/** Statuses of single roles that differ from the others'. */
export type StaffStatuses = Partial<Record<(typeof STAFF_COLUMNS)[number], number>>

/** A status for each of STAFF_COLUMNS: `allowed` with the permission (null: for everybody), else `otherwise`. */
export function staffStatuses(
  permission: Permission | null,
  { allowed, otherwise, ...others }: { allowed: number; otherwise: number } & StaffStatuses,
): number[] {
  return STAFF_COLUMNS.map(
    (role) => others[role] ?? (permission === null || roleMay(role, permission) ? allowed : otherwise),
  )
}
