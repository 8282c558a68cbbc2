import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import type { OwnProfileInput } from '#shop/programme/input.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { isPhoneFull, lockPhone } from '#shop/programme/sign-in.sql.ts'
import { changeWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type ChangeOwnProfileRefusal =
  | ProgrammeRefusal<'signed_out'>
  | ProgrammeRefusal<'worker_not_found'>
  /** She signs in with her number and a PIN, so she needs one. */
  | ProgrammeRefusal<'phone_missing'>
  | ProgrammeRefusal<'phone_full'>

/** A worker changes her language, phone or consent; omitted fields stay unchanged. Her UPI address: `changeOwnUpi`. */
export async function changeOwnProfile(
  ctx: Ctx,
  change: OwnProfileInput,
): Promise<Result<null, ChangeOwnProfileRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!actor.isWorker) return err('worker_not_found')
  return inTransaction<null, ChangeOwnProfileRefusal>(ctx, async (db) => {
    const { phone } = change
    if (phone === null && actor.withPin) return err('phone_missing')
    if (phone) await lockPhone(db, phone)
    if (phone && (await isPhoneFull(db, phone, actor.id))) return err('phone_full')
    return (await changeWorker(db, actor.id, given(change), now)) ? ok(null) : err('worker_not_found')
  })
}

/** Removes undefined fields, which would be written as null. */
function given(change: OwnProfileInput) {
  const { phone, language, madeByConsent } = change
  return {
    ...(phone !== undefined && { phone }),
    ...(language !== undefined && { language }),
    ...(madeByConsent !== undefined && { madeByConsent }),
  }
}
