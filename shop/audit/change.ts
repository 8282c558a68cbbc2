/** Objects of the log. */
export const AUDITED = [
  'product',
  'order',
  'coupon',
  'user',
  'invitation',
  'worker',
  'group',
  'task',
  'payout',
  'message',
  'spend',
  'job',
  'setting',
  'gst-rate',
  'month',
  'text',
  'newsletter',
  'export',
  'page',
] as const
export type Audited = (typeof AUDITED)[number]

/** Any other action is a change. */
export const ENTRY_KINDS = {
  'sign-ins': ['sign in', 'sign in refused', 'sign in stopped', 'end session', 'change password'],
  refusals: ['refused'],
  exports: ['export'],
  looks: ['look', 'refund account seen'],
} as const
export type EntryKind = keyof typeof ENTRY_KINDS | 'changes'

export type AuditEntry = {
  id: number
  actorId: string | null
  actorName: string | null
  action: string
  entity: Audited
  entityId: string
  /** Null if unknown. */
  name: string | null
  before: Json
  after: Json
  /** Null for the program, and after a year. */
  network: string | null
  device: string | null
  createdAt: Date
}

/** JSON values without `undefined` and dates. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const AMOUNTS =
  /^(price|discountPrice|mrp|subtotal|total|tax|shippingFee|amount|paymentAmount|payPerUnit|minOrderAmount|maxDiscount)$/

/** Decided by the field's name. */
export function holdsPaise(field: string, value: Json): value is number {
  return AMOUNTS.test(field) && Number.isSafeInteger(value)
}

/** Replaces values that may be personal (recorded-fields.ts). */
export const NOT_RECORDED = '(not recorded)'

/** Replaces the name of a closed account. */
export const DELETED_ACCOUNT = 'Deleted account'

export type Changed = { before: Json; after: Json }

/** Returns the differing fields of two states (null: no object), or null. */
export function difference(earlier: unknown, later: unknown): Changed | null {
  const [was, is] = [toJson(earlier), toJson(later)]
  if (!isObject(was) || !isObject(is)) return isSame(was, is) ? null : { before: was, after: is }
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const differing = keys.filter((key) => !isSame(was[key] ?? null, is[key] ?? null))
  if (differing.length === 0) return null
  const only = (of: { [key: string]: Json }) =>
    Object.fromEntries(differing.map((key) => [key, of[key] ?? null]))
  return { before: only(was), after: only(is) }
}

function toJson(value: unknown): Json {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

export function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Ignores the order of keys, which the database changes. */
function isSame(first: Json, second: Json): boolean {
  return JSON.stringify(sorted(first)) === JSON.stringify(sorted(second))
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const keys = Object.keys(value).toSorted()
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]))
}
