import type { Ctx } from '#shop/ctx.ts'
import { newToken } from '#shop/email-token.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { type KnownAccount, MAX_PER_PHONE } from '#shop/programme/pin.ts'
import { isPin, renewPinHash } from '#shop/programme/pin-hash.ts'
import {
  beginTries,
  endTries,
  giveTryBack,
  insertPhoneSession,
  type PinAccount,
} from '#shop/programme/sign-in.sql.ts'
import { transact } from '#shop/transaction.ts'

/** Checked for slots without an account, so that every number takes as long. */
const NOBODY = { userId: 'nobody', fullName: '', pinHash: null }

export type PersonChoice = Pick<PinAccount, 'userId' | 'fullName'>

/** Signed in, or the people of a shared number who all have this PIN, of whom one must be chosen. */
export type PinSignIn =
  | { kind: 'signed-in'; token: string; userId: string }
  | { kind: 'choose'; people: PersonChoice[] }

type PinAttempt = {
  phone: string
  pin: string
  userId: string | null
  isShared: boolean
  known?: readonly KnownAccount[]
}

/**
 * Signs a worker in by phone number (ten digits) and PIN. A wrong PIN, an unknown number and a locked account get the same
 * refusal in the same time. `userId`: the worker's choice among those who share number and PIN; `known`: the accounts that
 * the phone has signed in to before.
 */
export async function signInWithPin(
  ctx: Pick<Ctx, 'db' | 'now' | 'pinPeppers' | 'fields' | 'client'>,
  { phone, pin, userId, isShared, known = [] }: PinAttempt,
) {
  const { db, now, pinPeppers, fields, client } = ctx
  const accounts = await beginTries(db, fields, { phone, userId, known })
  const right: PinAccount[] = []
  for (let slot = 0; slot < MAX_PER_PHONE; slot += 1) {
    const account = accounts[slot]
    const { userId: id, pinHash } = account ?? NOBODY
    if ((await isPin(pinPeppers, { userId: id, pin }, pinHash, client?.network)) && account)
      right.push(account)
  }
  const [only, another] = right
  if (!only) return err('pin_wrong')
  // A right PIN is no guess at the others of the same number.
  const others = accounts.filter((account) => another || account !== only)
  await giveTryBack(db, others)
  if (another) {
    const people = right.map(({ userId: id, fullName }) => ({ userId: id, fullName }))
    return ok<PinSignIn>({ kind: 'choose', people })
  }
  const token = newToken()
  const rehashed = await renewPinHash(pinPeppers, { userId: only.userId, pin }, only.pinHash)
  const isUnchanged = await transact(ctx, async (trx) => {
    const ended = await endTries(trx, only, rehashed)
    if (ended) await insertPhoneSession(trx, { userId: only.userId, token, isShared, now })
    return ended
  })
  return isUnchanged ? ok<PinSignIn>({ kind: 'signed-in', token, userId: only.userId }) : err('pin_wrong')
}
