import { type AuditEntity, type AuditEntry, holdsPaise, type Json, NOT_RECORDED } from '#shop/audit/change.ts'
import { formatPrice, paise } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

/** If the values are not recorded, `before` is null and `after` is 'added', 'changed' or 'removed'. */
export type ChangedField = { field: string; before: string | null; after: string }

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export function changedFields(states: Pick<AuditEntry, 'before' | 'after'>): ChangedField[] {
  const [was, is] = [fieldsOf(states.before), fieldsOf(states.after)]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return keys.map((key) => {
    const [field, old, now] = [inWords(key), was[key] ?? null, is[key] ?? null]
    if (old === NOT_RECORDED || now === NOT_RECORDED)
      return { field, before: null, after: old && now ? 'changed' : old ? 'removed' : 'added' }
    return { field, before: valueText(key, old), after: valueText(key, now) }
  })
}

/** Participles that differ from the rule of `participleOf`, or that fit the log better. */
const PARTICIPLES: Record<string, string> = {
  ...{ update: 'changed', edit: 'changed', export: 'made', look: 'viewed', retry: 'started again' },
  ...{ send: 'sent', invite: 'sent', pay: 'paid', hide: 'hidden', withdraw: 'withdrawn', enrol: 'enrolled' },
  ...{
    give: 'given',
    make: 'made',
    put: 'put',
    set: 'set',
    reset: 'reset',
    undo: 'undone',
    write: 'written',
  },
  ...{ take: 'taken', promote: 'made an admin' },
}

/** Titles of actions whose words give no readable title. */
const TITLES: Record<string, string> = {
  refused: 'Access refused',
  'encrypted text refused': 'Encrypted value refused: it is not this row’s',
  'sign in': 'Signed in',
  'end session': 'Signed out',
  'sign in refused': 'Sign-in refused',
  'sign in stopped': 'Sign-in stopped after too many tries',
  note: 'Note changed',
  print: 'Printed',
  'undo confirm': 'Confirmation undone',
  'undo pack': 'Packing undone',
  'undo ship': 'Shipment undone',
  'refund paid by hand': 'Refund paid by hand',
  'refund account seen': 'Refund account viewed',
  'units returned': 'Parcel came back',
  review: 'Discount reviewed',
  recount: 'Stock recounted',
  'add factor': 'Second factor added',
  'remove factor': 'Second factor removed',
  'reset factors': 'Second factor reset',
  'correct worker': 'Name or number corrected',
  'remove worker': 'Removed from the programme',
  'sign out': 'Signed out on all phones',
  'set coordinator': 'Groups to coordinate changed',
  'change phone': 'Phone number changed',
  'change upi': 'UPI ID changed',
  'tell of upi change': 'Worker informed of UPI change',
  'leave to admins': 'Question left to the admins',
  'webhook stopped': 'Webhook switched off, because it failed',
  tell: 'Messages marked as sent',
  'undo tell': 'Messages marked as not sent',
  'add to stock': 'Stock added',
  'take over': 'Task taken over from a person who left',
  'drop payment': 'Payment taken out',
  'payment accept': 'Payment of another amount accepted',
  'payment return': 'Payment of another amount returned',
}

/** Verb, 'off', object and 'again'. */
const ACTION = /^(\w+)(?: (off|on|out|back))?(?: (.+?))??(?: (again|away|by hand|in bulk))?$/

/**
 * Returns the title of an action: 'start refund' is 'Refund started', 'send email again' is 'Email sent again'. An
 * action without an object is about the `entity`: 'create' is 'Product created'.
 */
export function changeTitle(action: string, entity: AuditEntity): string {
  if (Object.hasOwn(TITLES, action)) return TITLES[action] ?? action
  if (/^\w+ \w+ed$/.test(action)) return inWords(action)
  const [, verb = action, off, object = entity, again] = ACTION.exec(action) ?? []
  return [inWords(object), participleOf(verb), off, again].filter(Boolean).join(' ')
}

function participleOf(verb: string): string {
  if (Object.hasOwn(PARTICIPLES, verb)) return PARTICIPLES[verb] ?? verb
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, 'ied')
  // A short verb doubles its last letter: 'stopped'.
  if (/^[^aeiou]+[aeiou][bdgmnpt]$/.test(verb)) return `${verb}${verb.at(-1)}ed`
  return `${verb.replace(/e$/, '')}ed`
}

/** 'shortDescription' is 'Short description', 'addressLine2' is 'Address line 2'. */
export function inWords(key: string): string {
  const words = key
    .replace(/([a-z])(\d+)/g, '$1 $2')
    .replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .replace(/[_-]/g, ' ')
    .replace(/\b(api|gst|hsn|mrp|pin|upi|url)\b/gi, (name) => name.toUpperCase())
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function fieldsOf(state: Json): { [key: string]: Json } {
  if (state === null) return {}
  return typeof state === 'object' && !Array.isArray(state) ? state : { value: state }
}

function valueText(key: string, value: Json): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  // A malformed value must not break the page.
  if (holdsPaise(key, value)) return formatPrice(paise(value))
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return MOMENT.test(value) ? formatDayAndTime(new Date(value)) : value
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((item) => valueText('', item)).join('; ')
  return Object.entries(value)
    .map(([inner, item]) => `${inWords(inner)}: ${valueText(inner, item)}`)
    .join('; ')
}
