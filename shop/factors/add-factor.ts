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
  proveSession,
  replaceRecoveryCodes,
  storeChallenge,
  storeLink,
} from '#shop/factors/factors.sql.ts'
import { checkEnrolment, enrolQuestion, readAnswer } from '#shop/factors/passkeys.ts'
import { newRecoveryCodes } from '#shop/factors/recovery-codes.ts'
import { reportChange } from '#shop/factors/report-change.flow.ts'
import { openOffer, sealSecret, stepOf } from '#shop/factors/totp.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh, isJustProven, mustHaveFactor } from '#shop/kernel/strength.ts'
import { inTransaction } from '#shop/transaction.ts'

export type NewFactor = { name: string } & (
  | { kind: 'totp' /** The secret as the form carried it. */; offer: string; code: string }
  | { kind: 'passkey' /** The browser's answer as JSON. */; answer: string; site: PasskeySite }
)

/**
 * Adds a factor to the person's account; the session then counts, with a new token. The first factor of staff needs
 * `linkToken` of the mailed link; the first of a customer a session that began, or was given the password again, within
 * ten minutes; later ones a session that has proven a factor within ten minutes. The account's row is locked, so
 * with two first factors at the same moment one wins. The first one ends all other sessions. `codes`: recovery
 * codes to be shown once; null when the person has some.
 */
export async function addFactor(
  ctx: Ctx,
  session: OwnSession,
  factor: NewFactor,
  linkToken: string | null = null,
) {
  const { now } = ctx
  const userId = session.person.id
  const made = await checked(ctx, session, factor)
  if (made === null) return err('factor_wrong')
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: userId })
    if (!owner) return err('signed_out')
    const refusal = await mayAdd(ctx, db, { session, owner, linkToken })
    if (refusal) return refusal
    if (owner.factors >= MAX_FACTORS) return err('too_many_factors')
    const named = { userId, name: factor.name, now }
    if (made.kind === 'totp') await insertTotp(db, named, made)
    else if (!(await insertPasskey(db, named, made.passkey))) return err('factor_wrong')
    const token = newToken()
    const isProven = await proveSession(db, { id: session.id, userId }, token, { now, by: 'factor' })
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

/** The verified factor, or null. */
async function checked({ db, sealer, now }: Ctx, { id, person }: OwnSession, factor: NewFactor) {
  if (factor.kind === 'totp') {
    const secret = openOffer(sealer, person.id, factor.offer, now)
    const step = secret === null ? null : stepOf(secret, factor.code, now)
    if (secret === null || step === null) return null
    const factorId = randomUUID()
    const sealedSecret = sealSecret(sealer, { id: factorId, userId: person.id }, secret)
    return { kind: 'totp' as const, id: factorId, sealedSecret, step }
  }
  const challenge = await consumeChallenge(db, { sessionId: id, purpose: 'enrol' }, now)
  const given = readAnswer(factor.answer)
  if (challenge === null || given === null) return null
  const passkey = await checkEnrolment(given, { challenge, site: factor.site })
  return passkey && { kind: 'passkey' as const, passkey }
}

type Asked = { session: OwnSession; owner: FactorOwner; linkToken: string | null }

/** Returns the refusal, or null. Consumes the mailed link. */
async function mayAdd({ now, config }: Ctx, db: Db, { session, owner, linkToken }: Asked) {
  if (owner.factors > 0) {
    // Another request may have proven a factor meanwhile.
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
  const works = linkToken !== null && (await consumeLink(db, owner.id, linkToken, now))
  return works ? null : err('factor_link_invalid')
}

/** Can be answered once, within five minutes. */
export async function offerPasskey({ db, now, config }: Ctx, session: OwnSession, site: PasskeySite) {
  const { id: userId, email, fullName } = session.person
  const passkeys = await passkeysOf(db, userId)
  const question = await enrolQuestion(site, { brand: config.brand, email, fullName, passkeys })
  await storeChallenge(db, { sessionId: session.id, purpose: 'enrol', challenge: question.challenge, now })
  return question
}

/** Mails the link for a first factor; an earlier one expires. The caller limits how often. */
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
