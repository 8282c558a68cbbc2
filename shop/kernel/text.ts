/**
 * True when the database can keep this text: PostgreSQL has no NUL character, and half of a surrogate pair is no
 * character at all.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** A pattern for LIKE that finds a text anywhere, with nothing in it standing for anything else. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** What a text says as JSON, if it is that. */
export function parsedJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}
