import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { lockUserByEmail, setRoles } from '#shop/customers/users.sql.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Makes the account an owner. Only a command calls it, whose user has access to the database. */
export async function promoteAdmin(ctx: Pick<Ctx, 'db' | 'now'>, email: string) {
  return inTransaction(ctx, async (db) => {
    const user = await lockUserByEmail(db, email)
    if (!user) return err('user_not_found')
    if (!user.emailVerified) return err('email_not_verified')
    await setRoles(db, user.id, { staffRole: 'owner' }, ctx.now)
    const change = {
      actorId: null,
      action: 'promote',
      entity: 'user',
      entityId: user.id,
      now: ctx.now,
    } as const
    await recordChange(db, {
      ...change,
      before: { staffRole: user.staffRole },
      after: { staffRole: 'owner' },
    })
    return ok(null)
  })
}
