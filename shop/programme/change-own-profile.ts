import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import type { OwnProfileInput } from '#shop/programme/input.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { changeWorker } from '#shop/programme/workers.sql.ts'

/** A worker changes her language, phone, UPI ID or consent; omitted fields stay unchanged. */
export async function changeOwnProfile(
  ctx: Ctx,
  change: OwnProfileInput,
): Promise<Result<null, ProgrammeRefusal<'signed_out'> | ProgrammeRefusal<'worker_not_found'>>> {
  const { actor, db, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const known = actor.isWorker && (await changeWorker(db, actor.id, given(change), now))
  return known ? ok(null) : err('worker_not_found')
}

/** Removes undefined fields, which would be written as null. */
function given(change: OwnProfileInput) {
  const { phone, upiId, language, madeByConsent } = change
  return {
    ...(phone !== undefined && { phone }),
    ...(upiId !== undefined && { upiId }),
    ...(language !== undefined && { language }),
    ...(madeByConsent !== undefined && { madeByConsent }),
  }
}
