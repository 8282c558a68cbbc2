/** True when PostgreSQL can store the text, which must not contain NUL characters or unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The search of a list, `?q=` of its URL: trimmed, cut to `max` characters, and without NUL, which PostgreSQL refuses. */
export function searchText(params: URLSearchParams, max: number): string {
  return (params.get('q') ?? '').replaceAll('\0', '').trim().slice(0, max)
}

/** '1 order', '3 orders'. */
export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`
}

/** A LIKE pattern that matches the text anywhere, with its wildcards escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Parses JSON without throwing. */
export function parsedJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}
