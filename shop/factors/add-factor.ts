import { randomUUID } from 'node:crypto'
import type { Ctx, Db } from '#shop/ctx.ts'
import { readProofs } from '#shop/customers/users.read.ts'
import { endOtherSessions } from '#shop/customers/users.sql.ts'
import { newToken } from '#shop/email-token.ts'
import { type FactorKind, MAX_FACTORS, type OwnSession, type PasskeySite } from '#shop/factors/factor.ts'
import { passkeysOf } from '#shop/factors/factors.read.ts'
import {
  consumeChallenge,
  consumeLink,
  type FactorOwner,
  insertPasskey,
  insertTotp,
  lockFactorOwner,
  lockProof,
  markSessionProven,
  replaceRecoveryCodes,
  storeChallenge,
  storeLink,
} from '#shop/factors/factors.sql.ts'
import { checkEnrolment, enrolmentOptions, readAnswer } from '#shop/factors/passkeys.ts'
import { newRecoveryCodes } from '#shop/factors/recovery-codes.ts'
import { reportChange } from '#shop/factors/report-change.flow.ts'
import { openOffer, sealSecret, stepOf } from '#shop/factors/totp.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh, isJustProven, mustHaveFactor } from '#shop/kernel/strength.ts'
import { inTransaction } from '#shop/transaction.ts'

export type NewFactor = { name: string } & (
  | { kind: 'totp' /** The encrypted secret from the form. */; offer: string; code: string }
  | { kind: 'passkey' /** The browser's answer as JSON. */; answer: string; site: PasskeySite }
)

/**
 * Adds a factor to the person's account and marks the session as proven, with a new token. Returns recovery codes,
 * shown once, for the first factor; otherwise null.
 * Requirements: the first factor of staff needs `linkToken` of the mailed link. A customer's first factor needs a
 * session that began, or confirmed the password, within ten minutes. Later factors need a session that proved a
 * factor within ten minutes.
 * The account is locked, so that only one of two concurrent first factors succeeds. A first factor ends other sessions.
 */
export async function addFactor(
  ctx: Ctx,
  session: OwnSession,
  factor: NewFactor,
  linkToken: string | null = null,
) {
  const { now } = ctx
  const userId = session.person.id
  const verified = await verifyNewFactor(ctx, session, factor)
  if (verified === null) return err('factor_wrong')
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: userId })
    if (!owner) return err('signed_out')
    const refusal = await addRefusal(ctx, db, { session, owner, linkToken })
    if (refusal) return refusal
    if (owner.factors >= MAX_FACTORS) return err('too_many_factors')
    const fields = { userId, name: factor.name, now }
    if (verified.kind === 'totp') await insertTotp(db, fields, verified)
    else if (!(await insertPasskey(db, fields, verified.passkey))) return err('factor_wrong')
    const token = newToken()
    const isProven = await markSessionProven(db, { id: session.id, userId }, token, { now, by: 'factor' })
    if (!isProven) return err('signed_out')
    const isFirst = owner.factors === 0
    if (isFirst) await endOtherSessions(db, userId, session.id)
    const codes = isFirst ? newRecoveryCodes() : null
    if (codes) await replaceRecoveryCodes(db, userId, codes)
    const after = { factor: factor.name, kind: factor.kind satisfies FactorKind }
    await reportChange(ctx, db, { news: 'added', userId, actorId: userId, before: null, after })
    return ok({ token, codes })
  })
}

/** Verifies the code or the passkey's answer. Returns the factor to insert, or null. */
async function verifyNewFactor({ db, sealer, now }: Ctx, { id, person }: OwnSession, factor: NewFactor) {
  if (factor.kind === 'totp') {
    const secret = openOffer(sealer, person.id, factor.offer, now)
    const step = secret === null ? null : stepOf(secret, factor.code, now)
    if (secret === null || step === null) return null
    const factorId = randomUUID()
    const sealedSecret = sealSecret(sealer, { id: factorId, userId: person.id }, secret)
    return { kind: 'totp' as const, id: factorId, sealedSecret, step }
  }
  const challenge = await consumeChallenge(db, { sessionId: id, purpose: 'enrol' }, now)
  const answer = readAnswer(factor.answer)
  if (challenge === null || answer === null) return null
  const passkey = await checkEnrolment(answer, { challenge, site: factor.site })
  return passkey && { kind: 'passkey' as const, passkey }
}

type AddRequest = { session: OwnSession; owner: FactorOwner; linkToken: string | null }

/** Returns why the factor must not be added, or null. Consumes the mailed link. */
async function addRefusal({ now, config }: Ctx, db: Db, { session, owner, linkToken }: AddRequest) {
  if (owner.factors > 0) {
    // The factor may have been added since the session was read.
    if (session.isPending) return err('factor_needed')
    const factorAt = await lockProof(db, session.id, owner.id)
    if (factorAt === null) return err('factor_needed')
    const actor = { ...session.person, factorAt }
    return isFresh({ actor, now, config }) ? null : err('factor_stale')
  }
  if (!mustHaveFactor(owner, config.isDemo)) {
    const proofs = await readProofs(db, { id: session.id, userId: owner.id })
    if (!proofs) return err('signed_out')
    return isJustProven(proofs, now) ? null : err('factor_stale')
  }
  const isValid = linkToken !== null && (await consumeLink(db, owner.id, linkToken, now))
  return isValid ? null : err('factor_link_invalid')
}

/** Returns options for a new passkey. Their challenge can be answered once, within five minutes. */
export async function offerPasskey({ db, now, config }: Ctx, session: OwnSession, site: PasskeySite) {
  const { id: userId, email, fullName } = session.person
  const passkeys = await passkeysOf(db, userId)
  const options = await enrolmentOptions(site, { brand: config.brand, email, fullName, passkeys })
  await storeChallenge(db, { sessionId: session.id, purpose: 'enrol', challenge: options.challenge, now })
  return options
}

/** Emails the link for a first factor, which replaces an earlier link. The caller limits how often. */
export async function sendSetUpLink(ctx: Ctx, { person }: OwnSession) {
  const token = newToken()
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: person.id })
    if (!owner) return err('signed_out')
    if (owner.factors > 0) return err('factor_needed')
    await storeLink(db, owner.id, token, ctx.now)
    await ctx.jobs.send(db, { queue: 'factor-link', data: { userId: owner.id, token } })
    return ok(null)
  })
}
