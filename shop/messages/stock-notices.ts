import { isOutOfStock } from '#shop/catalogue/product.ts'
import { findRecord } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'
import { recipientFor } from '#shop/kernel/actor.ts'
import { DAY_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import {
  claimNotices,
  confirmNotice,
  deleteNotice,
  findNotice,
  findNoticeProduct,
  type Notice,
  requestNotice,
  unclaimNotice,
} from '#shop/messages/stock-notices.sql.ts'
import { CONFIRM_NOTICE_DAYS, RESEND_MINUTES } from '#shop/messages/subscription.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/** Maximum of open notices. */
const MAX_PER_ADDRESS = 20

/** Maximum of emails queued per run. A run begins each minute. */
const MAX_PER_RUN = 200

/** Customers have this long to order before the next customers get an email about the same units. */
const OFFER_MS = DAY_MS

/**
 * Requests one email when a product is back. The account's own address needs no confirmation; any other gets
 * a link to confirm. The result does not reveal whether an address is known. `email`: lower case, ignored
 * for a signed-in person.
 */
export async function requestStockNotice(
  ctx: Ctx,
  { productId, email }: { productId: string; email: string | null },
) {
  const { actor, now } = ctx
  const product = await findRecord(ctx.db, productId, 'on-sale')
  if (!product) return err('product_not_found')
  if (!isOutOfStock(product)) return err('in_stock')
  const isOwn = actor.kind === 'person'
  const address = isOwn ? actor.email.toLowerCase() : email
  if (!address) return err('email_needed')
  const confirmToken = newToken()
  await transact(ctx, async (db) => {
    const noticeId = await requestNotice(db, {
      productId: product.id,
      email: address,
      tokenHash: isOwn ? null : tokenHash(confirmToken),
      leaveToken: newToken(),
      now,
      quietSince: new Date(now.getTime() - RESEND_MINUTES * MINUTE_MS),
      max: MAX_PER_ADDRESS,
    })
    if (noticeId === null || isOwn) return
    const to = recipientFor(actor, address)
    await ctx.jobs.send(db, { queue: 'stock-notice-link', data: { noticeId, confirmToken }, to })
  })
  return ok({ email: address, isConfirmed: isOwn, product: { id: product.id, name: product.name } })
}

/** Confirms the address of a notice. Idempotent. */
export async function confirmStockNotice(ctx: Ctx, token: string) {
  const since = new Date(ctx.now.getTime() - CONFIRM_NOTICE_DAYS * DAY_MS)
  return inTransaction(ctx, async (db) => {
    const email = await confirmNotice(db, { tokenHash: tokenHash(token), since, now: ctx.now })
    if (email === null) return err('link_invalid')
    await ctx.jobs.resetEmailBudget(db, email)
    return ok(null)
  })
}

/** Returns the product of an emailed link, or null. */
export async function productOfLink({ db }: Pick<Ctx, 'db'>, token: string, kind: 'confirm' | 'leave') {
  return findNoticeProduct(
    db,
    kind === 'confirm' ? { tokenHash: tokenHash(token) } : { leaveToken: tokenIn(token) },
  )
}

/** Deletes a notice. Returns false if it was already deleted. */
export async function leaveStockNotice(ctx: Ctx, token: string): Promise<boolean> {
  return deleteNotice(ctx.db, tokenIn(token))
}

function tokenIn(text: string): string {
  return /^[\w-]{1,100}$/.test(text) ? text : ''
}

/**
 * Queues one email per available unit. Runs every minute instead of after each restock, so that no way of
 * restocking is forgotten and a product that sells out at once causes no email.
 */
export async function queueStockNotices(ctx: Ctx): Promise<void> {
  await transact(ctx, async (db) => {
    const offeredSince = new Date(ctx.now.getTime() - OFFER_MS)
    for (const noticeId of await claimNotices(db, { now: ctx.now, offeredSince, limit: MAX_PER_RUN }))
      await ctx.jobs.send(db, { queue: 'stock-notice', data: { noticeId } })
  })
}

/** Returns the notice to email now, or null if it was deleted or its product is sold out again. */
export async function takeStockNotice({ db }: Pick<Ctx, 'db'>, noticeId: string): Promise<Notice | null> {
  const notice = await findNotice(db, noticeId)
  if (!notice?.isSent || !notice.isConfirmed) return null
  if (notice.product.isAvailable) return notice
  await unclaimNotice(db, noticeId)
  return null
}

/** Returns a notice that waits for confirmation; null if it was deleted or confirmed. */
export async function pendingStockNotice({ db }: Pick<Ctx, 'db'>, noticeId: string): Promise<Notice | null> {
  const notice = await findNotice(db, noticeId)
  return notice && !notice.isConfirmed ? notice : null
}
