import { recordAction } from '#shop/audit/audit.sql.ts'
import { CLOSED_ACCOUNT } from '#shop/audit/change.ts'
import { deleteCart } from '#shop/carts/carts.sql.ts'
import { closeCouponsOf } from '#shop/coupons/coupons.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { deleteAddresses } from '#shop/customers/addresses.sql.ts'
import { isNoMailAddress } from '#shop/customers/no-mail.ts'
import { deleteInvitationTo } from '#shop/customers/staff-invitations.sql.ts'
import { findCustomer } from '#shop/customers/users.read.ts'
import {
  anonymise,
  deleteConsents,
  deleteCredentials,
  lockCustomer,
  lockUser,
} from '#shop/customers/users.sql.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'
import { deleteFactorsOf } from '#shop/factors/factors.sql.ts'
import { deleteFilters } from '#shop/filters/filters.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { deleteDemoMailsTo, eraseMessagesOf } from '#shop/messages/messages.sql.ts'
import { deleteNoticesOf } from '#shop/messages/stock-notices.sql.ts'
import { deleteSubscription } from '#shop/messages/subscriptions.sql.ts'
import { eraseDeliveries } from '#shop/orders/orders.sql.ts'
import { detachPhotosOf } from '#shop/orders/request-photos.sql.ts'
import { findObstacles } from '#shop/privacy/account-deletion.read.ts'
import { canDelete, DELETION_LINK_MINUTES, FORMER_CUSTOMER } from '#shop/privacy/account-deletion.ts'
import { consumeDeletionLink, insertDeletionLink } from '#shop/privacy/deletion-links.sql.ts'
import { erasePayTexts } from '#shop/programme/pay.sql.ts'
import { eraseTaskTexts } from '#shop/programme/tasks.sql.ts'
import { deleteWorker, setCoordinatedGroups } from '#shop/programme/workers.sql.ts'
import { anonymiseReviews } from '#shop/reviews/reviews.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** How the person proved their identity. 'password': the caller has just checked the password. */
export type Proof = { by: 'password' } | { by: 'link'; token: string }

/**
 * Closes an account and erases personal data in rows tied to its id or verified email. Delivered orders without an
 * invoice keep name and address, which the invoice needs. Pay records stay.
 * Does not search other people's texts. Refuses while orders, refunds or tasks are open.
 */
export async function deleteAccount(ctx: Ctx, proof: Proof) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    // Waits for orders being placed, which lock the customer's row.
    const user = await lockUser(db, actor.id)
    if (!user) return err('signed_out')
    const obstacles = await findObstacles(db, actor)
    if (!canDelete(obstacles)) return err('account_in_use', { obstacles })
    if (proof.by === 'link') {
      const link = { userId: actor.id, tokenHash: tokenHash(proof.token), now }
      if (!(await consumeDeletionLink(db, link))) return err('link_invalid')
    }
    await erase(ctx, db, actor, user.emailVerified)
    await ctx.jobs.send(db, { queue: 'account-closing', data: { email: actor.email, token: null } })
    return ok(null)
  })
}

/**
 * Closes the account of a person without email, at the person's request, because such a person cannot do it alone.
 * Works like `deleteAccount`. Refuses accounts with an email address.
 */
export async function eraseAccount(ctx: Ctx, userId: string) {
  if (!may(ctx.actor, 'people')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const user = await lockUser(db, userId)
    const person = user && (await findCustomer(db, userId))
    if (!user || !person) return err('user_not_found')
    if (!isNoMailAddress(person.email)) return err('has_own_sign_in')
    const obstacles = await findObstacles(db, { ...person, staffRole: user.staffRole })
    if (!canDelete(obstacles)) return err('account_in_use', { obstacles })
    await erase(ctx, db, person, false)
    await recordAction(db, ctx, 'erase', 'user', userId, null, { by: 'staff' })
    return ok(null)
  })
}

async function erase(ctx: Ctx, db: Db, { id, email }: Person, isVerified: boolean): Promise<void> {
  await eraseDeliveries(db, id, FORMER_CUSTOMER)
  // The photos can no longer be opened; the job deletes their files.
  if (await detachPhotosOf(db, id, ctx.now))
    await ctx.jobs.send(db, { queue: 'retention', data: { only: 'request-photos' } })
  await anonymiseReviews(db, id, FORMER_CUSTOMER)
  await closeCouponsOf(db, id, ctx.now)
  await deleteCart(db, id)
  await deleteAddresses(db, id)
  await deleteConsents(db, id)
  await deleteFilters(db, id)
  await erasePayTexts(db, id)
  await eraseTaskTexts(db, id)
  await deleteWorker(db, id)
  await setCoordinatedGroups(db, id, { groupIds: [], now: ctx.now })
  await deleteFactorsOf(db, id)
  // An unverified address may be another person's.
  const ids = isVerified ? await eraseByEmail(db, email) : []
  await deleteCredentials(db, id)
  await anonymise(db, id, { fullName: CLOSED_ACCOUNT, now: ctx.now })
  await ctx.jobs.deleteAbout(db, { ids: [id, ...ids], email: isVerified ? email : null })
}

/** Erases rows of a verified email address, and returns the ids by which jobs refer to them. */
async function eraseByEmail(db: Db, email: string): Promise<string[]> {
  const messageIds = await eraseMessagesOf(db, email, CLOSED_ACCOUNT)
  const subscriptionId = await deleteSubscription(db, email)
  const noticeIds = await deleteNoticesOf(db, email)
  await deleteInvitationTo(db, email)
  await deleteDemoMailsTo(db, email)
  return [...messageIds, ...(subscriptionId ? [subscriptionId] : []), ...noticeIds]
}

/** Emails a link that proves the identity of a person without a password. */
export async function requestDeletionLink(ctx: Ctx) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const token = newToken()
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, actor.id))) return err('signed_out')
    const expiresAt = new Date(now.getTime() + DELETION_LINK_MINUTES * MINUTE_MS)
    await insertDeletionLink(db, { userId: actor.id, tokenHash: tokenHash(token), expiresAt })
    await ctx.jobs.send(db, { queue: 'account-closing', data: { email: actor.email, token } })
    return ok(null)
  })
}
