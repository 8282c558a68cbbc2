import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import { lastCorrection, recordPrint } from '#shop/orders/packing.sql.ts'
import { MAX_DESK_ORDERS, type PrintKind } from '#shop/orders/packing.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `corrected`: the last address correction on the printed page, 0 for none, undefined for any. */
export type PrintedOrder = { orderId: string; corrected?: number | undefined }

/** Only counts orders whose address was corrected after the page was made. */
export async function markPrinted(
  ctx: Ctx,
  { kind, orders }: { kind: PrintKind; orders: readonly PrintedOrder[] },
) {
  if (!may(ctx.actor, 'packing')) return err('not_allowed')
  if (orders.length > MAX_DESK_ORDERS) return err('too_many_orders')
  const { id: actorId } = ctx.actor
  return inTransaction(ctx, async (db) => {
    const seen = new Map(orders.map(({ orderId, corrected }) => [orderId, corrected]))
    let [printed, outdated] = [0, 0]
    for (const orderId of [...seen.keys()].toSorted()) {
      // A correction takes the same lock, so no print of the former address is marked after it.
      if (!(await lockOrder(db, orderId))) continue
      const corrected = seen.get(orderId)
      if (corrected !== undefined && corrected < (await lastCorrection(db, orderId))) {
        outdated += 1
        continue
      }
      const before = await recordPrint(db, { orderId, kind, printedAt: ctx.now, printedBy: actorId })
      await recordChange(db, {
        ...{ actorId, action: 'print', entity: 'order', entityId: orderId, now: ctx.now },
        before: { [kind]: before?.toISOString() ?? null },
        after: { [kind]: ctx.now.toISOString() },
      })
      printed += 1
    }
    return ok({ printed, outdated })
  })
}
