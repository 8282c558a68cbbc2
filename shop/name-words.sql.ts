import { type RawBuilder, sql } from 'kysely'
import { foldText, likePattern, searchWords } from '#shop/kernel/text.ts'

/**
 * A trigram index finds words of this length anywhere in a text. It finds shorter words only at the beginning of a
 * word.
 */
const MIN_PART_LENGTH = 3

/** Matches columns with all words of the text (short ones only at the beginning of a word), or with the text itself. */
export function hasWords(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const words = searchWords(text)
  if (words.length === 0) return sql<boolean>`false`
  const like = (pattern: string) => sql`folded(${column}) like ${pattern}`
  const conditions = words.map((word) => {
    const pattern = likePattern(word)
    if (word.length >= MIN_PART_LENGTH) return like(pattern)
    const begins = ['', '% ', '%.'].map((start) => like(`${start}${pattern.slice(1)}`))
    return sql`(${sql.join(begins, sql` or `)})`
  })
  const all = sql.join(conditions, sql` and `)
  const phrase = words.join(' ')
  const isPhraseMore = words.length > 1 && words.some((word) => word.length < MIN_PART_LENGTH)
  return isPhraseMore ? sql<boolean>`(${like(likePattern(phrase))} or (${all}))` : sql<boolean>`(${all})`
}

/** Matches columns that contain the folded text. */
export function hasText(columns: readonly string[], text: string): RawBuilder<boolean> {
  const pattern = likePattern(foldText(text))
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`folded(${sql.ref(column)}) like ${pattern}`),
    sql` or `,
  )})`
}
