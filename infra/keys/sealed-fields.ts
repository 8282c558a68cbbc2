/** Encryption of single fields of people, each text naming the key that made it. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { type KeyRing, keyOf, keysOf } from '#infra/keys/key-ring.ts'

/** `stored` is a text of the database: encrypted, or plain as versions before encryption wrote it. */
export type FieldSealer = {
  /** `isIndexed`: can be looked up by `indexes`. */
  seal(text: string, isIndexed: boolean): string
  /** The third part of an encrypted text that is indexed, by the key of each secret, the newest first. */
  indexes(text: string): string[]
  /** A plain text as it is; null when no key opens it, or it was changed. */
  open(stored: string): string | null
  /** True when the newest key encrypted it. */
  isCurrent(stored: string): boolean
  /** What all texts of the newest key begin with, and what all encrypted ones do. */
  prefix: { newest: string; any: string }
}

const ALGORITHM = 'aes-256-gcm'
const ANY = 'sealed:'
const ID_BYTES = 6
const IV_BYTES = 12
const TAG_BYTES = 16
/** 96 bits: no two numbers share one, and it is of no use without the key. */
const INDEX_BYTES = 12

/** Encrypts with the newest key of the ring and opens what any of its keys encrypted. */
export function fieldSealer(ring: KeyRing): FieldSealer {
  const keys = new Map(
    ring.map((secret) => {
      const id = keyOf(secret, 'fieldKeyId').subarray(0, ID_BYTES).toString('base64url')
      return [id, keyOf(secret, 'fields')] as const
    }),
  )
  const [[newestId, newest] = ['', Buffer.alloc(0)]] = keys
  const indexKeys = keysOf(ring, 'fieldIndexes')
  const indexes = (text: string) =>
    indexKeys.map((key) =>
      createHmac('sha256', key).update(text).digest().subarray(0, INDEX_BYTES).toString('base64url'),
    )
  const prefix = { newest: `${ANY}${newestId}:`, any: ANY }
  return {
    prefix,
    indexes,
    seal(text, isIndexed) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, newest, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const index = isIndexed ? `${indexes(text)[0]}:` : ''
      return prefix.newest + index + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(stored) {
      if (!stored.startsWith(ANY)) return stored
      const [, id = '', ...rest] = stored.split(':')
      const key = keys.get(id)
      return key ? openedWith(key, Buffer.from(rest.at(-1) ?? '', 'base64url')) : null
    },
    isCurrent: (stored) => stored.startsWith(prefix.newest),
  }
}

function openedWith(key: Buffer, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}
