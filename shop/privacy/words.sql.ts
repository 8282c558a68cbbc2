/** Removes the personal data of a closed account from texts that other people wrote. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/**
 * Columns with free text by admins, customers or providers. Excludes other people's names and addresses, product texts,
 * and legally required documents (invoices, credit notes).
 */
const FREE_TEXTS: readonly [table: string, column: string][] = [
  ['contact_messages', 'message'],
  ['contact_messages', 'note'],
  ['contact_replies', 'body'],
  ['coupons', 'name'],
  ['coupons', 'description'],
  ['order_events', 'note'],
  ['order_flags', 'detail'],
  ['order_mails', 'recipient'],
  ['order_mails', 'subject'],
  ['order_mails', 'text_body'],
  ['order_notes', 'body'],
  ['order_requests', 'reason'],
  ['order_requests', 'details'],
  ['order_requests', 'answer'],
  ['orders', 'internal_notes'],
  ['pay_questions', 'question'],
  ['pay_questions', 'answer'],
  ['payment_intents', 'failure_reason'],
  ['payout_lines', 'closed_note'],
  ['payout_lines', 'reference'],
  ['refunds', 'reason'],
  ['refunds', 'failure_reason'],
  ['reviews', 'summary'],
  ['sandbox_payments', 'reason'],
  ['stock_movements', 'note'],
  ['work_log_events', 'note'],
  ['work_logs', 'task_name'],
  ['work_logs', 'task_description'],
  ['work_logs', 'rejection_reason'],
]

/** Triggers on these tables refuse or divert a changed text, so the whole text is deleted. */
const EMPTIED: readonly [table: string, column: string][] = [
  ['orders', 'notes'],
  ['pay_entries', 'note'],
]

const REMOVED = '(removed)'

export type PersonalDetails = {
  email: string
  phones: readonly string[]
  names: readonly string[]
  addressLines: readonly string[]
}

/**
 * Texts in lower case that identify this person and hardly anyone else: the email, phones by their last ten digits, and
 * names of at least two words.
 */
export function personalWords({ email, phones, names }: Omit<PersonalDetails, 'addressLines'>): string[] {
  const words = [email, ...phones.map(lastTenDigits), ...fullNames(names).map((parts) => parts.join(' '))]
  return [...new Set(words.filter((word) => word !== '').map((word) => word.toLowerCase()))]
}

/**
 * The person's details as people write them: the source of a case-insensitive regular expression for PostgreSQL and
 * JavaScript.
 */
export function patternOf({ email, phones, names, addressLines }: PersonalDetails): string {
  return alternatives([
    `(?<![a-z0-9]|[a-z0-9][._+-])${escaped(email).replace('@', '(?:@|%40)')}(?![a-z0-9])`,
    ...phones.map(lastTenDigits).filter(Boolean).map(phonePattern),
    ...fullNames(names).flatMap(namePatterns),
    ...linesPatterns(addressLines),
  ])
}

/** Also matches single parts of the names, for the person's own texts, where they hardly mean anyone else. */
export function ownPatternOf(person: PersonalDetails): string {
  const parts = person.names.flatMap(partsOf).filter((part) => part.length >= 4)
  return alternatives([patternOf(person), ...parts.map((part) => whole(escaped(part)))])
}

/** Removes matches from texts of other people and from the demonstration's mailbox. */
export async function redactWords(db: Db, pattern: string): Promise<void> {
  const plain = db.withoutPlugins()
  for (const [table, column] of FREE_TEXTS) {
    const text = sql.ref(column)
    await sql`update ${sql.table(table)} set ${text} = regexp_replace(${text}, ${pattern}, ${REMOVED}, 'gi')
      where ${text} ~* ${pattern}`.execute(plain)
  }
  for (const [table, column] of EMPTIED)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = null
      where ${sql.ref(column)} ~* ${pattern}`.execute(plain)
  // Saved searches for the person are deleted, because equal names would violate the unique constraint.
  await sql`delete from saved_filters where concat_ws(' ', name, query) ~* ${pattern}`.execute(db)
  await sql`delete from demo_mails where concat_ws(' ', recipient, subject, text_body) ~* ${pattern}`.execute(
    db,
  )
}

/** A space as typed, or as encoded in a URL. */
const SPACE = '(?:\\s|\\+|%20)+'
const PHONE_GAP = '[\\s().+\\u2010-\\u2015-]{0,3}'
const TITLES = '(?:mr|mrs|ms|miss|shri|sri|smt)\\.?'
const MIN_ADDRESS_LENGTH = 8

const alternatives = (patterns: readonly string[]) => [...new Set(patterns)].join('|')
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const whole = (pattern: string) => `(?<![a-z0-9])${pattern}(?![a-z0-9])`
const partsOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '')
const fullNames = (names: readonly string[]) => names.map(partsOf).filter((parts) => parts.length > 1)

/** The last ten digits; empty when the number has fewer. */
function lastTenDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '').slice(-10)
  return digits.length === 10 ? digits : ''
}

function phonePattern(digits: string): string {
  return `(?:\\(?(?:\\+|00|%2b)?91${PHONE_GAP}|\\(?0${PHONE_GAP})?\\(?${[...digits].join(PHONE_GAP)}`
}

/** 'First Last', 'Last, First' and 'Smt Last'. */
function namePatterns(parts: readonly string[]): string[] {
  const words = parts.map(escaped)
  const [last = '', rest] = [words.at(-1), words.slice(0, -1).join(SPACE)]
  const patterns = [whole(words.join(SPACE)), whole(`${last}\\s*(?:,|%2c)(?:${SPACE})?${rest}`)]
  return last.length > 1 ? [...patterns, whole(`${TITLES}${SPACE}${last}`)] : patterns
}

function linesPatterns(lines: readonly string[]): string[] {
  return lines
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_ADDRESS_LENGTH)
    .map((line) => whole(line.split(/\s+/).map(escaped).join(SPACE)))
}
