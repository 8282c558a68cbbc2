import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { LinkSigner } from '#shop/files.ts'

const COST = { N: 16_384, r: 8, p: 1 }
const BYTES = 32

type Pin = { userId: string; pin: string }

/**
 * The stored form of a PIN. A million PINs are soon tried, so the hash begins with a signature by the shop's secret: the
 * database alone does not suffice to try them.
 */
export async function hashPin(links: LinkSigner, pin: Pin, salt = randomBytes(16)): Promise<string> {
  const hash = await derive(links.sign(`worker pin ${pin.userId} ${pin.pin}`), salt)
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`
}

/** True when the PIN is the hash's. Takes as long without a hash, and is then false. */
export async function isPin(links: LinkSigner, pin: Pin, hash: string | null): Promise<boolean> {
  const [salt = ''] = hash?.split('.') ?? []
  const tried = Buffer.from(await hashPin(links, pin, Buffer.from(salt, 'base64url')))
  const stored = Buffer.from(hash ?? '')
  return stored.length === tried.length && timingSafeEqual(stored, tried)
}

function derive(text: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(text, salt, BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
