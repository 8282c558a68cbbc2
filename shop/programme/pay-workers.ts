import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isOwnAccount, ownAccounts } from '#shop/customers/own-accounts.read.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { insertNews } from '#shop/programme/news.sql.ts'
import { findPayout, referenceUses } from '#shop/programme/pay.read.ts'
import {
  confirmLine,
  deleteLine,
  insertPayout,
  type LockedLine,
  lockLine,
  lockOutgoing,
  lockPayout,
  markLinePaid,
  returnLine,
  updatePayout,
} from '#shop/programme/pay.sql.ts'
import { awaitsApproval, plainReference, repeatedReferences } from '#shop/programme/pay.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Creates a payout of all approved unpaid work, except the actor's own, with one line per worker. */
export async function makePayout(ctx: Ctx) {
  const { actor, now } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    await lockOutgoing(db)
    const payout = await insertPayout(db, { workLogIds: null, actorId: actor.id, now })
    if (!payout) return err('nothing_to_pay')
    await recordAction(db, ctx, 'create', 'payout', payout.payoutId, null, { number: payout.number })
    return ok(payout)
  })
}

/**
 * Approves a payout above the limit as the second person. Idempotent.
 * If the person who made the payout may no longer pay, the first approver becomes its maker, and another person must
 * approve it.
 */
export async function approvePayout(ctx: Ctx, payoutId: string) {
  const { actor, now } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const payout = (await lockPayout(db, payoutId)) && (await findPayout(db, payoutId))
    if (!payout) return err('payout_line_not_found')
    if (!awaitsApproval(payout, ctx.config.secondPerson.payoutsAbove)) return ok('approved' as const)
    const { createdBy, lines } = payout
    if (createdBy && (await isOwnAccount(db, actor.id, createdBy))) return err('own_payout')
    if ((await ownAccounts(db, actor.id, lines)).size > 0) return err('own_pay')
    if (!payout.makerMayPay) {
      // The new maker needs a different approver.
      await updatePayout(db, payoutId, { createdBy: actor.id, approvedBy: null, approvedAt: null })
      await recordAction(db, ctx, 'take over', 'payout', payoutId, { createdBy }, { createdBy: actor.id })
      return ok('taken over' as const)
    }
    await updatePayout(db, payoutId, { approvedBy: actor.id, approvedAt: now })
    await recordAction(db, ctx, 'approve', 'payout', payoutId, { approved: false }, { approved: true })
    return ok('approved' as const)
  })
}

export type Transfer = { lineId: string; reference: string }

/** Records transfers, all or none. `repeated`: references whose repeated use the admin has confirmed. */
export async function recordPayments(
  ctx: Ctx,
  { payments, repeated = [] }: { payments: readonly Transfer[]; repeated?: readonly string[] },
) {
  const { actor, config } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const [actorId, limit] = [actor.id, config.secondPerson.payoutsAbove]
  const sortedPayments = payments.toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1))
  return inTransaction(ctx, async (db) => {
    await lockOutgoing(db)
    const references = payments.map(({ reference }) => reference)
    const uses = await referenceUses(db, references)
    const used = [...uses.map(({ reference }) => reference), ...repeatedReferences(references)]
    const agreed = new Set(repeated.map(plainReference))
    if (used.some((reference) => !agreed.has(plainReference(reference)))) return err('reference_used')
    for (const { lineId, reference } of sortedPayments) {
      const line = await lockLine(db, lineId)
      if (!line) return err('payout_line_not_found')
      if (line.state !== 'waiting') return err('payout_line_closed')
      const payout = await findPayout(db, line.payoutId)
      const payees = payout?.lines.filter(({ id }) => id === lineId) ?? []
      if ((await ownAccounts(db, actorId, payees)).size > 0) return err('own_pay')
      if (payout && awaitsApproval(payout, limit)) return err('payout_not_approved')
      await settleLine(ctx, db, actorId, line, reference)
      await recordAction(db, ctx, 'pay', 'payout', lineId, { state: 'waiting' }, { state: 'paid', reference })
    }
    return ok(null)
  })
}

async function settleLine({ now, jobs }: Ctx, db: Db, actorId: string, line: LockedLine, reference: string) {
  for (const id of await markLinePaid(db, { line, reference, actorId, now })) {
    const task = await lockTask(db, id)
    const isPaid = task && (await transitionTask(db, { task, move: 'pay', actorId, note: reference, now }))
    if (!isPaid) throw new Error(`task ${id} is in a payout and cannot be paid`)
  }
  await jobs.send(db, { queue: 'programme-mail', data: { kind: 'worker-paid', id: line.id } })
  await insertNews(db, [{ userId: line.userId, kind: 'paid', payoutLineId: line.id }], now)
}

type TaskPayment = { workLogId: string; reference: string; isRepeated?: boolean | undefined }

/**
 * Records a task as paid by a separate transfer. Refuses payments above the two-person limit, which need an approved
 * payout.
 * `isRepeated`: the admin confirmed that another payment has this reference.
 */
export async function payTask(ctx: Ctx, { workLogId, reference, isRepeated }: TaskPayment) {
  const { actor, now, config } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    await lockOutgoing(db)
    const task = await lockTask(db, workLogId)
    if (!task) return err('task_not_found')
    if (task.state === 'paid' || task.payoutLineId) return err('already_in_payout')
    if (task.userId && (await isOwnAccount(db, actor.id, task.userId))) return err('own_pay')
    const payout = await insertPayout(db, { workLogIds: [workLogId], actorId: actor.id, now })
    const stored = payout && (await findPayout(db, payout.payoutId))
    const line = stored && (await lockLine(db, stored.lines[0]?.id ?? ''))
    if (!payout || !stored || !line) return err('task_not_approved')
    if (awaitsApproval(stored, config.secondPerson.payoutsAbove)) return err('payout_not_approved')
    const uses = isRepeated ? [] : await referenceUses(db, [reference])
    if (uses.length > 0) return err('reference_used', { uses })
    await settleLine(ctx, db, actor.id, line, reference)
    await recordAction(db, ctx, 'pay', 'payout', payout.payoutId, null, { workLogId, reference })
    return ok(null)
  })
}

/**
 * Drops an unpaid payment, or takes back a payment that was returned or recorded by mistake. Possible until the
 * worker confirms the receipt. The next payout includes its tasks again.
 */
export async function releasePayment(ctx: Ctx, { lineId, note }: { lineId: string; note: string }) {
  const { actor, now } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const line = await lockLine(db, lineId)
    if (!line) return err('payout_line_not_found')
    if (line.state !== 'waiting' && line.state !== 'paid') return err('payout_line_closed')
    if (line.confirmedAt) return err('payment_received')
    if (line.state === 'waiting') await deleteLine(db, line, note, now)
    else await reversePayment(db, line, note, { actorId: actor.id, now })
    const isDropped = line.state === 'waiting'
    const action = isDropped ? 'drop payment' : 'reverse payment'
    await recordAction(db, ctx, action, 'payout', lineId, { state: line.state }, { note })
    return ok(isDropped ? 'dropped' : 'returned')
  })
}

async function reversePayment(
  db: Db,
  line: LockedLine,
  note: string,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  for (const id of await returnLine(db, { line, note, actorId, now })) {
    const task = await lockTask(db, id)
    const set = { payoutLineId: null }
    const isReversed = task && (await transitionTask(db, { task, move: 'unpay', set, actorId, note, now }))
    if (!isReversed) throw new Error(`the payment of task ${id} cannot be reversed`)
  }
}

/** Records that the worker confirms the receipt of a payment. Idempotent. */
export async function confirmReceipt(ctx: Ctx, { lineId }: { lineId: string }) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const line = await lockLine(db, lineId)
    if (!line || !isSelf(actor, line.userId)) return err('payout_line_not_found')
    if (line.state !== 'paid') return err('payment_not_paid')
    await confirmLine(db, lineId, now)
    return ok(null)
  })
}
