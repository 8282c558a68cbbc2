import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isStaffPhone } from '#shop/customers/own-accounts.read.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { OwnProfileInput } from '#shop/programme/input.ts'
import { type OwnProof, verifyProof } from '#shop/programme/own-proof.flow.ts'
import { isPhoneFull, lockPhone } from '#shop/programme/sign-in.sql.ts'
import { insertFormerPhone } from '#shop/programme/upi-changes.sql.ts'
import { changeWorker, lockWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Changes a worker's own profile; omitted fields stay. Refuses a new phone number without `proof` (`pin_wrong`), since
 * workers sign in and get notices of UPI changes by it. `changeOwnUpi` changes the UPI ID.
 */
export async function changeOwnProfile(ctx: Ctx, change: OwnProfileInput, proof: OwnProof | null = null) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!actor.isWorker) return err('worker_not_found')
  const { phone } = change
  if (phone === null && actor.withPin) return err('phone_missing')
  // Runs outside the transaction, so that a refusal does not roll back the counted attempt.
  const isVerified = proof !== null && (await verifyProof(ctx, actor, proof))
  if (proof !== null && !isVerified) return err('pin_wrong')
  return inTransaction(ctx, async (db) => {
    if (phone) await lockPhone(db, phone)
    const details = (await lockWorker(db, actor.id))?.details
    if (!details) return err('worker_not_found')
    if (phone !== undefined && phone !== details.phone) {
      if (!isVerified) return err('pin_wrong')
      if (phone && (await isPhoneFull(db, ctx.fields, { phone, userId: actor.id }))) return err('phone_full')
      if (phone && (await isStaffPhone(db, actor, { phone, userId: actor.id }))) return err('phone_of_staff')
      await insertFormerPhone(db, { userId: actor.id, phone: details.phone, now })
      await recordAction(db, ctx, 'change phone', 'worker', actor.id, { phone: details.phone }, { phone })
    }
    return (await changeWorker(db, actor.id, fieldsOf(change), now)) ? ok(null) : err('worker_not_found')
  })
}

/** Removes undefined fields, which would be written as null. */
function fieldsOf(change: OwnProfileInput) {
  const { phone, language, madeByConsent } = change
  return {
    ...(phone !== undefined && { phone }),
    ...(language !== undefined && { language }),
    ...(madeByConsent !== undefined && { madeByConsent }),
  }
}
