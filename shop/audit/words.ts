import { type AuditEntry, type Audited, holdsPaise, type Json, NOT_RECORDED } from '#shop/audit/change.ts'
import { formatPrice, paise } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

/** Not recorded values: `before` null, `after` 'added', 'changed' or 'removed'. */
export type ChangedField = { field: string; before: string | null; after: string }

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export function changedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ChangedField[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return keys.map((key) => {
    const [field, old, now] = [inWords(key), was[key] ?? null, is[key] ?? null]
    if (old === NOT_RECORDED || now === NOT_RECORDED)
      return { field, before: null, after: old && now ? 'changed' : old ? 'removed' : 'added' }
    return { field, before: shown(key, old), after: shown(key, now) }
  })
}

/** 'Product created'. */
const DONE: Record<string, string> = {
  create: 'created',
  update: 'changed',
  'update from a sheet': 'changed by a price sheet',
  delete: 'deleted',
  archive: 'archived',
  restore: 'restored',
  'switch off': 'switched off',
  record: 'recorded',
  export: 'made',
  download: 'downloaded',
  look: 'looked at',
  retry: 'started again',
  close: 'closed',
  reopen: 'reopened',
  answer: 'answered',
  send: 'sent',
  stop: 'stopped',
  resume: 'resumed',
  promote: 'made an admin',
  enrol: 'enrolled',
  invite: 'sent',
  assign: 'assigned',
  approve: 'approved',
  'take over': 'taken over from a person who left',
  reject: 'rejected',
  withdraw: 'withdrawn',
  pay: 'paid',
  release: 'released',
  confirm: 'confirmed',
  pack: 'packed',
  ship: 'shipped',
}

/** Actions on a part of the object. */
const PARTS: Record<string, string> = {
  refused: 'Refused: no right to open it',
  'encrypted text refused': 'Encrypted text refused: it is not the one of this row',
  'sign in': 'Signed in',
  'end session': 'Signed out',
  'sign in refused': 'Sign-in refused',
  'sign in stopped': 'Sign-in stopped after too many tries',
  'change password': 'Password changed',
  note: 'Note changed',
  'add note': 'Note added',
  'edit note': 'Note changed',
  'delete note': 'Note deleted',
  print: 'Printed',
  'undo confirm': 'Confirmation undone',
  'undo pack': 'Packing undone',
  'undo ship': 'Shipment undone',
  'start refund': 'Refund started',
  'refund approved': 'Refund approved',
  'refund declined': 'Refund declined',
  'refund paid by hand': 'Refund paid by hand',
  'refund account seen': 'Account for the refund looked at',
  'units returned': 'Parcel came back',
  'replacement granted': 'Replacement granted',
  'cancellation approved': 'Cancellation approved',
  'cancellation declined': 'Cancellation declined',
  'send email again': 'Email sent again',
  review: 'Discount reviewed',
  recount: 'Stock recounted',
  'change roles': 'Roles changed',
  'accept invitation': 'Invitation accepted',
  'add factor': 'Second factor added',
  'remove factor': 'Second factor removed',
  'use recovery code': 'Recovery code used',
  'renew recovery codes': 'Recovery codes renewed',
  'reset factors': 'Second factor reset',
  'end sessions': 'Sessions ended',
  'issue card': 'Card made',
  'sign out': 'Signed out on all phones',
  'set coordinator': 'Groups to coordinate changed',
  'create template': 'Template created',
  'change template': 'Template changed',
  'put template away': 'Template put away',
  'use template again': 'Template in use again',
  'add minimum wage': 'Minimum wage added',
  'remove minimum wage': 'Minimum wage removed',
  'change phone': 'Phone number changed',
  'change upi': 'UPI address changed',
  'stop upi change': 'UPI change stopped',
  'tell of upi change': 'UPI change told to the worker',
  'leave to admins': 'Question left to the admins',
  tell: 'Messages marked as sent',
  'undo tell': 'Messages marked as not sent',
  'name batch': 'Batch named',
  'add to stock': 'Stock added',
}

/** 'Product created', 'Refund started'. */
export function changeTitle(action: string, entity: Audited): string {
  if (Object.hasOwn(PARTS, action)) return PARTS[action] ?? action
  const done = Object.hasOwn(DONE, action) ? DONE[action] : action
  return `${inWords(entity)} ${done}`
}

/** 'shortDescription' is 'Short description', 'addressLine2' is 'Address line 2'. */
export function inWords(key: string): string {
  const words = key
    .replace(/([a-z])(\d+)/g, '$1 $2')
    .replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .replace(/[_-]/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function fieldsOf(state: Json): { [key: string]: Json } {
  if (state === null) return {}
  return typeof state === 'object' && !Array.isArray(state) ? state : { value: state }
}

function shown(key: string, value: Json): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  // A malformed value must not break the page.
  if (holdsPaise(key, value)) return formatPrice(paise(value))
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return MOMENT.test(value) ? formatDayAndTime(new Date(value)) : value
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((item) => shown('', item)).join('; ')
  return Object.entries(value)
    .map(([inner, item]) => `${inWords(inner)}: ${shown(inner, item)}`)
    .join('; ')
}
