import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { PinPeppers } from '#shop/ctx.ts'

const COST = { N: 16_384, r: 8, p: 1 }
const BYTES = 32

type Pin = { userId: string; pin: string }

/**
 * The stored form of a PIN: key id, salt and hash. A million PINs are soon tried, so the hash begins with a signature by a
 * key of the shop: the database alone does not suffice to try them.
 */
export async function hashPin(peppers: PinPeppers, pin: Pin): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(peppers.pepper(peppers.newest, textOf(pin)) ?? '', salt)
  return [peppers.newest, salt.toString('base64url'), hash.toString('base64url')].join('.')
}

/** True when the PIN is the hash's. Takes as long for every hash, and without one, and is then false. */
export async function isPin(peppers: PinPeppers, pin: Pin, hash: string | null): Promise<boolean> {
  const { keyId, salt, stored } = parsed(hash ?? '')
  const text = textOf(pin)
  const named = keyId === null ? peppers.unnamed(text) : [peppers.pepper(keyId, text) ?? '']
  let isRight = false
  for (let at = 0; at < peppers.size; at += 1) {
    const tried = await derive(named[at] ?? '', salt)
    const isSame = stored.length === tried.length && timingSafeEqual(stored, tried)
    isRight ||= isSame && Boolean(named[at])
  }
  return isRight
}

/** True for a hash that another key than the newest one begins. */
export function isOldPinHash({ newest }: PinPeppers, hash: string): boolean {
  return parsed(hash).keyId !== newest
}

function parsed(hash: string): { keyId: string | null; salt: Buffer; stored: Buffer } {
  const parts = hash.split('.')
  const [salt = '', stored = ''] = parts.slice(-2)
  const keyId = parts.length === 3 ? (parts[0] ?? '') : null
  return { keyId, salt: Buffer.from(salt, 'base64url'), stored: Buffer.from(stored, 'base64url') }
}

function textOf({ userId, pin }: Pin): string {
  return `worker pin ${userId} ${pin}`
}

function derive(text: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(text, salt, BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
