import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isOwnAccount } from '#shop/customers/own-accounts.read.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { insertNews } from '#shop/programme/news.sql.ts'
import { findPayout, referenceUses } from '#shop/programme/pay.read.ts'
import { insertPayout, lineIdsOf, lockLine, lockOutgoing, markLinePaid } from '#shop/programme/pay.sql.ts'
import { awaitsApproval } from '#shop/programme/pay.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

type Payment = { workLogId: string; reference: string; isRepeated?: boolean | undefined }

/**
 * An admin records one task as paid by its own transfer: a payout with one paid line. A reference that another payment has is
 * refused with where it was used, unless the transfer paid both (`isRepeated`). What needs a second person is paid by a payout that one approves.
 */
export async function payTask(ctx: Ctx, payment: Payment) {
  const { actor } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, (db) => pay(ctx, db, actor.id, payment))
}

async function pay(
  { now, jobs, config }: Ctx,
  db: Db,
  actorId: string,
  { workLogId, reference, isRepeated }: Payment,
) {
  await lockOutgoing(db)
  const task = await lockTask(db, workLogId)
  if (!task) return err('task_not_found')
  if (task.state === 'paid' || task.payoutLineId) return err('already_in_payout')
  if (task.userId && (await isOwnAccount(db, actorId, task.userId))) return err('own_pay')
  const payout = await insertPayout(db, { workLogIds: [workLogId], actorId, now })
  const [lineId = ''] = payout ? await lineIdsOf(db, payout.payoutId) : []
  const line = await lockLine(db, lineId)
  if (!payout || !line) return err('task_not_approved')
  const made = await findPayout(db, payout.payoutId)
  if (!made || awaitsApproval(made, config.secondPerson.payoutsAbove)) return err('payout_not_approved')
  const uses = isRepeated ? [] : await referenceUses(db, [reference])
  if (uses.length > 0) return { ...err('reference_used'), uses }
  await markLinePaid(db, { line, reference, actorId, now })
  await transitionTask(db, { task, move: 'pay', actorId, note: reference, now })
  await jobs.send(db, { queue: 'programme-mail', data: { kind: 'worker-paid', id: lineId } })
  await insertNews(db, [{ userId: line.userId, kind: 'paid', payoutLineId: lineId }], now)
  const change = { actorId, action: 'pay', entity: 'payout', entityId: payout.payoutId, now } as const
  await recordChange(db, { ...change, before: null, after: { workLogId, reference } })
  return ok(null)
}
