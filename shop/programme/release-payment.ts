import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { deleteLine, type LockedLine, lockLine, returnLine } from '#shop/programme/pay.sql.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * An admin removes a payment from its payout, with a reason: an unpaid one is dropped, one whose transfer came back is
 * reversed in the ledger. The next payout includes its tasks.
 */
export async function releasePayment(ctx: Ctx, { lineId, note }: { lineId: string; note: string }) {
  const { actor, now } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const actorId = actor.id
  return inTransaction(ctx, async (db) => {
    const line = await lockLine(db, lineId)
    if (!line) return err('payout_line_not_found')
    if (line.state !== 'waiting' && line.state !== 'paid') return err('payout_line_closed')
    if (line.state === 'waiting') await deleteLine(db, line, note, now)
    else await takeBack(db, line, note, { actorId, now })
    const action = line.state === 'waiting' ? 'drop payment' : 'reverse payment'
    const change = { actorId, action, entity: 'payout', entityId: lineId, now } as const
    await recordChange(db, { ...change, before: { state: line.state }, after: { note } })
    return ok(null)
  })
}

async function takeBack(
  db: Db,
  line: LockedLine,
  note: string,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  for (const id of await returnLine(db, { line, note, actorId, now })) {
    const task = await lockTask(db, id)
    const set = { payoutLineId: null }
    const back = task && (await transitionTask(db, { task, move: 'unpay', set, actorId, note, now }))
    if (!back) throw new Error(`task ${id} was paid and cannot be taken back`)
  }
}
