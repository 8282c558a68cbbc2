/** An admin's change, as stored in the audit log. */
import { upiHint } from '#shop/kernel/text.ts'

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

/** The kinds of entries, and the actions of each; every other action is a change. */
export const ENTRY_KINDS = {
  'sign-ins': ['sign in', 'sign in refused', 'sign in stopped', 'end session', 'change password'],
  refusals: ['refused'],
  exports: ['export'],
  looks: ['look', 'refund account seen'],
} as const
export type EntryKind = keyof typeof ENTRY_KINDS | 'changes'

/** An audit log entry for display. */
export type AuditEntry = {
  id: number
  actorId: string | null
  /** Null for the system, or a closed account. */
  actorName: string | null
  action: string
  entity: Audited
  entityId: string
  /** The object's name; null when it is unknown. */
  name: string | null
  before: Json
  after: Json
  /** Where it was done from; null for the program, and for a closed account. */
  network: string | null
  device: string | null
  createdAt: Date
}

/** JSON values without `undefined` and dates. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const AMOUNTS =
  /^(price|discountPrice|mrp|subtotal|total|tax|shippingFee|amount|paymentAmount|payPerUnit|minOrderAmount|maxDiscount)$/

/** True when the value is an amount in paise, which only the field's name shows. */
export function holdsPaise(field: string, value: Json): value is number {
  return AMOUNTS.test(field) && Number.isSafeInteger(value)
}

export type Changed = { before: Json; after: Json }

/**
 * The difference between two states. Of two objects only differing fields are kept; null means that the object does not
 * exist. Null when nothing differs.
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

const UPI_FIELDS = ['upiId', 'oldUpiId', 'newUpiId']

/** The same change with parts of UPI addresses ('ra…@okaxis') instead of the whole, which is encrypted where it is kept. */
export function withoutAddresses({ before, after }: Changed): Changed {
  const shown = (state: Json): Json => {
    if (!isObject(state)) return state
    const entries = Object.entries(state).map(([field, value]): [string, Json] => [
      field,
      UPI_FIELDS.includes(field) && typeof value === 'string' ? upiHint(value) : value,
    ])
    return Object.fromEntries(entries)
  }
  return { before: shown(before), after: shown(after) }
}

function toJson(value: unknown): Json {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Compares without the order of keys, which the database changes. */
function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const keys = Object.keys(value).toSorted()
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]))
}

/**
 * Fields of entries about orders, tasks and payments that stay after anonymising: states, amounts and ids, but no
 * texts.
 */
export const ERASED_FIELDS_KEPT: readonly string[] = [
  ...['status', 'paymentStatus', 'cancellation', 'refund', 'amount', 'returned', 'reference', 'flags'],
  ...[
    'trackingNumber',
    'carrier',
    'state',
    'rating',
    'quantity',
    'unit',
    'paymentAmount',
    'workLogId',
    'userId',
  ],
]
