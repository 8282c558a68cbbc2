/** Derives a key per purpose from the shop's secrets. */
import { hkdfSync } from 'node:crypto'

/** AUTH_SECRET, newest first: the first signs and encrypts, all are accepted. */
export type KeyRing = readonly [string, ...string[]]

/** The texts that keys are derived from. Changing a text changes its key. */
export const PURPOSES = {
  sessions: 'sessions',
  mailedLinks: 'mailed links',
  files: 'signed links',
  cards: 'worker cards',
  pins: 'worker pins',
  pinKeyId: 'id of the key of worker pins',
  encryption: 'job data',
  encryptionKeyId: 'id of the key of job data',
  addresses: 'job addresses',
  counters: 'request limits',
  fields: 'fields of people',
  fieldKeyId: 'id of the key of fields of people',
  fieldIndexes: 'indexes of fields of people',
} as const
export type Purpose = keyof typeof PURPOSES

const BYTES = 32

export function keyOf(secret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', PURPOSES[purpose], BYTES))
}

export function keysOf(ring: KeyRing, purpose: Purpose): Buffer[] {
  return ring.map((secret) => keyOf(secret, purpose))
}

/** Keys of the account library's cookies, newest first. */
export function sessionKeys(ring: KeyRing): [string, ...string[]] {
  return textsOf(ring, 'sessions')
}

export function mailedLinkKeys(ring: KeyRing): [string, ...string[]] {
  return textsOf(ring, 'mailedLinks')
}

function textsOf([newest, ...older]: KeyRing, purpose: Purpose): [string, ...string[]] {
  const textOf = (secret: string) => keyOf(secret, purpose).toString('base64url')
  return [textOf(newest), ...older.map(textOf)]
}
