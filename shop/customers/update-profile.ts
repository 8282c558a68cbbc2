import type { Ctx } from '#shop/ctx.ts'
import { type ProfileChange, updateProfileIn } from '#shop/customers/update-profile.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Changes one's own details; owners change anyone's, managers those of customers and workers. */
export function updateProfile(ctx: Ctx, change: ProfileChange) {
  return inTransaction(ctx, (db) => updateProfileIn(db, ctx, change))
}
