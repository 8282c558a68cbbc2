/** Audit log entries as text. */
import { type AuditEntry, holdsPaise, type Json } from '#shop/audit/change.ts'
import { formatPrice, paise } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

export type ChangedField = { field: string; before: string; after: string }

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** An entry's changed fields with their values as text. */
export function changedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ChangedField[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return keys.map((key) => ({
    field: inWords(key),
    before: shown(key, was[key] ?? null),
    after: shown(key, is[key] ?? null),
  }))
}

/** 'shortDescription' is 'Short description'. */
export function inWords(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/[_-]/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function fieldsOf(state: Json): { [key: string]: Json } {
  if (state === null) return {}
  return typeof state === 'object' && !Array.isArray(state) ? state : { value: state }
}

function shown(key: string, value: Json): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  // A malformed value must not break the whole page.
  if (holdsPaise(key, value)) return formatPrice(paise(value))
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return MOMENT.test(value) ? formatDayAndTime(new Date(value)) : value
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => shown('', one)).join('; ')
  return Object.entries(value)
    .map(([inner, one]) => `${inWords(inner)}: ${shown(inner, one)}`)
    .join('; ')
}
