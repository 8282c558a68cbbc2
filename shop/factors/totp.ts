/** Codes of authenticator apps (RFC 6238): SHA-1, six digits and 30 seconds, which every app supports. */
import { Secret, TOTP } from 'otpauth'
import type { Sealer } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
const CODE = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Returns the URI that the app's QR code contains. */
export function totpAddress(secret: string, { brand, email }: { brand: string; email: string }): string {
  return new TOTP({ ...CODE, issuer: brand, label: email, secret: Secret.fromBase32(secret) }).toString()
}

/** Time steps accepted before and after the current one (RFC 6238, section 5.2). */
const WINDOW = 1

/** Returns the time step of the code, or null if it matches no accepted step. */
export function stepOf(secret: string, typed: string, now: Date): number | null {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const attempt = { token, secret: Secret.fromBase32(secret), timestamp, window: WINDOW }
  const delta = TOTP.validate({ ...CODE, ...attempt })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

type Payload = { totp: string; userId: string; until?: number }

/** Returns the associated data of a stored secret. */
export function secretPlace(factorId: string): string {
  return `factors.sealed_secret/${factorId}`
}

/** Encrypts a secret so that it can be decrypted only for this factor of this person. */
export function sealSecret(sealer: Sealer, factor: { id: string; userId: string }, secret: string): string {
  const { id, userId } = factor
  return sealer.seal(JSON.stringify({ totp: secret, userId } satisfies Payload), secretPlace(id))
}

/** Decrypts a stored secret. Null if it belongs to another factor, was changed, or its key is missing. */
export function openSecret(sealer: Sealer, factor: { id: string; userId: string }, sealed: string) {
  return secretOf(sealer.openStored(sealed, secretPlace(factor.id)), factor.userId, null)
}

function offerPlace(userId: string): string {
  return `offer of an app/${userId}`
}

/** Encrypts a secret for the set-up form, where it is valid for an hour. */
export function sealOffer(sealer: Sealer, userId: string, secret: string, now: Date): string {
  const until = now.getTime() + HOUR_MS
  return sealer.seal(JSON.stringify({ totp: secret, userId, until } satisfies Payload), offerPlace(userId))
}

/** Decrypts a set-up form's secret. Null if it belongs to another person, has expired or was changed. */
export function openOffer(sealer: Sealer, userId: string, sealed: string, now: Date): string | null {
  return secretOf(sealer.open(sealed, offerPlace(userId)), userId, now)
}

/** Returns the secret if it belongs to the person and has not expired. If `now` is null, it does not expire. */
function secretOf(text: string | null, userId: string, now: Date | null): string | null {
  if (text === null) return null
  const { totp, userId: owner, until } = JSON.parse(text) as Payload
  const hasExpired = now !== null && !(until !== undefined && until >= now.getTime())
  return owner === userId && !hasExpired ? totp : null
}
