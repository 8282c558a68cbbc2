import { writeSeenBy } from '#shop/carts/carts.sql.ts'
import { type Seen, writeSeen } from '#shop/carts/price-snapshot.ts'
import type { Ctx } from '#shop/ctx.ts'

/** Keeps with the account which prices and stocks its customer has seen. A visitor's are kept in the browser. */
export async function noteSeen({ db, actor }: Ctx, seen: Seen): Promise<void> {
  if (actor.kind === 'person') await writeSeenBy(db, actor.id, writeSeen(seen))
}
