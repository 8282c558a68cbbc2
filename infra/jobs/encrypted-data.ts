import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { type KeyRing, keysOf } from '#infra/keys/key-ring.ts'
import type { Sealer } from '#shop/ctx.ts'

/**
 * Job data as stored when it holds secrets or personal data: ids in plain text, everything encrypted, and
 * keyed hashes of its email addresses, by which a deleted account's jobs are found.
 */
type EncryptedData = { sealed: string; addresses: string[] } & Record<string, unknown>

export type Encrypter = Sealer & {
  encrypt(data: object): EncryptedData
  /**
   * The data as it was sent; unencrypted data of an older version is returned as it is. Throws when it was
   * encrypted with a secret that is not in the ring.
   */
  decrypt(data: unknown): unknown
  /** The hashes by which an email address is found among `addresses`: one by each key, the newest first. */
  hashesOf(email: string): string[]
}

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with the newest key of the ring and opens what any of its keys encrypted. */
export function createEncrypter(ring: KeyRing): Encrypter {
  const keys = keysOf(ring, 'encryption')
  const [newest = Buffer.alloc(0)] = keys
  const hashKeys = keysOf(ring, 'addresses')
  const hashBy = (key: Buffer, email: string) =>
    createHmac('sha256', key).update(email.toLowerCase()).digest('base64url')
  const hashesOf = (email: string) => hashKeys.map((key) => hashBy(key, email))
  const seal = (text: string) => {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, newest, iv)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
  }
  const open = (sealed: string) => {
    const bytes = Buffer.from(sealed, 'base64')
    for (const key of keys) {
      const text = openedWith(key, bytes)
      if (text !== null) return text
    }
    return null
  }
  return {
    hashesOf,
    seal,
    open,
    isCurrent: (sealed) => openedWith(newest, Buffer.from(sealed, 'base64')) !== null,
    encrypt(data) {
      const sealed = seal(JSON.stringify(data))
      const ids = Object.entries(data).filter(([name]) => name.endsWith('Id'))
      return {
        ...Object.fromEntries(ids),
        sealed,
        addresses: addressesIn(data).flatMap((email) => hashesOf(email).slice(0, 1)),
      }
    },
    decrypt(data) {
      if (!isEncrypted(data)) return data
      const text = open(data.sealed)
      if (text === null) throw new Error('This job was sealed with another AUTH_SECRET, or changed since.')
      return JSON.parse(text)
    },
  }
}

/** The text that this key encrypted; null for another key's, or when it was changed. */
function openedWith(key: Buffer, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const body = bytes.subarray(IV_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function isEncrypted(data: unknown): data is EncryptedData {
  return typeof data === 'object' && data !== null && 'sealed' in data && typeof data.sealed === 'string'
}

function addressesIn(data: object): string[] {
  return Object.values(data).filter((value) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value))
}
