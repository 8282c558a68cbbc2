import type { Ctx, Db } from '#shop/ctx.ts'
import { newToken } from '#shop/email-token.ts'
import type { OwnSession, PasskeySite } from '#shop/factors/factor.ts'
import { appsOf, countRecoveryCodes, passkeysOf } from '#shop/factors/factors.read.ts'
import {
  advanceCounter,
  consumeChallenge,
  consumeRecoveryCode,
  consumeStep,
  lockFactorOwner,
  proveSession,
  storeChallenge,
} from '#shop/factors/factors.sql.ts'
import { checkProof, proofQuestion, readAnswer } from '#shop/factors/passkeys.ts'
import { reportChange } from '#shop/factors/report-change.flow.ts'
import { openSecret, stepOf } from '#shop/factors/totp.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type Proof =
  | { by: 'totp'; code: string }
  | { by: 'recovery'; code: string }
  | { by: 'passkey'; answer: string; site: PasskeySite }

/**
 * Proves the second factor: the session counts, and sensitive actions are open for ten minutes. Each code
 * and answer counts once. Returns the new session token. The caller limits attempts.
 */
export async function proveFactor(ctx: Ctx, session: OwnSession, proof: Proof) {
  const { now } = ctx
  const userId = session.person.id
  // A wrong answer consumes the challenge, so the refusal must not undo it.
  const challenge =
    proof.by === 'passkey'
      ? await consumeChallenge(ctx.db, { sessionId: session.id, purpose: 'prove' }, now)
      : null
  return inTransaction(ctx, async (db) => {
    if (!(await isRight(ctx, db, userId, proof, challenge))) return err('factor_wrong')
    const token = newToken()
    const isProven = await proveSession(db, { id: session.id, userId }, token, { now, by: 'factor' })
    if (!isProven) return err('signed_out')
    return ok({ token })
  })
}

async function isRight(ctx: Ctx, db: Db, userId: string, proof: Proof, challenge: string | null) {
  if (proof.by === 'totp') return isRightCode(ctx, db, userId, proof.code)
  if (proof.by === 'passkey') return challenge !== null && isRightAnswer(ctx, db, userId, proof, challenge)
  if (!(await consumeRecoveryCode(db, userId, proof.code))) return false
  const left = await countRecoveryCodes(db, userId)
  const change = { before: { recoveryCodes: left + 1 }, after: { recoveryCodes: left } }
  await reportChange(ctx, db, { news: 'recovery-used', userId, actorId: userId, ...change })
  return true
}

async function isRightCode({ sealer, now }: Ctx, db: Db, userId: string, code: string): Promise<boolean> {
  for (const { id, sealedSecret } of await appsOf(db, userId)) {
    const secret = openSecret(sealer, { id, userId }, sealedSecret)
    const step = secret === null ? null : stepOf(secret, code, now)
    if (step !== null && (await consumeStep(db, id, step, now))) return true
  }
  return false
}

async function isRightAnswer(
  { now }: Ctx,
  db: Db,
  userId: string,
  { answer, site }: Extract<Proof, { by: 'passkey' }>,
  challenge: string,
): Promise<boolean> {
  const given = readAnswer(answer)
  const passkey =
    given && (await passkeysOf(db, userId)).find(({ credentialId }) => credentialId === given.id)
  if (!given || !passkey) return false
  const counter = await checkProof(given, passkey, { challenge, site })
  return counter !== null && advanceCounter(db, passkey, counter, now)
}

/** Can be answered once, within five minutes. */
export async function askPasskey({ db, now }: Ctx, session: OwnSession, site: PasskeySite) {
  const question = await proofQuestion(site, await passkeysOf(db, session.person.id))
  await storeChallenge(db, { sessionId: session.id, purpose: 'prove', challenge: question.challenge, now })
  return question
}

/**
 * Confirms an account without factors by the password that the caller checked: for ten minutes nothing asks
 * again. Returns the new session token.
 */
export async function confirmByPassword(ctx: Ctx, { id, person }: OwnSession) {
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: person.id })
    if (!owner) return err('signed_out')
    if (owner.factors > 0) return err('factor_needed')
    const token = newToken()
    const isProven = await proveSession(db, { id, userId: person.id }, token, {
      now: ctx.now,
      by: 'password',
    })
    if (!isProven) return err('signed_out')
    return ok({ token })
  })
}
