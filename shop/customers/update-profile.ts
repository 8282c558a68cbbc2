import type { Ctx } from '#shop/ctx.ts'
import { type ProfileChange, updateProfileIn } from '#shop/customers/update-profile.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Changes name and phone: one's own, for owners anyone's, for managers those of customers and workers.
 * Omitted fields stay unchanged.
 */
export function updateProfile(ctx: Ctx, change: ProfileChange) {
  return inTransaction(ctx, (db) => updateProfileIn(db, ctx, change))
}
