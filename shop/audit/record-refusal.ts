import { isFresh, recordSparsely } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'

/** The same refusal of the same person is recorded once in this time. */
const MINUTES = 10

/** So many refusals of one person are recorded in an hour, so that nobody can fill the log. */
const PER_HOUR = 60

/**
 * Records that a signed-in person was refused for want of rights. `path`: of the route, with ids of rows and
 * nothing else that was typed, since entries cannot be erased. Refusals of visitors are not recorded.
 */
export async function recordRefusal(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now' | 'client'>,
  { method, path }: { method: string; path: string },
): Promise<void> {
  const { db, actor, now } = ctx
  if (actor.kind === 'visitor') return
  const refusal = { actorId: actor.id, action: 'refused', entity: 'page', entityId: path, now } as const
  if (await isFresh(db, refusal, MINUTES)) return
  const entry = { ...refusal, after: { method } }
  await transact(ctx, (inside) => recordSparsely(inside, entry, { minutes: MINUTES, perHour: PER_HOUR }))
}
