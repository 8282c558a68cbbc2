/** Lists are paged: `limit` entries from `cursor` on, with the next page in the Link header. */
import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'

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

export function idCursor(example: string) {
  return z.uuid('Please send the cursor of a Link header').toLowerCase().optional().openapi({ example })
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

/** Returns a page of `entries`, which hold one more than `limit` if there is a next page, and sets the Link header. */
export function page<Entry>(
  c: Context,
  entries: readonly Entry[],
  limit: number,
  cursorOf: (last: Entry) => string,
): Entry[] {
  const visible = entries.slice(0, limit)
  const last = visible.at(-1)
  if (entries.length > limit && last !== undefined) {
    const next = new URL(c.req.url)
    next.searchParams.set('cursor', cursorOf(last))
    c.header('link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  return visible
}
