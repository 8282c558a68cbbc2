import { createHmac } from 'node:crypto'
import { ALGORITHMS, ringCipher } from '#infra/keys/algorithms.ts'
import { type KeyRing, keysOf } from '#infra/keys/key-ring.ts'
import type { Sealer } from '#shop/ctx.ts'

/** Only ids stay plain. Keyed hashes of addresses serve to find the jobs of a deleted account. */
type EncryptedData = { sealed: string; addresses: string[] } & Record<string, unknown>

export type Encrypter = Sealer & {
  /** Encrypts a job's data, bound to its queue. */
  encrypt(queue: string, data: object): EncryptedData
  /** Throws for data of an unknown secret or another queue. */
  decrypt(queue: string, data: unknown): unknown
  /** Returns one hash per key, newest first. */
  hashesOf(email: string): string[]
}

const SEAL = 'sealed.'

/** Encrypts with the newest key and algorithm, and decrypts with any of them. */
export function createEncrypter(
  ring: KeyRing,
  { onRefused = () => {}, algorithms = ALGORITHMS }: Options = {},
): Encrypter {
  const cipher = ringCipher(ring, { keys: 'encryption', ids: 'encryptionKeyId' }, algorithms)
  const hashKeys = keysOf(ring, 'addresses')
  const hashBy = (key: Buffer, email: string) =>
    createHmac('sha256', key).update(email.toLowerCase()).digest('base64url')
  const hashesOf = (email: string) => hashKeys.map((key) => hashBy(key, email))
  const newest = `${SEAL}${cipher.mark}.`
  const seal = (text: string, place: string) => newest + cipher.encrypt(text, place).toString('base64url')
  const open = (sealed: string, place: string) => {
    const { mark, bytes } = parse(sealed)
    return cipher.decrypt(mark, bytes, place)
  }
  return {
    hashesOf,
    seal,
    open,
    isCurrent: (sealed) => sealed.startsWith(newest),
    openStored(sealed, place) {
      const text = open(sealed, place)
      // The key is unknown, so we cannot tell whether the value was moved. Do not report it.
      if (text === null && (cipher.hasKey(parse(sealed).mark) || !sealed.startsWith(SEAL))) onRefused(place)
      return text
    },
    encrypt(queue, data) {
      const sealed = seal(JSON.stringify(data), placeOf(queue))
      const ids = Object.entries(data).filter(([name]) => name.endsWith('Id'))
      return {
        ...Object.fromEntries(ids),
        sealed,
        addresses: addressesIn(data).flatMap((email) => hashesOf(email).slice(0, 1)),
      }
    },
    decrypt(queue, data) {
      const text = isEncrypted(data) ? open(data.sealed, placeOf(queue)) : null
      if (text === null)
        throw new Error('Cannot decrypt the job: AUTH_SECRET differs, or the job was changed.')
      return JSON.parse(text)
    },
  }
}

type Options = {
  /** Called with the place of a value that was moved, changed or never encrypted. */
  onRefused?: (place: string) => void
  algorithms?: typeof ALGORITHMS
}

function placeOf(queue: string): string {
  return `jobs.data/${queue}`
}

function parse(sealed: string): { mark: string; bytes: Buffer } {
  const [, key = '', algorithm = '', text = ''] = sealed.split('.')
  return { mark: `${key}.${algorithm}`, bytes: Buffer.from(text, 'base64url') }
}

function isEncrypted(data: unknown): data is EncryptedData {
  return typeof data === 'object' && data !== null && 'sealed' in data && typeof data.sealed === 'string'
}

function addressesIn(data: object): string[] {
  return Object.values(data).filter((value) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value))
}
