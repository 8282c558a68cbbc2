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
  markSessionProven,
  storeChallenge,
} from '#shop/factors/factors.sql.ts'
import { checkProof, proofOptions, readAnswer } from '#shop/factors/passkeys.ts'
import { reportChange } from '#shop/factors/report-change.flow.ts'
import { openSecret, stepOf } from '#shop/factors/totp.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type Proof =
  | { by: 'totp'; code: string }
  | { by: 'recovery'; code: string }
  | { by: 'passkey'; answer: string; site: PasskeySite }

/**
 * Proves the second factor: the session becomes a full one, and sensitive actions are allowed for ten minutes.
 * Each code and answer is accepted once. Returns the new session token. The caller limits attempts.
 */
export async function proveFactor(ctx: Ctx, session: OwnSession, proof: Proof) {
  const { now } = ctx
  const userId = session.person.id
  // Outside the transaction: a wrong answer must consume the challenge, too.
  const challenge =
    proof.by === 'passkey'
      ? await consumeChallenge(ctx.db, { sessionId: session.id, purpose: 'prove' }, now)
      : null
  return inTransaction(ctx, async (db) => {
    if (!(await verifyProof(ctx, db, userId, proof, challenge))) return err('factor_wrong')
    const token = newToken()
    const isProven = await markSessionProven(db, { id: session.id, userId }, token, { now, by: 'factor' })
    if (!isProven) return err('signed_out')
    return ok({ token })
  })
}

async function verifyProof(ctx: Ctx, db: Db, userId: string, proof: Proof, challenge: string | null) {
  if (proof.by === 'totp') return verifyCode(ctx, db, userId, proof.code)
  if (proof.by === 'passkey') return challenge !== null && verifyAnswer(ctx, db, userId, proof, challenge)
  if (!(await consumeRecoveryCode(db, userId, proof.code))) return false
  const remaining = await countRecoveryCodes(db, userId)
  const states = { before: { recoveryCodes: remaining + 1 }, after: { recoveryCodes: remaining } }
  await reportChange(ctx, db, { news: 'recovery-used', userId, actorId: userId, ...states })
  return true
}

async function verifyCode({ sealer, now }: Ctx, db: Db, userId: string, code: string): Promise<boolean> {
  for (const { id, sealedSecret } of await appsOf(db, userId)) {
    const secret = openSecret(sealer, { id, userId }, sealedSecret)
    const step = secret === null ? null : stepOf(secret, code, now)
    if (step !== null && (await consumeStep(db, id, step, now))) return true
  }
  return false
}

async function verifyAnswer(
  { now }: Ctx,
  db: Db,
  userId: string,
  { answer, site }: Extract<Proof, { by: 'passkey' }>,
  challenge: string,
): Promise<boolean> {
  const response = readAnswer(answer)
  const passkey =
    response && (await passkeysOf(db, userId)).find(({ credentialId }) => credentialId === response.id)
  if (!response || !passkey) return false
  const counter = await checkProof(response, passkey, { challenge, site })
  return counter !== null && advanceCounter(db, passkey, counter, now)
}

/** Returns options for a passkey proof. Their challenge can be answered once, within five minutes. */
export async function askPasskey({ db, now }: Ctx, session: OwnSession, site: PasskeySite) {
  const options = await proofOptions(site, await passkeysOf(db, session.person.id))
  await storeChallenge(db, { sessionId: session.id, purpose: 'prove', challenge: options.challenge, now })
  return options
}

/**
 * Confirms an account without factors by its password, which the caller has checked: sensitive actions are
 * allowed for ten minutes. Returns the new session token.
 */
export async function confirmByPassword(ctx: Ctx, { id, person }: OwnSession) {
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: person.id })
    if (!owner) return err('signed_out')
    if (owner.factors > 0) return err('factor_needed')
    const token = newToken()
    const isProven = await markSessionProven(db, { id, userId: person.id }, token, {
      now: ctx.now,
      by: 'password',
    })
    if (!isProven) return err('signed_out')
    return ok({ token })
  })
}
