import type { Db, ResealCounts, Sealer } from '#shop/ctx.ts'
import { accountHint, type RefundAccount } from '#shop/payments/refund-account.ts'
import { resealed } from '#shop/reseal.ts'

/** Saves the account, encrypted, in place of an earlier one. */
export async function saveRefundAccount(
  db: Db,
  sealer: Sealer,
  { orderId, account, givenBy, now }: { orderId: string; account: RefundAccount; givenBy: string; now: Date },
): Promise<void> {
  const sealed = sealer.seal(JSON.stringify(account), placeOf(orderId))
  const row = { kind: account.kind, sealed, hint: accountHint(account), givenBy, givenAt: now }
  await db
    .insertInto('refundAccounts')
    .values({ orderId, ...row })
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet(row))
    .execute()
}

/** The whole account; null when there is none, when it was deleted, or when it is not this order's or no secret opens it. */
export async function openRefundAccount(
  db: Db,
  sealer: Sealer,
  orderId: string,
): Promise<RefundAccount | null> {
  const row = await db
    .selectFrom('refundAccounts')
    .select('sealed')
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  const opened = row?.sealed ? await sealer.openStored(row.sealed, placeOf(orderId)) : null
  return opened === null ? null : (JSON.parse(opened) as RefundAccount)
}

function placeOf(orderId: string): string {
  return `refund_accounts.sealed/${orderId}`
}

/** Encrypts anew what an older key or algorithm encrypted, or what is bound to no order and still counts (`resealed`). */
export async function resealRefundAccounts(
  db: Db,
  sealer: Sealer,
  acceptsUnbound: boolean,
): Promise<ResealCounts> {
  const rows = await db
    .selectFrom('refundAccounts')
    .select(['orderId', 'sealed'])
    .where('sealed', 'is not', null)
    .execute()
  const counts = { resealed: 0, unopened: 0, unbound: 0 }
  for (const { orderId, sealed } of rows) {
    const anew = sealed === null ? null : resealed(sealer, sealed, placeOf(orderId), acceptsUnbound)
    if (anew === null) continue
    if (typeof anew === 'object') {
      counts[anew.left] += 1
      continue
    }
    // Given anew in the meantime, it is current.
    const moved = await db
      .updateTable('refundAccounts')
      .set({ sealed: anew })
      .where('orderId', '=', orderId)
      .where('sealed', '=', sealed)
      .executeTakeFirst()
    counts.resealed += Number(moved.numUpdatedRows)
  }
  return counts
}
