/** Finds names by their words in any order. */
import { type RawBuilder, sql } from 'kysely'
import { likePattern, searchWords } from '#shop/kernel/text.ts'

/** A trigram index finds words of this length anywhere, shorter ones where a word begins. */
const MIN_PART_LENGTH = 3

/**
 * The condition that the column contains every word of the text: long ones anywhere, initials and other short ones at the
 * beginning of a word, or the text as it is. `like` for a column in lower case. False for a text without a letter or digit.
 */
export function hasWords(
  column: RawBuilder<unknown>,
  text: string,
  operator: 'like' | 'ilike' = 'ilike',
): RawBuilder<boolean> {
  const words = searchWords(text)
  if (words.length === 0) return sql<boolean>`false`
  const like = (pattern: string) => sql`${column} ${sql.raw(operator)} ${pattern}`
  const conditions = words.map((word) => {
    const pattern = likePattern(word)
    if (word.length >= MIN_PART_LENGTH) return like(pattern)
    const begins = ['', '% ', '%.'].map((before) => like(`${before}${pattern.slice(1)}`))
    return sql`(${sql.join(begins, sql` or `)})`
  })
  const all = sql.join(conditions, sql` and `)
  const phrase = words.join(' ')
  const isPhraseMore = words.length > 1 && words.some((word) => word.length < MIN_PART_LENGTH)
  return isPhraseMore ? sql<boolean>`(${like(likePattern(phrase))} or (${all}))` : sql<boolean>`(${all})`
}
