/** Encryption by a key ring, bound to the place where the text is stored. */
import {
  type CipherChaCha20Poly1305Types,
  type CipherGCMTypes,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { type KeyRing, keyOf, type Purpose } from '#infra/keys/key-ring.ts'

export type Algorithm = {
  /** Stored before the ciphertext. Consists of letters and digits. */
  readonly name: string
  readonly cipher: CipherGCMTypes | CipherChaCha20Poly1305Types
}

/** Newest first: the first encrypts, all decrypt. Add a new algorithm in front and run `rotate-keys`. */
export const ALGORITHMS: readonly [Algorithm, ...Algorithm[]] = [{ name: 'A256GCM', cipher: 'aes-256-gcm' }]

const ID_BYTES = 6
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** `keys` and `ids`: purposes from which keys and their ids are derived. */
export function ringCipher(
  ring: KeyRing,
  { keys, ids }: { keys: Purpose; ids: Purpose },
  algorithms: readonly [Algorithm, ...Algorithm[]] = ALGORITHMS,
) {
  const idOf = (secret: string) => keyOf(secret, ids).subarray(0, ID_BYTES).toString('base64url')
  const byMark = new Map<string, CipherKey>(
    ring.flatMap((secret) =>
      algorithms.map((algorithm) => {
        const key = keyFor(secret, keys, algorithm)
        return [`${idOf(secret)}.${algorithm.name}`, { key, algorithm }] as const
      }),
    ),
  )
  const mark = `${idOf(ring[0])}.${algorithms[0].name}`
  const newest = { key: keyFor(ring[0], keys, algorithms[0]), algorithm: algorithms[0] }
  return {
    /** Key and algorithm: '<key id>.<algorithm>'. */
    mark,
    /** `place`: the row and column, such as 'workers.upi_id/<id>'. */
    encrypt: (text: string, place: string) => encryptText(newest, text, place),
    /** Returns null if the text was moved or changed, or the key is unknown. */
    decrypt(usedMark: string, bytes: Buffer, place: string) {
      const found = byMark.get(usedMark)
      return found ? decryptText(found, bytes, place) : null
    },
    hasKey: (usedMark: string) => byMark.has(usedMark),
  }
}

function keyFor(secret: string, purpose: Purpose, { name }: Algorithm): Buffer {
  return Buffer.from(hkdfSync('sha256', keyOf(secret, purpose), '', name, KEY_BYTES))
}

type CipherKey = { key: Buffer; algorithm: Algorithm }

// The two kinds of ciphers have the same methods, but different types.
const TAG = { authTagLength: TAG_BYTES }

function encryptText({ key, algorithm }: CipherKey, text: string, place: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(algorithm.cipher as CipherGCMTypes, key, iv, TAG)
  cipher.setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

function decryptText({ key, algorithm }: CipherKey, bytes: Buffer, place: string): string | null {
  try {
    const iv = bytes.subarray(0, IV_BYTES)
    const decipher = createDecipheriv(algorithm.cipher as CipherGCMTypes, key, iv, TAG)
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const body = bytes.subarray(IV_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
