import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { ownAccounts } from '#shop/customers/own-accounts.read.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { insertNews } from '#shop/programme/news.sql.ts'
import { findPayout, referenceUses } from '#shop/programme/pay.read.ts'
import { lockLine, lockOutgoing, markLinePaid } from '#shop/programme/pay.sql.ts'
import { awaitsApproval, plainReference, repeatedReferences } from '#shop/programme/pay.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type MadePayment = { lineId: string; reference: string }

/**
 * An admin records transfers with their references: all of them, or none when one is refused. A reference that another
 * payment has is refused unless it is among `repeated`, those that the admin was asked about.
 */
export async function recordPayments(
  ctx: Ctx,
  { payments, repeated = [] }: { payments: readonly MadePayment[]; repeated?: readonly string[] },
) {
  const { actor } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const inOrder = payments.toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1))
  return inTransaction(ctx, async (db) => {
    const used = await usedReferences(db, payments)
    const agreed = new Set(repeated.map(plainReference))
    if (used.some((reference) => !agreed.has(plainReference(reference)))) return err('reference_used')
    for (const payment of inOrder) {
      const refused = await record(ctx, db, actor.id, payment)
      if (refused) return refused
    }
    return ok(null)
  })
}

async function usedReferences(db: Db, payments: readonly MadePayment[]): Promise<string[]> {
  await lockOutgoing(db)
  const references = payments.map(({ reference }) => reference)
  const before = await referenceUses(db, references)
  return [...before.map(({ reference }) => reference), ...repeatedReferences(references)]
}

async function record(
  { now, jobs, config }: Ctx,
  db: Db,
  actorId: string,
  { lineId, reference }: MadePayment,
) {
  const line = await lockLine(db, lineId)
  if (!line) return err('payout_line_not_found')
  if (line.state !== 'waiting') return err('payout_line_closed')
  const payout = await findPayout(db, line.payoutId)
  const payees = payout?.lines.filter(({ id }) => id === lineId) ?? []
  if ((await ownAccounts(db, actorId, payees)).size > 0) return err('own_pay')
  if (payout && awaitsApproval(payout, config.secondPerson.payoutsAbove)) return err('payout_not_approved')
  for (const id of await markLinePaid(db, { line, reference, actorId, now })) {
    const task = await lockTask(db, id)
    const paid = task && (await transitionTask(db, { task, move: 'pay', actorId, note: reference, now }))
    if (!paid) throw new Error(`task ${id} is in a payout and cannot be paid`)
  }
  await jobs.send(db, { queue: 'programme-mail', data: { kind: 'worker-paid', id: lineId } })
  await insertNews(db, [{ userId: line.userId, kind: 'paid', payoutLineId: lineId }], now)
  const change = { actorId, action: 'pay', entity: 'payout', entityId: lineId, now } as const
  await recordChange(db, { ...change, before: { state: 'waiting' }, after: { state: 'paid', reference } })
  return null
}
