import type { PinPeppers } from '#shop/ctx.ts'
import { type Hash, isSlowHash, namedHash, noHash, type SlowHash, slowHash } from '#shop/slow-hash.ts'

const MARK = '.'

/**
 * The newest first. Cheaper than a password's: a sign-in checks a PIN for each woman of its number, and without the shop's key
 * a hash of any cost cannot be tried.
 */
const PIN_HASHES: readonly [SlowHash, ...SlowHash[]] = [
  { name: 'scrypt-14-8-1', cost: { N: 2 ** 14, r: 8, p: 1 } },
]

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
  const pepper = peppers.pepper(keyId, textOf(pin))
  const isRight = await isSlowHash(pepper ?? '', made, PIN_HASHES, network)
  return isRight && pepper !== null
}

/** What hashes of the newest key and cost begin with. */
export function newestPinHash({ newest }: Pick<PinPeppers, 'newest'>): string {
  return [newest, PIN_HASHES[0].name, ''].join(MARK)
}

/** Returns the hash of a right PIN as it is, or a new one if it has an older key or cost. */
export async function renewPinHash(peppers: PinPeppers, pin: Pin, hash: string): Promise<string> {
  return hash.startsWith(newestPinHash(peppers)) ? hash : hashPin(peppers, pin)
}

function parsed(hash: string): { keyId: string; made: Hash } {
  const [keyId = '', ...rest] = hash.split(MARK)
  return { keyId, made: namedHash(rest.join(MARK), MARK, PIN_HASHES) ?? NONE }
}

function textOf({ userId, pin }: Pin): string {
  return `worker pin ${userId} ${pin}`
}
