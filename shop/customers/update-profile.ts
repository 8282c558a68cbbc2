import type { Ctx } from '#shop/ctx.ts'
import { type ProfileChange, updateProfileIn } from '#shop/customers/update-profile.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Changes an account's name and phone: one's own, any account's for owners, and customers' and workers' for managers. For others the account is reported as
 * not found. Omitted fields stay unchanged; the email address cannot be changed.
 */
export function updateProfile(ctx: Ctx, change: ProfileChange) {
  return inTransaction(ctx, (db) => updateProfileIn(db, ctx, change))
}
