import { savePriceSnapshotOf } from '#shop/carts/carts.sql.ts'
import { type PriceSnapshot, serializeSnapshot } from '#shop/carts/price-snapshot.ts'
import type { Ctx } from '#shop/ctx.ts'

/** A visitor's snapshot is in a cookie. */
export async function savePriceSnapshot({ db, actor }: Ctx, seen: PriceSnapshot): Promise<void> {
  if (actor.kind === 'person') await savePriceSnapshotOf(db, actor.id, serializeSnapshot(seen))
}
