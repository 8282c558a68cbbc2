/** A change that an admin made, as the audit log keeps it. */

export const AUDITED = [
  'product',
  'order',
  'coupon',
  'user',
  'worker',
  'task',
  'payout',
  'message',
  'spend',
  'job',
  'setting',
] as const
export type Audited = (typeof AUDITED)[number]

/** A change as the log shows it. */
export type AuditEntry = {
  id: number
  actorId: string | null
  /** Null: the program itself, or somebody who has left. */
  actorName: string | null
  action: string
  entity: Audited
  entityId: string
  /** What people call the thing; null when it is not known (any more). */
  name: string | null
  before: Json
  after: Json
  createdAt: Date
}

/** Plain JSON: what is left of a value when it is written down. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const AMOUNTS =
  /^(price|discountPrice|mrp|subtotal|total|tax|shippingFee|amount|paymentAmount|minOrderAmount|maxDiscount)$/

/** Whether this is an amount of money, in paise: in an entry only the field's name tells. */
export function holdsPaise(field: string, value: Json): value is number {
  return AMOUNTS.test(field) && Number.isSafeInteger(value)
}

export type Changed = { before: Json; after: Json }

/**
 * What differs between two states of a thing. Of two objects only the fields that differ are kept; null stands for a
 * thing that was not there. Null when nothing differs.
 */
export function difference(before: unknown, after: unknown): Changed | null {
  const [was, is] = [toJson(before), toJson(after)]
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

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Alike however their keys are ordered: the database orders keys its own way. */
function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const keys = Object.keys(value).toSorted()
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]))
}
