import { isFresh, recordSparsely } from '#shop/audit/audit.sql.ts'
import type { Audited } from '#shop/audit/change.ts'
import { isStaff } from '#shop/audit/staff.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { transact } from '#shop/transaction.ts'

/** The same look of the same person is recorded once in this time, so that the log stays readable. */
const MINUTES = 10

/** More looks than anyone makes by hand; beyond it they would only fill the log. */
const PER_HOUR = 1_000

/**
 * Records that staff look into a person's data: her page, an order with its address. `personId`: whose it is, since
 * nobody's look at their own data is recorded.
 */
export async function recordLook(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now' | 'client'>,
  { entity, entityId, personId }: { entity: Audited; entityId: string; personId: string | null },
): Promise<void> {
  const { db, actor, now } = ctx
  if (!isStaff(actor) || (personId !== null && isSelf(actor, personId))) return
  const look = { actorId: actor.id, action: 'look', entity, entityId, after: {}, now }
  if (await isFresh(db, look, MINUTES)) return
  await transact(ctx, (inside) => recordSparsely(inside, look, { minutes: MINUTES, perHour: PER_HOUR }))
}
