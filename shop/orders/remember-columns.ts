import type { Ctx } from '#shop/ctx.ts'
import { writeFilter } from '#shop/filters/filters.sql.ts'
import type { CsvFile } from '#shop/kernel/csv-file.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { layoutOf, type TrackingColumns } from '#shop/orders/tracking-file.ts'

/** Saves the chosen columns for the next file with the same headings. */
export async function rememberColumns(
  { db, actor, now }: Ctx,
  file: CsvFile,
  { order, number, carrier }: TrackingColumns,
) {
  if (!may(actor, 'packing')) return err('not_allowed')
  const query = new URLSearchParams({ order: `${order}`, number: `${number}` })
  if (carrier !== null) query.set('carrier', `${carrier}`)
  const filter = { list: 'tracking', name: layoutOf(file), query: query.toString() } as const
  await writeFilter(db, { userId: actor.id, ...filter, now })
  return ok(null)
}
