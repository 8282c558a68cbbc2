/** Keys for separate purposes, each derived from the shop's secrets. A key of one purpose opens nothing of another. */
import { hkdfSync } from 'node:crypto'

/** The secrets of AUTH_SECRET, newest first: the first one signs and encrypts, all of them are accepted. */
export type KeyRing = readonly [string, ...string[]]

/** The purposes of keys, by the text that their derivation names. A changed text is a new key. */
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

/** The key of this secret for one purpose: 32 bytes. */
export function keyOf(secret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', PURPOSES[purpose], BYTES))
}

/** The keys of all secrets for one purpose, newest first. */
export function keysOf(ring: KeyRing, purpose: Purpose): Buffer[] {
  return ring.map((secret) => keyOf(secret, purpose))
}

/** The keys that sign cookies of the account library, in the form it takes, newest first. */
export function sessionKeys(ring: KeyRing): [string, ...string[]] {
  return textsOf(ring, 'sessions')
}

/** The keys that sign the tokens of mailed links, newest first. */
export function mailedLinkKeys(ring: KeyRing): [string, ...string[]] {
  return textsOf(ring, 'mailedLinks')
}

function textsOf([newest, ...older]: KeyRing, purpose: Purpose): [string, ...string[]] {
  const textOf = (secret: string) => keyOf(secret, purpose).toString('base64url')
  return [textOf(newest), ...older.map(textOf)]
}
