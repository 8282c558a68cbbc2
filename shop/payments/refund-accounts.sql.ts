import type { Db, Sealer } from '#shop/ctx.ts'
import { accountHint, type RefundAccount } from '#shop/payments/refund-account.ts'

/** Saves the account, encrypted, in place of an earlier one. */
export async function saveRefundAccount(
  db: Db,
  sealer: Sealer,
  { orderId, account, givenBy, now }: { orderId: string; account: RefundAccount; givenBy: string; now: Date },
): Promise<void> {
  const sealed = sealer.seal(JSON.stringify(account))
  const row = { kind: account.kind, sealed, hint: accountHint(account), givenBy, givenAt: now }
  await db
    .insertInto('refundAccounts')
    .values({ orderId, ...row })
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet(row))
    .execute()
}

/** The whole account; null when there is none, when it was deleted, or when another secret encrypted it. */
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
  const opened = row?.sealed ? sealer.open(row.sealed) : null
  return opened === null ? null : (JSON.parse(opened) as RefundAccount)
}

/** Encrypts with the newest key what an older one encrypted. Returns how many that were, and how many no key opens. */
export async function resealRefundAccounts(
  db: Db,
  sealer: Sealer,
): Promise<{ resealed: number; unopened: number }> {
  const rows = await db
    .selectFrom('refundAccounts')
    .select(['orderId', 'sealed'])
    .where('sealed', 'is not', null)
    .execute()
  const counts = { resealed: 0, unopened: 0 }
  for (const { orderId, sealed } of rows) {
    if (sealed === null || sealer.isCurrent(sealed)) continue
    const opened = sealer.open(sealed)
    if (opened === null) {
      counts.unopened += 1
      continue
    }
    // Given anew in the meantime, it is current.
    const moved = await db
      .updateTable('refundAccounts')
      .set({ sealed: sealer.seal(opened) })
      .where('orderId', '=', orderId)
      .where('sealed', '=', sealed)
      .executeTakeFirst()
    counts.resealed += Number(moved.numUpdatedRows)
  }
  return counts
}
