/** That it is the worker herself who changes what her pay depends on: her UPI address, or the number she signs in with. */
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { isPin, renewPinHash } from '#shop/programme/pin-hash.ts'
import { beginOwnTry, endTries } from '#shop/programme/sign-in.sql.ts'

/** The PIN as typed, or the password, which the caller has just checked. */
export type OwnProof = { by: 'pin'; pin: string } | { by: 'password' }

/** Who signed in with a PIN proves it by the PIN; a wrong one counts like one at the sign-in. */
export async function proves(
  ctx: Pick<Ctx, 'db' | 'pinPeppers'>,
  actor: Person,
  proof: OwnProof,
): Promise<boolean> {
  if (proof.by === 'password') return !actor.withPin
  const { id: userId } = actor
  const account = await beginOwnTry(ctx.db, userId)
  const pin = { userId, pin: proof.pin }
  const isRight = await isPin(ctx.pinPeppers, pin, account?.pinHash ?? null)
  if (!isRight || account === null) return false
  return endTries(ctx.db, account, await renewPinHash(ctx.pinPeppers, pin, account.pinHash))
}
