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

/** For the mailed link, and for a passkey's challenge. */
export const LINK_MS = 10 * MINUTE_MS
export const CHALLENGE_MS = 5 * MINUTE_MS

/** `isPending`: without the factor, so a visitor everywhere but here. */
export type OwnSession = { id: string; person: Person; isPending: boolean }

/** The address of the shop in the browser, which a passkey is bound to. */
export type PasskeySite = { origin: string; host: string }
