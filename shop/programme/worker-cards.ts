import { randomUUID } from 'node:crypto'
import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isStaffPhone } from '#shop/customers/own-accounts.read.ts'
import {
  changeUser,
  insertUnverified,
  lockAllRoles,
  lockCustomer,
  lockOwnRoles,
} from '#shop/customers/users.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { cardToken } from '#shop/programme/card-link.ts'
import { coordinatesGroup, type GroupScope, isInScope, mayCoordinate } from '#shop/programme/coordination.ts'
import { workerInput } from '#shop/programme/input.ts'
import { CARD_DAYS, CARDS_A_DAY, MAX_PER_PHONE } from '#shop/programme/pin.ts'
import { workersByPhone, workersOfBatch } from '#shop/programme/sign-in.read.ts'
import { countCardsSince, insertCard, lockIssuer, lockPhone } from '#shop/programme/sign-in.sql.ts'
import { isSameName, type NewWorker } from '#shop/programme/worker-list.ts'
import { coordinatedGroups, groupExists, lockWorker, saveWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Adds workers, each with a card; adds all or none. `formId`: the idempotency key, and usually the cards' `batchId`.
 * Coordinators get `worker_exists` only for workers of their own groups.
 */
export async function addWorkers(ctx: Ctx, workers: readonly NewWorker[], formId: string = randomUUID()) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (workers.some(({ groupId }) => !coordinatesGroup(actor, groupId))) return err('group_not_found')
  return inTransaction(ctx, async (db) => {
    const scope = await lockScope(db, actor)
    if (workers.some(({ groupId }) => !isInScope(scope, groupId))) return err('group_not_found')
    for (const phone of [...new Set(workers.map(({ phone }) => phone))].toSorted()) await lockPhone(db, phone)
    const earlier = await workersOfBatch(db, formId)
    const isAdded = ({ fullName, phone }: NewWorker) =>
      earlier.some((worker) => worker.phone === phone && isSameName(worker.fullName, fullName))
    if (workers.every(isAdded)) return ok({ batchId: formId })
    // The form was sent again, but with another worker.
    const batchId = earlier.length > 0 ? randomUUID() : formId
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
      const userId = await insertUnverified(db, { fullName, email: null, phoneNumber: null }, now)
      await changeUser(db, userId, { isWorker: true }, now)
      const details = { ...workerInput.parse({}), phone, groupId }
      await saveWorker(db, userId, details, now)
      await issueCardTo(ctx, db, { userId, batchId, issuedBy: actor.id })
      await recordAction(db, ctx, 'enrol', 'worker', userId, null, { fullName, ...details })
    }
    return ok({ batchId })
  })
}

/**
 * Issues a card, for example after a PIN was forgotten. The PIN works until the card is used; older cards end.
 * Needs a fresh second factor, since the user of a card can change the UPI ID.
 */
export async function issueCard(ctx: Ctx, userId: string) {
  const { actor } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(userId)) return err('worker_not_found')
  const batchId = randomUUID()
  return inTransaction(ctx, async (db) => {
    await lockAllRoles(db)
    const scope = await lockScope(db, actor)
    const roles = await lockOwnRoles(db, userId)
    const worker = roles?.isWorker ? await lockWorker(db, userId) : null
    if (!worker || !roles || !isInScope(scope, worker.details.groupId)) return err('worker_not_found')
    if (roles.staffRole) return err('admin_by_email')
    if (worker.details.phone === null) return err('phone_missing')
    if (!(await mayIssueCards(ctx, db, actor, 1))) return err('too_many_cards')
    await issueCardTo(ctx, db, { userId, batchId, issuedBy: actor.id })
    await recordAction(db, ctx, 'issue card', 'worker', userId, null, { card: batchId })
    return ok({ batchId })
  })
}

/** Returns false if a coordinator would exceed the maximum of cards per day. */
export async function mayIssueCards({ now }: Pick<Ctx, 'now'>, db: Db, actor: Person, cards: number) {
  if (may(actor, 'programme')) return true
  await lockIssuer(db, actor.id)
  const since = new Date(now.getTime() - DAY_MS)
  return (await countCardsSince(db, actor.id, since)) + cards <= CARDS_A_DAY
}

/** Returns null (all groups) for owners and managers. For others, locks the account and returns their groups. */
export async function lockScope(db: Db, actor: Person): Promise<GroupScope> {
  if (may(actor, 'programme')) return null
  return (await lockCustomer(db, actor.id)) ? coordinatedGroups(db, actor.id) : []
}

/** Issues a card; `insertCard` ends unused cards. The caller has locked the worker's account. */
export async function issueCardTo(
  { cardKeys, now }: Pick<Ctx, 'cardKeys' | 'now'>,
  db: Db,
  { userId, batchId, issuedBy }: { userId: string; batchId: string; issuedBy: string },
): Promise<void> {
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + CARD_DAYS * DAY_MS)
  await insertCard(db, {
    id,
    userId,
    batchId,
    issuedBy,
    token: cardToken(cardKeys, id),
    issuedAt: now,
    expiresAt,
  })
}
