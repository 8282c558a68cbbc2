/** Derives a key per purpose from the shop's secrets. */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LinkSigner, PinPeppers } from '#shop/ctx.ts'

/** The secrets in AUTH_SECRET, newest first. The first signs and encrypts; all are accepted. */
export type KeyRing = readonly [string, ...string[]]

/** The texts from which keys are derived. Changing a text changes its key. */
export const PURPOSES = {
  sessions: 'sessions',
  mailedLinks: 'mailed links',
  files: 'signed links',
  cards: 'worker cards',
  phones: 'work on phones',
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

const ID_BYTES = 6

export function pinPeppers(ring: KeyRing): PinPeppers {
  const signature = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const byId = new Map(
    ring.map((secret) => {
      const id = keyOf(secret, 'pinKeyId').subarray(0, ID_BYTES).toString('base64url')
      return [id, keyOf(secret, 'pins')] as const
    }),
  )
  const [newest = ''] = byId.keys()
  return {
    newest,
    pepper: (id, text) => {
      const key = byId.get(id)
      return key ? signature(key, text) : null
    },
  }
}

export function linkSigner(ring: KeyRing, purpose: Purpose): LinkSigner {
  const keys = keysOf(ring, purpose)
  const signatures = (text: string) => keys.map((key) => createHmac('sha256', key).update(text).digest())
  return {
    sign: (text) => signatures(text)[0]?.toString('base64url') ?? '',
    signatures: (text) => signatures(text).map((own) => own.toString('base64url')),
    isProof: (text, proof) => {
      const bytes = Buffer.from(proof, 'base64url')
      return signatures(text).some((own) => bytes.length === own.length && timingSafeEqual(bytes, own))
    },
  }
}

/** Stores a secret in demo mode, so that sessions survive restarts. */
export async function demoSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  try {
    return await readFile(file, 'utf8')
  } catch {
    const secret = randomBytes(32).toString('base64url')
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, secret, { mode: 0o600 })
    await chmod(file, 0o600)
    return secret
  }
}
