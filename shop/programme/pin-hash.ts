import type { PinPeppers } from '#shop/ctx.ts'
import { isSlowHash, NO_HASH, namedHash, SLOW_HASHES, slowHash, type Unnamed } from '#shop/slow-hash.ts'

const MARK = '.'

/** How versions before hashed, which stored no name. */
const UNNAMED = { N: 16_384, r: 8, p: 1 }

type Pin = { userId: string; pin: string }

/**
 * The stored form of a PIN: key id, name of the hash, salt and hash. A million PINs are soon tried, so the hash begins with a
 * signature by a key of the shop: the database alone does not suffice to try them.
 */
export async function hashPin(peppers: PinPeppers, pin: Pin): Promise<string> {
  const pepper = peppers.pepper(peppers.newest, textOf(pin)) ?? ''
  return `${peppers.newest}${MARK}${await slowHash(pepper, MARK)}`
}

/** True when the PIN is the hash's. Takes as long for every hash, and without one, and is then false. */
export async function isPin(peppers: PinPeppers, pin: Pin, hash: string | null): Promise<boolean> {
  const { keyId, made } = parsed(hash ?? '')
  const text = textOf(pin)
  const named = keyId === null ? peppers.unnamed(text) : [peppers.pepper(keyId, text) ?? '']
  let isRight = false
  for (let at = 0; at < peppers.size; at += 1) {
    const isSame = await isSlowHash(named[at] ?? '', made)
    isRight ||= isSame && Boolean(named[at])
  }
  return isRight
}

/** What hashes of the newest key and cost begin with. */
export function newestPinHash({ newest }: Pick<PinPeppers, 'newest'>): string {
  return [newest, SLOW_HASHES[0].name, ''].join(MARK)
}

/** True for a hash that another key than the newest one begins, or of another cost. */
export function isOldPinHash(peppers: PinPeppers, hash: string): boolean {
  return !hash.startsWith(newestPinHash(peppers))
}

function parsed(hash: string): { keyId: string | null; made: Unnamed } {
  const parts = hash.split(MARK)
  if (parts.length === 4)
    return { keyId: parts[0] ?? '', made: namedHash(parts.slice(1).join(MARK), MARK) ?? NO_HASH }
  const [salt = '', key = ''] = parts.slice(-2)
  if (!key) return { keyId: null, made: NO_HASH }
  const made = { cost: UNNAMED, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
  return { keyId: parts.length === 3 ? (parts[0] ?? '') : null, made }
}

function textOf({ userId, pin }: Pin): string {
  return `worker pin ${userId} ${pin}`
}
