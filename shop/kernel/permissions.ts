/** The permissions, which pages, API, menus, use cases and tests read from this table only. */
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#shop/kernel/staff-role.ts'

/** The role 'coordinator' comes from coordinated groups, not from the staff role. */
export type Role = StaffRole | 'coordinator'

const ALL = STAFF_ROLES
const MANAGERS = ['owner', 'manager'] as const

const PERMISSIONS = {
  /** The overview shows each role what it may open. */
  dashboard: ALL,
  search: ['owner', 'manager', 'support', 'accountant'],
  'orders.list': MANAGERS,
  'orders.view': ['owner', 'manager', 'support'],
  /** Notes, and emails sent again. */
  'orders.help': ['owner', 'manager', 'support'],
  /** Status, address, tracking and cancellation. */
  'orders.change': MANAGERS,
  /** New orders for customers on the phone, with their accounts. */
  'orders.create': MANAGERS,
  /** Orders to ship, without prices. */
  packing: ['owner', 'manager', 'packer'],
  refunds: MANAGERS,
  catalogue: MANAGERS,
  coupons: MANAGERS,
  reviews: ['owner', 'manager', 'support'],
  analytics: MANAGERS,
  /** Workers, groups, tasks and photos of the whole programme. */
  programme: MANAGERS,
  /** Tasks, photos and questions of the groups that the person may see. */
  groups: ['owner', 'manager', 'coordinator'],
  payouts: MANAGERS,
  messages: ['owner', 'manager', 'support'],
  newsletters: MANAGERS,
  texts: MANAGERS,
  people: MANAGERS,
  /** Reading only. */
  accounts: ['owner', 'manager', 'accountant'],
  'accounts.close': MANAGERS,
  taxes: ['owner'],
  /** Files with the rows of a list that the role may see. */
  exports: ['owner', 'manager', 'accountant'],
  /** Roles of others, invitations, and the end of others' sessions. */
  roles: ['owner'],
  settings: ['owner'],
  /** The person's own API keys. Owners see and revoke everybody's. */
  'api-keys': MANAGERS,
  jobs: ['owner'],
  /** Addresses of other systems that receive events. */
  webhooks: ['owner'],
  audit: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name)
}

/** Permissions that an API key may have. None of them moves money or manages people, keys or settings. */
export const KEY_SCOPES = [
  'orders.list',
  'orders.view',
  'orders.change',
  'catalogue',
  'coupons',
  'programme',
] as const satisfies readonly Permission[]
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The highest discount, in percent, that a role may give on an order it creates. */
const MAX_DISCOUNTS: Readonly<Partial<Record<Role, number>>> = { owner: 100, manager: 20 }

export const ROLE_NAMES: Readonly<Record<Role, string>> = { ...STAFF_ROLE_NAMES, coordinator: 'Coordinator' }

export function rolesOf({ staffRole, coordinates }: Person): Role[] {
  return [...(staffRole ? [staffRole] : []), ...(coordinates.length > 0 ? (['coordinator'] as const) : [])]
}

declare const allowed: unique symbol
/** A person whose permission `may` has checked. If `may` returns false, the actor can still be a `Person`. */
export type AllowedPerson = Person & { readonly [allowed]: true }

/** Throws for a permission that does not exist, because tests run without type checks. */
export function may(actor: Actor, permission: Permission): actor is AllowedPerson {
  if (!isPermission(permission))
    throw new Error(`shop/kernel/permissions.ts has no permission '${permission}'`)
  if (actor.kind === 'visitor' || (actor.scopes && !actor.scopes.includes(permission))) return false
  return rolesOf(actor).some((role) => roleMay(role, permission))
}

export function roleMay(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission]
  return roles.includes(role)
}

export function maxDiscountOf(person: Person): number {
  return Math.max(0, ...rolesOf(person).map((role) => MAX_DISCOUNTS[role] ?? 0))
}

/** True for workers, and for staff who help them. */
export function canOpenWorkerPages(actor: Actor): boolean {
  return (actor.kind === 'person' && actor.isWorker) || may(actor, 'programme')
}

export function permissionsOf(actor: Actor): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => may(actor, permission))
}
