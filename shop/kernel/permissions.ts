/** Who may do what: the one table that pages, API, menus, use cases and tests read. */
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#shop/kernel/staff-role.ts'

/** A coordinator's role comes from the groups that she coordinates, not from her staff role; she may have both. */
export type Role = StaffRole | 'coordinator'

const ALL = STAFF_ROLES
const MANAGERS = ['owner', 'manager'] as const

const PERMISSIONS = {
  /** The dashboard's frame and its overview, which shows what the role may open. */
  dashboard: ALL,
  /** The search box of the dashboard. */
  search: ['owner', 'manager', 'support'],
  /** Lists of orders, with filters. */
  'orders.list': MANAGERS,
  /** One order, by its number. */
  'orders.view': ['owner', 'manager', 'support'],
  /** Notes on an order, and its emails sent again. */
  'orders.help': ['owner', 'manager', 'support'],
  /** An order's status, address, tracking and cancellation. */
  'orders.change': MANAGERS,
  /** The packing desk: orders to ship, without prices. */
  packing: ['owner', 'manager', 'packer'],
  refunds: MANAGERS,
  catalogue: MANAGERS,
  coupons: MANAGERS,
  analytics: MANAGERS,
  /** Workers, groups, tasks and photos of the whole programme. */
  programme: MANAGERS,
  /** Tasks, photos and questions of the groups that the person may see. */
  groups: ['owner', 'manager', 'coordinator'],
  payouts: MANAGERS,
  messages: ['owner', 'manager', 'support'],
  newsletters: MANAGERS,
  texts: MANAGERS,
  /** Customers and workers: their names, addresses and orders. */
  people: MANAGERS,
  /** Invoices, GST and the money of the payment providers; reading only. */
  accounts: ['owner', 'manager', 'accountant'],
  /** Closing a month and taking in a provider's settlement report. */
  'accounts.close': MANAGERS,
  /** GST rates, and how the shop is taxed. */
  taxes: ['owner'],
  /** Files with the rows of a list that the role may see. */
  exports: ['owner', 'manager', 'accountant'],
  /** Roles of others, invitations, and the end of others' sessions. */
  roles: ['owner'],
  jobs: ['owner'],
  audit: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

/** For people of the shop. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = { ...STAFF_ROLE_NAMES, coordinator: 'Coordinator' }

/** The roles of a person whose session counts. */
export function rolesOf({ staffRole, coordinates }: Person): Role[] {
  return [...(staffRole ? [staffRole] : []), ...(coordinates.length > 0 ? (['coordinator'] as const) : [])]
}

declare const allowed: unique symbol
/** A person whose permission was checked; one without it is still a `Person` after the test. */
export type Allowed = Person & { readonly [allowed]: true }

/** True when one of the actor's roles has the permission. */
export function may(actor: Actor, permission: Permission): actor is Allowed {
  return actor.kind === 'person' && rolesOf(actor).some((role) => roleMay(role, permission))
}

export function roleMay(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission]
  return roles.includes(role)
}

/** Workers' pages are open to workers, and to staff who help them. */
export function canOpenWorkerPages(actor: Actor): boolean {
  return (actor.kind === 'person' && actor.isWorker) || may(actor, 'programme')
}

/** Everything that the actor's roles may do. */
export function permissionsOf(actor: Actor): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => may(actor, permission))
}
