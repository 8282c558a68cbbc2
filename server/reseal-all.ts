import { resealColumns } from '#infra/database/sealed-columns.ts'
import type { FieldSealer } from '#infra/keys/sealed-fields.ts'
import type { Db, Sealer } from '#shop/ctx.ts'
import { resealSecrets } from '#shop/factors/factors.sql.ts'
import { resealRefundAccounts } from '#shop/payments/refund-accounts.sql.ts'

export async function resealAll(db: Db, { fields, sealer }: { fields: FieldSealer; sealer: Sealer }) {
  return {
    fields: await resealColumns(db, fields),
    accounts: await resealRefundAccounts(db, sealer),
    apps: await resealSecrets(db, sealer),
  }
}
