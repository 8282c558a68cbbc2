/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds, as every app supports. */
import { Secret, TOTP } from 'otpauth'
import type { Sealer } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
const CODE = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The URI in an app's QR code. */
export function totpAddress(secret: string, { brand, email }: { brand: string; email: string }): string {
  return new TOTP({ ...CODE, issuer: brand, label: email, secret: Secret.fromBase32(secret) }).toString()
}

/** Steps accepted on either side of the present one (RFC 6238, section 5.2). */
const WINDOW = 1

/** Null if the code belongs to no accepted step. */
export function stepOf(secret: string, typed: string, now: Date): number | null {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const given = { token, secret: Secret.fromBase32(secret), timestamp, window: WINDOW }
  const delta = TOTP.validate({ ...CODE, ...given })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

type Sealed = { totp: string; userId: string; until?: number }

/** The associated data of a stored secret. */
export function secretPlace(factorId: string): string {
  return `factors.sealed_secret/${factorId}`
}

/** Opens for this factor of this person only. */
export function sealSecret(sealer: Sealer, factor: { id: string; userId: string }, secret: string): string {
  const { id, userId } = factor
  return sealer.seal(JSON.stringify({ totp: secret, userId } satisfies Sealed), secretPlace(id))
}

/** Null if encrypted for another factor, changed, or without a key. */
export function openSecret(sealer: Sealer, factor: { id: string; userId: string }, sealed: string) {
  return secretOf(sealer.openStored(sealed, secretPlace(factor.id)), factor.userId, null)
}

function offerPlace(userId: string): string {
  return `offer of an app/${userId}`
}

/** The secret in the set-up form, valid for an hour. */
export function sealOffer(sealer: Sealer, userId: string, secret: string, now: Date): string {
  const until = now.getTime() + HOUR_MS
  return sealer.seal(JSON.stringify({ totp: secret, userId, until } satisfies Sealed), offerPlace(userId))
}

/** Null if another person's, expired, or foreign. */
export function openOffer(sealer: Sealer, userId: string, sealed: string, now: Date): string | null {
  return secretOf(sealer.open(sealed, offerPlace(userId)), userId, now)
}

/** `now` null: no expiry. */
function secretOf(text: string | null, userId: string, now: Date | null): string | null {
  if (text === null) return null
  const { totp, userId: owner, until } = JSON.parse(text) as Sealed
  const isOver = now !== null && !(until !== undefined && until >= now.getTime())
  return owner === userId && !isOver ? totp : null
}
