import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
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
   * encrypted with another secret.
   */
  decrypt(data: unknown): unknown
  /** The hash by which an email address is found among `addresses`. */
  hashOf(email: string): string
}

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with a key derived from the shop's secret. */
export function createEncrypter(secret: string): Encrypter {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', secret, '', info, 32))
  const [key, hashKey] = [derive('job data'), derive('job addresses')]
  const hashOf = (email: string) =>
    createHmac('sha256', hashKey).update(email.toLowerCase()).digest('base64url')
  const seal = (text: string) => {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, key, iv)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
  }
  const unseal = (sealed: string) => {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const body = bytes.subarray(IV_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), lastBytes(decipher)]).toString('utf8')
  }
  return {
    hashOf,
    seal,
    open(sealed) {
      try {
        return unseal(sealed)
      } catch {
        return null
      }
    },
    encrypt(data) {
      const sealed = seal(JSON.stringify(data))
      const ids = Object.entries(data).filter(([name]) => name.endsWith('Id'))
      return { ...Object.fromEntries(ids), sealed, addresses: addressesIn(data).map(hashOf) }
    },
    decrypt(data) {
      if (!isEncrypted(data)) return data
      return JSON.parse(unseal(data.sealed))
    },
  }
}

/** The last bytes of the plaintext. Throws when the secret is another one or the data was changed. */
function lastBytes(decipher: DecipherGCM): Buffer {
  try {
    return decipher.final()
  } catch {
    throw new Error('This job was sealed with another AUTH_SECRET, or changed since.')
  }
}

function isEncrypted(data: unknown): data is EncryptedData {
  return typeof data === 'object' && data !== null && 'sealed' in data && typeof data.sealed === 'string'
}

function addressesIn(data: object): string[] {
  return Object.values(data).filter((value) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value))
}
