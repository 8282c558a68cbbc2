import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { ownerOf } from '#shop/orders/orders.sql.ts'
import { recordPrint } from '#shop/orders/packing.sql.ts'
import { MAX_DESK_ORDERS, type PrintKind } from '#shop/orders/packing.ts'
import { inTransaction } from '#shop/transaction.ts'

export type MarkPrintedRefusal = { ok: false; reason: 'not_admin' } | { ok: false; reason: 'too_many_orders' }

/** Records that labels or slips of these orders were printed; unknown orders are left out. Returns how many were. */
export async function markPrinted(
  ctx: Ctx,
  { kind, orderIds }: { kind: PrintKind; orderIds: readonly string[] },
): Promise<Result<number, MarkPrintedRefusal>> {
  if (!isAdmin(ctx.actor)) return err('not_admin')
  if (orderIds.length > MAX_DESK_ORDERS) return err('too_many_orders')
  const { id: actorId } = ctx.actor
  return inTransaction<number, MarkPrintedRefusal>(ctx, async (db) => {
    let printed = 0
    for (const orderId of [...new Set(orderIds)].toSorted()) {
      if (!(await ownerOf(db, orderId))) continue
      const before = await recordPrint(db, { orderId, kind, printedAt: ctx.now, printedBy: actorId })
      await recordChange(db, {
        ...{ actorId, action: 'print', entity: 'order', entityId: orderId, now: ctx.now },
        before: { [kind]: before?.toISOString() ?? null },
        after: { [kind]: ctx.now.toISOString() },
      })
      printed += 1
    }
    return ok(printed)
  })
}
