import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { resealColumns } from '#infra/database/sealed-columns.ts'
import type { FieldSealer } from '#infra/keys/sealed-fields.ts'
import type { ResealCounts, Sealer } from '#shop/ctx.ts'
import { resealSecrets } from '#shop/factors/factors.sql.ts'
import { resealRefundAccounts } from '#shop/payments/refund-accounts.sql.ts'

export async function resealAll(
  db: Kysely<DB>,
  { fields, sealer }: { fields: FieldSealer; sealer: Sealer },
): Promise<Record<'fields' | 'accounts' | 'apps', ResealCounts>> {
  return {
    fields: await resealColumns(db, fields),
    accounts: await resealRefundAccounts(db, sealer),
    apps: await resealSecrets(db, sealer),
  }
}
