import { isFresh, recordLooks } from '#shop/audit/audit.sql.ts'
import type { Audited } from '#shop/audit/change.ts'
import { isStaff } from '#shop/audit/staff.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { transact } from '#shop/transaction.ts'

/** The same look of the same person is recorded once in this time, so that the log stays readable. */
const MINUTES = 10

type Looking = Pick<Ctx, 'db' | 'actor' | 'now' | 'client'>

/**
 * Records that staff look into a person's data: her page, an order with its address. `personId`: whose it is, since
 * nobody's look at their own data is recorded.
 */
export async function recordLook(
  ctx: Looking,
  { entity, entityId, personId }: { entity: Audited; entityId: string; personId: string | null },
): Promise<void> {
  const { db, actor, now } = ctx
  if (!isStaff(actor) || (personId !== null && isSelf(actor, personId))) return
  const look = { actorId: actor.id, action: 'look', entity, entityId, now }
  if (await isFresh(db, look, MINUTES)) return
  await transact(ctx, (inside) => recordLooks(inside, { ...look, entityIds: [entityId] }, MINUTES))
}

/** The same for a page that shows several orders with their addresses. */
export async function recordOrdersSeen(ctx: Looking, orderIds: readonly string[]): Promise<void> {
  const { actor, now } = ctx
  if (!isStaff(actor) || orderIds.length === 0) return
  const look = { actorId: actor.id, entity: 'order', entityIds: orderIds, now } as const
  await transact(ctx, (inside) => recordLooks(inside, look, MINUTES))
}
