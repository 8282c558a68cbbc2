import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isMailable } from '#shop/customers/no-mail.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { newToken } from '#shop/email-token.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { coordinatesGroup, mayCoordinate } from '#shop/programme/coordination.ts'
import { type KnownAccount, MAX_PER_PHONE, pinProblem } from '#shop/programme/pin.ts'
import { hashPin, isPin, renewPinHash } from '#shop/programme/pin-hash.ts'
import { openCard } from '#shop/programme/sign-in.read.ts'
import {
  beginTries,
  consumeCard,
  deletePhoneSession,
  deletePhoneSessionsOf,
  forgetPhones,
  insertPhoneSession,
  isPhoneFull,
  lockPhone,
  type PinAccount,
  refundTries,
  resetTries,
  savePin,
} from '#shop/programme/sign-in.sql.ts'
import { lockWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/**
 * Uses up a card to set a PIN of six digits, and signs in. Signs out all other phones, which may be lost, and
 * notifies the account's email address.
 * `card_unknown` is also the refusal for workers who may not sign in by PIN.
 */
export async function joinByCard(
  ctx: Ctx,
  { token, pin, isShared }: { token: string; pin: string; isShared: boolean },
) {
  const { now, pinPeppers, jobs } = ctx
  const card = await openCard(ctx, token)
  if (!card?.mayJoin || card.phone === null) return err('card_unknown')
  if (card.state !== 'open') return err(`card_${card.state}`)
  const { id, userId, phone } = card
  if (pinProblem(pin, phone)) return err('pin_too_easy')
  const pinHash = await hashPin(pinPeppers, { userId, pin })
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, userId))) return err('card_unknown')
    if (!(await consumeCard(db, id, now))) {
      const state = (await openCard({ ...ctx, db }, token))?.state ?? 'used'
      return err(state === 'open' ? 'card_used' : `card_${state}`)
    }
    await lockPhone(db, phone)
    if (await isPhoneFull(db, ctx.fields, { phone, userId })) return err('phone_full')
    await savePin(db, { userId, pinHash, now })
    await deletePhoneSessionsOf(db, userId)
    if (isMailable(card.email))
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'card-used', id } })
    const session = newToken()
    await insertPhoneSession(db, { userId, token: session, isShared, now })
    return ok({ token: session, language: card.language, userId })
  })
}

/** A placeholder that is checked instead of missing accounts, so that every number takes equally long. */
const NOBODY = { userId: 'nobody', fullName: '', pinHash: null }

export type PersonChoice = Pick<PinAccount, 'userId' | 'fullName'>

/** 'choose': several people share the number and the PIN. */
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
 * Signs in by phone number and PIN. Refuses a wrong PIN, an unknown number and a locked account alike, in the same
 * time.
 * `userId`: the person chosen among those who share number and PIN. `known`: accounts that this phone has signed in
 * to.
 */
export async function signInWithPin(
  ctx: Pick<Ctx, 'db' | 'now' | 'pinPeppers' | 'fields' | 'client'>,
  { phone, pin, userId, isShared, known: knownAccounts = [] }: PinAttempt,
) {
  const { db, now, pinPeppers, fields, client } = ctx
  const accounts = await beginTries(db, fields, { phone, userId, known: knownAccounts })
  const matches: PinAccount[] = []
  for (let slot = 0; slot < MAX_PER_PHONE; slot += 1) {
    const account = accounts[slot]
    const { userId: id, pinHash } = account ?? NOBODY
    if ((await isPin(pinPeppers, { userId: id, pin }, pinHash, client?.network)) && account)
      matches.push(account)
  }
  const [only, another] = matches
  if (!only) return err('pin_wrong')
  // A correct PIN is not a guess at the other accounts of the number.
  const others = accounts.filter((account) => another || account !== only)
  await refundTries(db, others)
  if (another) {
    const people = matches.map(({ userId: id, fullName }) => ({ userId: id, fullName }))
    return ok<PinSignIn>({ kind: 'choose', people })
  }
  const token = newToken()
  const rehashed = await renewPinHash(pinPeppers, { userId: only.userId, pin }, only.pinHash)
  const isUnchanged = await transact(ctx, async (trx) => {
    const isReset = await resetTries(trx, only, rehashed)
    if (isReset) await insertPhoneSession(trx, { userId: only.userId, token, isShared, now })
    return isReset
  })
  return isUnchanged ? ok<PinSignIn>({ kind: 'signed-in', token, userId: only.userId }) : err('pin_wrong')
}

/** Ends the session with this token. Ignores an unknown token. */
export async function signPhoneOut({ db }: Pick<Ctx, 'db'>, token: string): Promise<void> {
  await deletePhoneSession(db, token)
}

/** Signs a worker out on all phones, for example after losing one, and forgets the phones. The PIN still works. */
export async function signPhonesOut(ctx: Ctx, userId: string) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (!isUuid(userId)) return err('worker_not_found')
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, userId))) return err('worker_not_found')
    const groupId = (await lockWorker(db, userId))?.details.groupId ?? null
    if (!coordinatesGroup(actor, groupId)) return err('worker_not_found')
    const phones = await deletePhoneSessionsOf(db, userId)
    await forgetPhones(db, userId, now)
    await recordAction(db, ctx, 'sign out', 'worker', userId, { phones }, { phones: 0 })
    return ok({ phones })
  })
}
