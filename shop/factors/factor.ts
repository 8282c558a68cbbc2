/** The second factor: passkeys, authenticator apps and recovery codes. */
import type { Person } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'

export const FACTOR_KINDS = ['passkey', 'totp'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

export const FACTOR_KIND_NAMES: Readonly<Record<FactorKind, string>> = {
  passkey: 'Passkey',
  totp: 'Authenticator app',
}

export type Factor = { id: string; kind: FactorKind; name: string; createdAt: Date; lastUsedAt: Date | null }

export const MAX_FACTORS = 10

/** Validity of the mailed link, and of a passkey's challenge. */
export const LINK_MS = 10 * MINUTE_MS
export const CHALLENGE_MS = 5 * MINUTE_MS

/** `isPending`: the second factor is missing. All pages except the second factor's then see a visitor. */
export type OwnSession = { id: string; person: Person; isPending: boolean }

/** The shop's origin and host in the browser, to which a passkey is bound. */
export type PasskeySite = { origin: string; host: string }
