import type { PinPeppers } from '#shop/ctx.ts'
import { isSlowHash, namedHash, noHash, type SlowHash, slowHash, type Unnamed } from '#shop/slow-hash.ts'

const MARK = '.'

/**
 * The newest first. Cheaper than a password's: a sign-in checks a PIN for each woman of its number, and without the shop's key
 * a hash of any cost cannot be tried.
 */
const PIN_HASHES: readonly [SlowHash, ...SlowHash[]] = [
  { name: 'scrypt-14-8-1', cost: { N: 2 ** 14, r: 8, p: 1 } },
]

/** How versions before hashed, which stored no name. */
const UNNAMED = { N: 16_384, r: 8, p: 1 }

const NONE = noHash(PIN_HASHES)

type Pin = { userId: string; pin: string }

/**
 * The stored form of a PIN: key id, name of the hash, salt and hash. A million PINs are soon tried, so the hash begins with a
 * signature by a key of the shop: the database alone does not suffice to try them.
 */
export async function hashPin(peppers: PinPeppers, pin: Pin): Promise<string> {
  const pepper = peppers.pepper(peppers.newest, textOf(pin)) ?? ''
  return `${peppers.newest}${MARK}${await slowHash(pepper, MARK, PIN_HASHES)}`
}

/**
 * True when the PIN is the hash's. Takes as long for every hash, and without one, and is then false. `network`: who asks;
 * networks take turns.
 */
export async function isPin(
  peppers: PinPeppers,
  pin: Pin,
  hash: string | null,
  network = '',
): Promise<boolean> {
  const { keyId, made } = parsed(hash ?? '')
  const text = textOf(pin)
  const named = keyId === null ? peppers.unnamed(text) : [peppers.pepper(keyId, text) ?? '']
  let isRight = false
  for (let at = 0; at < peppers.size; at += 1) {
    const isSame = await isSlowHash(named[at] ?? '', made, PIN_HASHES, network)
    isRight ||= isSame && Boolean(named[at])
  }
  return isRight
}

/** What hashes of the newest key and cost begin with. */
export function newestPinHash({ newest }: Pick<PinPeppers, 'newest'>): string {
  return [newest, PIN_HASHES[0].name, ''].join(MARK)
}

/** True for a hash that another key than the newest one begins, or of another cost. */
export function isOldPinHash(peppers: PinPeppers, hash: string): boolean {
  return !hash.startsWith(newestPinHash(peppers))
}

function parsed(hash: string): { keyId: string | null; made: Unnamed } {
  const parts = hash.split(MARK)
  if (parts.length === 4)
    return { keyId: parts[0] ?? '', made: namedHash(parts.slice(1).join(MARK), MARK, PIN_HASHES) ?? NONE }
  const [salt = '', key = ''] = parts.slice(-2)
  if (!key) return { keyId: null, made: NONE }
  const made = { cost: UNNAMED, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
  return { keyId: parts.length === 3 ? (parts[0] ?? '') : null, made }
}

function textOf({ userId, pin }: Pin): string {
  return `worker pin ${userId} ${pin}`
}
