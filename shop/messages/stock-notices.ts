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

/** Products that one address may wait for. */
const MOST_PER_ADDRESS = 20

/** Emails begun in one round, each minute. */
const PER_ROUND = 200

/** Customers who got the email have this long to order before the next ones get it for the same units. */
const OFFER_MS = DAY_MS

/**
 * Asks for one email when the product is back in stock. The account's own address needs no confirmation; any other gets
 * a link to confirm it. The answer does not reveal whether an address is known or waits already. `email`: in lower case,
 * ignored for a signed-in person. Returns the address, whether it is confirmed, and the product.
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
      most: MOST_PER_ADDRESS,
    })
    if (noticeId === null || isOwn) return
    const to = recipientFor(actor, address)
    await ctx.jobs.send(db, { queue: 'stock-notice-link', data: { noticeId, confirmToken }, to })
  })
  return ok({ email: address, isConfirmed: isOwn, product: { id: product.id, name: product.name } })
}

/** Confirms the notice of an emailed link. Repeating it changes nothing. */
export async function confirmStockNotice(ctx: Ctx, token: string) {
  const since = new Date(ctx.now.getTime() - CONFIRM_NOTICE_DAYS * DAY_MS)
  return inTransaction(ctx, async (db) => {
    const email = await confirmNotice(db, { tokenHash: tokenHash(token), since, now: ctx.now })
    if (email === null) return err('link_invalid')
    await ctx.jobs.resetEmailBudget(db, email)
    return ok(null)
  })
}

/** The name of the product that an emailed link is about, `confirm` or `leave`; null when there is no such notice. */
export async function productOfLink(
  { db }: Pick<Ctx, 'db'>,
  token: string,
  kind: 'confirm' | 'leave',
): Promise<string | null> {
  return findNoticeProduct(
    db,
    kind === 'confirm' ? { tokenHash: tokenHash(token) } : { leaveToken: tokenIn(token) },
  )
}

/** Ends the notice of an emailed link. False when there is none: the token is unknown, or the notice has ended. */
export async function leaveStockNotice(ctx: Ctx, token: string): Promise<boolean> {
  return deleteNotice(ctx.db, tokenIn(token))
}

/** Tokens are letters, digits, hyphens and underscores; no other text is one. */
function tokenIn(text: string): string {
  return /^[\w-]{1,100}$/.test(text) ? text : ''
}

/**
 * Queues the emails of products that are back, about as many as there are units. Runs every minute rather than where stock
 * rises, so that no way of restocking can be forgotten and a product that sells out at once causes no email.
 */
export async function queueStockNotices(ctx: Ctx): Promise<void> {
  await transact(ctx, async (db) => {
    const offeredSince = new Date(ctx.now.getTime() - OFFER_MS)
    for (const noticeId of await claimNotices(db, { now: ctx.now, offeredSince, limit: PER_ROUND }))
      await ctx.jobs.send(db, { queue: 'stock-notice', data: { noticeId } })
  })
}

/** The notice to email now; null when it has ended, or when its product is sold out again and it waits on. */
export async function takeStockNotice({ db }: Pick<Ctx, 'db'>, noticeId: string): Promise<Notice | null> {
  const notice = await findNotice(db, noticeId)
  if (!notice?.isSent || !notice.isConfirmed) return null
  if (notice.product.isAvailable) return notice
  await unclaimNotice(db, noticeId)
  return null
}

/** The notice whose address is to be confirmed; null when it has ended or is confirmed. */
export async function pendingStockNotice({ db }: Pick<Ctx, 'db'>, noticeId: string): Promise<Notice | null> {
  const notice = await findNotice(db, noticeId)
  return notice && !notice.isConfirmed ? notice : null
}
