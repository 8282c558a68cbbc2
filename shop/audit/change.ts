import { AMOUNT_COLUMNS } from '#shop/kernel/amount-columns.ts'

/** Kinds of objects that log entries are about. */
export const AUDITED_ENTITIES = [
  'product',
  'order',
  'coupon',
  'review',
  'user',
  'invitation',
  'api-key',
  'worker',
  'group',
  'task',
  'payout',
  'message',
  'spend',
  'job',
  'setting',
  'webhook',
  'gst-rate',
  'month',
  'settlement',
  'text',
  'newsletter',
  'export',
  'page',
] as const
export type AuditEntity = (typeof AUDITED_ENTITIES)[number]

/** Actions by kind of entry. Any other action is a change. */
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
  entity: AuditEntity
  entityId: string
  /** The object's name; null if unknown. */
  name: string | null
  before: Json
  after: Json
  /** Null for entries of the program, and for entries older than a year. */
  network: string | null
  device: string | null
  createdAt: Date
}

/** JSON values without `undefined` and dates. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const OTHER_AMOUNTS = ['maxDiscount', 'fee', 'net']

/** Recognizes amounts by the field's name. */
export function holdsPaise(field: string, value: Json): value is number {
  return (AMOUNT_COLUMNS.has(field) || OTHER_AMOUNTS.includes(field)) && Number.isSafeInteger(value)
}

/** Replaces values that may be personal (recorded-fields.ts). */
export const NOT_RECORDED = '(not recorded)'

/** The name of a closed account, which may be a customer's, a worker's or a former admin's. */
export const CLOSED_ACCOUNT = 'Closed account'

export type StateChange = { before: Json; after: Json }

/** Returns the fields that differ between two states, or null if none does. A null state: there is no object. */
export function difference(earlier: unknown, later: unknown): StateChange | null {
  const [was, is] = [toJson(earlier), toJson(later)]
  if (!isObject(was) || !isObject(is)) return isSame(was, is) ? null : { before: was, after: is }
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changedKeys = keys.filter((key) => !isSame(was[key] ?? null, is[key] ?? null))
  if (changedKeys.length === 0) return null
  const only = (of: { [key: string]: Json }) =>
    Object.fromEntries(changedKeys.map((key) => [key, of[key] ?? null]))
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
  return JSON.stringify(sortKeys(first)) === JSON.stringify(sortKeys(second))
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isObject(value)) return value
  const keys = Object.keys(value).toSorted()
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key] ?? null)]))
}
