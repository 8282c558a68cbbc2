/** The second factor: passkeys, authenticator apps and recovery codes. */
import type { Person } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'

export const FACTOR_KINDS = ['passkey', 'totp'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

export const FACTOR_KIND_NAMES: Readonly<Record<FactorKind, string>> = {
  passkey: 'Passkey',
  totp: 'Authenticator app',
}

/** A factor for display, without its secrets. */
export type Factor = { id: string; kind: FactorKind; name: string; createdAt: Date; lastUsedAt: Date | null }

export const MAX_FACTORS = 10

/** How long the mailed link, and a question to a passkey, can be answered. */
export const LINK_MS = 10 * MINUTE_MS
export const CHALLENGE_MS = 5 * MINUTE_MS

/**
 * A session and its person. `isPending`: it lacks the factor, so that its browser is a visitor everywhere but here.
 */
export type OwnSession = { id: string; person: Person; isPending: boolean }

/** The address under which the browser has the shop open: a passkey is bound to it. */
export type PasskeySite = { origin: string; host: string }
