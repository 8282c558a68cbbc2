import { randomUUID } from 'node:crypto'
import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isStaffPhone } from '#shop/customers/own-accounts.read.ts'
import { insertUserWithoutEmail, setRoles } from '#shop/customers/users.sql.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { coordinatesGroup, isInScope, mayCoordinate } from '#shop/programme/coordination.ts'
import { workerInput } from '#shop/programme/input.ts'
import { heldScope, issueCardTo, mayIssueCards } from '#shop/programme/issue-card.flow.ts'
import { MAX_PER_PHONE } from '#shop/programme/pin.ts'
import { workersByPhone, workersOfBatch } from '#shop/programme/sign-in.read.ts'
import { lockPhone } from '#shop/programme/sign-in.sql.ts'
import { isSameName, type NewWorker } from '#shop/programme/worker-list.ts'
import { groupExists, saveWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Adds workers without an email address, in Hindi, and makes a card for each; all or none. Coordinators add to their own
 * groups only, and at most 200 cards a day. `batchId` names the page with the cards; given by the form, so that sending it
 * twice adds once and leads to the same page. Coordinators learn of equal workers (`worker_exists`) in their groups only.
 */
export async function addWorkers(ctx: Ctx, workers: readonly NewWorker[], formId: string = randomUUID()) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (workers.some(({ groupId }) => !coordinatesGroup(actor, groupId))) return err('group_not_found')
  return inTransaction(ctx, async (db) => {
    const scope = await heldScope(db, actor)
    if (workers.some(({ groupId }) => !isInScope(scope, groupId))) return err('group_not_found')
    for (const phone of [...new Set(workers.map(({ phone }) => phone))].toSorted()) await lockPhone(db, phone)
    const before = await workersOfBatch(db, formId)
    const isIn = ({ fullName, phone }: NewWorker) =>
      before.some((one) => one.phone === phone && isSameName(one.fullName, fullName))
    if (workers.every(isIn)) return ok({ batchId: formId })
    // The page was still open, and somebody else was typed into it.
    const batchId = before.length > 0 ? randomUUID() : formId
    if (!(await mayIssueCards(ctx, db, actor, workers.length))) return err('too_many_cards')
    for (const { fullName, phone, groupId } of workers) {
      if (groupId && !(await groupExists(db, groupId))) return err('group_not_found')
      const sharing = await workersByPhone(db, ctx.fields, [phone])
      const isSame = sharing.some(
        (other) => coordinatesGroup(actor, other.groupId) && isSameName(other.fullName, fullName),
      )
      if (isSame) return err('worker_exists')
      if (sharing.length >= MAX_PER_PHONE) return err('phone_full')
      if (await isStaffPhone(db, actor, { phone, userId: null })) return { ...err('phone_of_staff'), phone }
      const userId = await insertUserWithoutEmail(db, fullName, now)
      await setRoles(db, userId, { isWorker: true }, now)
      const details = { ...workerInput.parse({}), phone, groupId }
      await saveWorker(db, userId, details, now)
      await issueCardTo(ctx, db, { userId, batchId, issuedBy: actor.id })
      const change = { actorId: actor.id, action: 'enrol', entity: 'worker', entityId: userId, now } as const
      await recordChange(db, { ...change, before: null, after: { fullName, ...details } })
    }
    return ok({ batchId })
  })
}
