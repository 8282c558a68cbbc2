import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { areAllBound, hasOtherTexts, type SealedCounts, sealColumns } from '#infra/database/sealed-columns.ts'
import type { FieldSealer } from '#infra/keys/sealed-fields.ts'
import type { UnboundTexts } from '#infra/keys/unbound-texts.ts'
import type { ResealCounts, Sealer } from '#shop/ctx.ts'
import { resealSecrets } from '#shop/factors/factors.sql.ts'
import { resealRefundAccounts } from '#shop/payments/refund-accounts.sql.ts'

export type SealedAll = {
  fields: SealedCounts
  accounts: ResealCounts
  apps: ResealCounts
  /** How many texts were encrypted anew, how many nothing opens, and how many were refused for being bound to no row. */
  anew: number
  unopened: number
  unbound: number
}

/**
 * Encrypts anew whatever an older key, algorithm or version encrypted. Once nothing is left that is bound to no row, such texts
 * are refused from then on; `acceptsUnbound` binds them nevertheless, as after a restored backup.
 */
export async function sealAll(
  db: Kysely<DB>,
  { fields, sealer, unbound }: { fields: FieldSealer; sealer: Sealer; unbound: UnboundTexts },
  acceptsUnbound = false,
): Promise<SealedAll> {
  const accepts = acceptsUnbound || (await unbound.areAccepted())
  const done = {
    fields: await sealColumns(db, fields, accepts),
    accounts: await resealRefundAccounts(db, sealer, accepts),
    apps: await resealSecrets(db, sealer, accepts),
  }
  if (accepts && (await areAllBound(db, fields))) await unbound.refuse()
  const { fields: columns, accounts, apps } = done
  return {
    ...done,
    anew: columns.sealed + accounts.resealed + apps.resealed,
    unopened: columns.unopened + accounts.unopened + apps.unopened,
    unbound: columns.unbound + accounts.unbound + apps.unbound,
  }
}

/**
 * At the start: a database without any text that is bound to no row refuses such texts at once. True when they still count, so
 * that `sealAll` should run soon.
 */
export async function acceptsUnboundAtStart(
  db: Kysely<DB>,
  { fields, unbound }: { fields: FieldSealer; unbound: UnboundTexts },
): Promise<boolean> {
  if (!(await unbound.areAccepted())) return false
  if ((await hasOtherTexts(db)) || !(await areAllBound(db, fields))) return true
  await unbound.refuse()
  return unbound.areAccepted()
}
