/** Proof that the worker changes the UPI ID or sign-in number, and not someone else with the phone. */
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { isPin, renewPinHash } from '#shop/programme/pin-hash.ts'
import { beginOwnTry, resetTries } from '#shop/programme/sign-in.sql.ts'

/** `password`: the caller has just checked it. */
export type OwnProof = { by: 'pin'; pin: string } | { by: 'password' }

/** Verifies the proof. A session that began with a PIN needs the PIN, and a wrong PIN counts as a failed sign-in. */
export async function verifyProof(ctx: Pick<Ctx, 'db' | 'pinPeppers'>, actor: Person, proof: OwnProof) {
  if (proof.by === 'password') return !actor.withPin
  const { id: userId } = actor
  const account = await beginOwnTry(ctx.db, userId)
  const pin = { userId, pin: proof.pin }
  const isRight = await isPin(ctx.pinPeppers, pin, account?.pinHash ?? null)
  if (!isRight || account === null) return false
  return resetTries(ctx.db, account, await renewPinHash(ctx.pinPeppers, pin, account.pinHash))
}
