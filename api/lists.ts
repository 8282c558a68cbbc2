/** Lists are paged: `limit` entries from `cursor` on, with the next page in the Link header. */
import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { json } from '#api/contract.ts'
import type { Filter, Filters } from '#shop/kernel/filters.ts'

const MAX = 500
const DEFAULT = 100

export const limitQuery = z.coerce
  .number({ error: 'Please enter a whole number' })
  .int('Please enter a whole number')
  .min(1)
  .transform((limit) => Math.min(limit, MAX))
  .optional()
  .transform((limit) => limit ?? DEFAULT)
  .openapi({ description: `How many to return: ${DEFAULT} by default, at most ${MAX}`, example: DEFAULT })

export const NO_CURSOR = 'Please send the cursor of a Link header'

export function idCursor(example: string) {
  return z.uuid(NO_CURSOR).toLowerCase().optional().openapi({ example })
}

/** The cursor of a list whose entries have numbers. */
export function numberCursor(example: string, digits = 9) {
  const number = z.string().regex(new RegExp(`^\\d{1,${digits}}$`), NO_CURSOR)
  return number.transform(Number).optional().openapi({ example })
}

/** The query of a list of one person's own entries, or of everybody's for staff. */
export function ownersQuery(description: string, { owner, entry }: { owner: string; entry: string }) {
  const userId = z
    .uuid('Please send the id of a user')
    .toLowerCase()
    .optional()
    .openapi({ description, example: owner })
  return z.object({ userId, limit: limitQuery, cursor: idCursor(entry) })
}

export function linkHeader(next: string) {
  const example = `</api${next}>; rel="next"`
  return z.object({
    Link: z.string().optional().openapi({ description: 'The next page, if there is one', example }),
  })
}

const total = z.string().openapi({ description: 'The number of entries on all pages', example: '42' })

/** The headers of a list that counts its entries. */
export function countedHeaders(next: string) {
  return linkHeader(next).extend({ 'X-Total-Count': total })
}

/** The answer with a page of a list that counts its entries. */
export function countedList<Schema extends z.ZodType>(schema: Schema, description: string, next: string) {
  return { ...json(z.array(schema), description), headers: countedHeaders(next) }
}

export function setTotal(c: Context, count: number): void {
  c.header('X-Total-Count', String(count))
}

/**
 * Adds a list's declared filters to its query; `readFilters` reads them. Unlike a page, the API refuses unknown
 * values of a filter. `examples`: values of parameters that accept an id, or only certain texts.
 */
export function withFilters<Query extends z.ZodObject>(
  query: Query,
  filters: Filters,
  examples: Readonly<Record<string, string>>,
): Query {
  const shape = Object.entries(filters).map(([name, filter]) => {
    const { param = name, control, options = [] } = filter
    const choice = options.find(({ value }) => value !== '')?.value
    const example = examples[param] ?? choice ?? (control === 'date' ? '2026-11-21' : 'Mysuru')
    return [param, filterSchema(filter).optional().openapi({ description: filter.label, example })]
  })
  return query.extend(Object.fromEntries(shape)) as unknown as Query
}

function filterSchema({ control, options = [], read }: Filter): z.ZodType<string> {
  if (control === 'date') return z.iso.date()
  if (typeof read('') === 'boolean') return z.enum(['0', '1'])
  const values = options.map(({ value }) => value).filter(Boolean)
  if (values.length > 0) return z.enum(values)
  return control === 'select' ? z.uuid() : z.string().max(100)
}

/** Returns a page and sets the Link header. `entries` has one more than `limit` if there is a next page. */
export function page<Entry>(
  c: Context,
  entries: readonly Entry[],
  limit: number,
  cursorOf: (last: Entry) => string,
): Entry[] {
  const visible = entries.slice(0, limit)
  const last = visible.at(-1)
  if (entries.length > limit && last !== undefined) linkNext(c, cursorOf(last))
  return visible
}

/** Sets the Link header to the page after `cursor`. */
export function linkNext(c: Context, cursor: string): void {
  const next = new URL(c.req.url)
  next.searchParams.set('cursor', cursor)
  c.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}

/** Returns the page after the entry with the id `cursor`, and counts the list. `entries` is the complete list. */
export function pageOf<Entry extends { id: string }>(
  c: Context,
  entries: readonly Entry[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Entry[] {
  setTotal(c, entries.length)
  const start = cursor === undefined ? 0 : entries.findIndex(({ id }) => id === cursor) + 1
  const rest = cursor !== undefined && start === 0 ? [] : entries.slice(start)
  return page(c, rest, limit, ({ id }) => id)
}
