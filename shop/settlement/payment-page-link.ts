import { randomUUID } from 'node:crypto'
import type { Ctx } from '#shop/ctx.ts'
import { tokenHash } from '#shop/email-token.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { signPayment } from '#shop/orders/order-paths.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { findUnpaidOrder } from '#shop/orders/unpaid-orders.read.ts'
import {
  consumePaymentPageLink,
  insertPaymentPageLink,
  readLinkEnd,
} from '#shop/payments/payment-page-links.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

const LIFE_MS = 10 * MINUTE_MS

/**
 * Returns a link's token. It follows from the id, which is never shown, so that a repeated request gets the same link.
 */
function tokenOf({ links }: Ctx, linkId: string): string {
  return links.sign(`payment page ${linkId}`)
}

/** Creates the token of a link. The link opens the payment page of the actor's order once, without a session. */
export async function createPaymentPageLink(ctx: Ctx, orderId: string) {
  const { actor, now, claim } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const order = await findOrder(ctx.db, orderId)
  if (!order || !isSelf(actor, order.userId)) return err('order_not_found')
  const unpaid = await findUnpaidOrder(ctx, orderId)
  if (unpaid?.state === 'confirming') return err('payment_confirming')
  if (unpaid?.state !== 'open') return err('not_payable')
  const token = tokenOf(ctx, claim?.resultId ?? randomUUID())
  const expiresAt = new Date(now.getTime() + LIFE_MS)
  return inTransaction(ctx, async (db) => {
    await insertPaymentPageLink(db, { orderId: order.id, tokenHash: tokenHash(token), expiresAt })
    return ok({ token, expiresAt })
  })
}

/** Returns the link that an earlier request of the actor created. Refused once it was used, replaced or has ended. */
export async function findPaymentPageLink(
  ctx: Ctx,
  { orderId, linkId }: { orderId: string; linkId: string },
) {
  const token = tokenOf(ctx, linkId)
  const expiresAt = await readLinkEnd(ctx.db, { orderId, tokenHash: tokenHash(token), now: ctx.now })
  return expiresAt ? ok({ token, expiresAt }) : err('link_invalid')
}

/** Exchanges a token for the proof of the order's payment link. With the proof the browser can reload the page. */
export async function redeemPaymentPageLink(
  ctx: Ctx,
  { orderId, token }: { orderId: string; token: string },
) {
  if (!isUuid(orderId)) return err('link_invalid')
  const link = { orderId, tokenHash: tokenHash(token), now: ctx.now }
  const isValid = await consumePaymentPageLink(ctx.db, link)
  return isValid ? ok(signPayment(ctx.links, orderId)) : err('link_invalid')
}
