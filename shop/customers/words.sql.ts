/** Takes a person who leaves out of texts that are not theirs: what others wrote down about them. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** Where admins, or other customers, may have written about anybody. One line for each such column. */
const FREE_TEXTS: readonly [table: string, column: string][] = [
  ['coupons', 'name'],
  ['coupons', 'description'],
  ['contact_messages', 'message'],
  ['contact_messages', 'note'],
  ['contact_replies', 'body'],
  ['saved_filters', 'name'],
  ['saved_filters', 'query'],
  ['work_logs', 'task_name'],
  ['work_logs', 'task_description'],
]

const REMOVED = '(removed)'

/**
 * The words that name this person and hardly anybody else: the address, phones by their last ten digits, and names of
 * two words or more (one word alone may be a product's, too).
 */
export function wordsOf(person: {
  email: string
  phones: readonly string[]
  names: readonly string[]
}): string[] {
  const phones = person.phones
    .map((phone) => phone.replace(/\D/g, '').slice(-10))
    .filter((one) => one.length === 10)
  const names = person.names.map((name) => name.trim()).filter((name) => /\S\s+\S/.test(name))
  return [...new Set([person.email, ...phones, ...names].map((word) => word.toLowerCase()))]
}

/** Takes these words out of texts that others wrote, out of the audit log and the demonstration's mailbox. */
export async function removeWords(db: Db, words: readonly string[]): Promise<void> {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  for (const [table, column] of FREE_TEXTS) {
    const text = sql.ref(column)
    await sql`update ${sql.table(table)} set ${text} = regexp_replace(${text}, ${pattern}, ${REMOVED}, 'gi')
      where ${text} ~* ${pattern}`.execute(db.withoutPlugins())
  }
  await removeFromLog(db, pattern)
  await sql`delete from demo_mails where concat_ws(' ', recipient, subject, text_body) ~* ${pattern}`.execute(
    db,
  )
}

/** Inside JSON only texts are changed: a phone's digits may also be a number, which has to stay one. */
async function removeFromLog(db: Db, pattern: string): Promise<void> {
  const found = await db
    .selectFrom('auditLog')
    .select(['id', 'before', 'after'])
    .where(sql<boolean>`concat_ws(' ', before::text, after::text) ~* ${pattern}`)
    .execute()
  const clean = (value: unknown) =>
    value === null ? null : JSON.stringify(without(value, new RegExp(pattern, 'gi')))
  for (const { id, before, after } of found)
    await db
      .updateTable('auditLog')
      .set({ before: clean(before), after: clean(after) })
      .where('id', '=', id)
      .execute()
}

function without(value: unknown, words: RegExp): unknown {
  if (typeof value === 'string') return value.replace(words, REMOVED)
  if (Array.isArray(value)) return value.map((one) => without(one, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, without(inner, words)]))
}
