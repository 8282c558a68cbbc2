import type { Ctx } from '#shop/ctx.ts'
import { isMailable } from '#shop/customers/no-mail.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { newToken } from '#shop/email-token.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { pinProblem } from '#shop/programme/pin.ts'
import { hashPin } from '#shop/programme/pin-hash.ts'
import { openCard } from '#shop/programme/sign-in.read.ts'
import {
  consumeCard,
  deletePhoneSessionsOf,
  insertPhoneSession,
  isPhoneFull,
  lockPhone,
  savePin,
} from '#shop/programme/sign-in.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * A worker sets her PIN with a card, which is then used up, and is signed in. Her other phones are signed out: they may be
 * lost. An account with an email address is told by email. `token` of the result is the new session's; `pin` has six digits.
 * `card_unknown` also covers workers who may not sign in by PIN.
 */
export async function joinByCard(
  ctx: Ctx,
  { token, pin, isShared }: { token: string; pin: string; isShared: boolean },
) {
  const { now, pinPeppers, jobs } = ctx
  const opened = await openCard(ctx, token)
  if (!opened?.mayJoin || opened.phone === null) return err('card_unknown')
  if (opened.state !== 'open') return err(`card_${opened.state}`)
  const { id, userId, phone } = opened
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
    if (isMailable(opened.email))
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'card-used', id } })
    const session = newToken()
    await insertPhoneSession(db, { userId, token: session, isShared, now })
    return ok({ token: session, language: opened.language, userId })
  })
}
