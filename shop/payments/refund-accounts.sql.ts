import type { NotNull } from 'kysely'
import type { Db, ResealCounts, Sealer } from '#shop/ctx.ts'
import { accountHint, type RefundAccount } from '#shop/payments/refund-account.ts'
import { resealTexts } from '#shop/reseal.ts'

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

/** Returns the decrypted account; null when missing, deleted or undecryptable. */
export async function openRefundAccount(db: Db, sealer: Sealer, orderId: string) {
  const row = await db
    .selectFrom('refundAccounts')
    .select('sealed')
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  const decrypted = row?.sealed ? sealer.openStored(row.sealed, placeOf(orderId)) : null
  return decrypted === null ? null : (JSON.parse(decrypted) as RefundAccount)
}

function placeOf(orderId: string): string {
  return `refund_accounts.sealed/${orderId}`
}

export async function resealRefundAccounts(db: Db, sealer: Sealer): Promise<ResealCounts> {
  const rows = await db
    .selectFrom('refundAccounts')
    .select(['orderId', 'sealed'])
    .where('sealed', 'is not', null)
    .$narrowType<{ sealed: NotNull }>()
    .execute()
  return resealTexts(
    sealer,
    rows.map(({ orderId, sealed: text }) => ({
      text,
      place: placeOf(orderId),
      replace: (sealed) =>
        db
          .updateTable('refundAccounts')
          .set({ sealed })
          .where('orderId', '=', orderId)
          .where('sealed', '=', text)
          .executeTakeFirst(),
    })),
  )
}
