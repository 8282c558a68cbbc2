import type { PinPeppers } from '#shop/ctx.ts'
import { checkHash, dummyHash, type Hash, parseSlowHash, type SlowHash, slowHash } from '#shop/slow-hash.ts'

const MARK = '.'

/** Newest first. The cost is low: a sign-in checks up to four hashes, which are useless without the pepper. */
const PIN_HASHES: readonly [SlowHash, ...SlowHash[]] = [
  { name: 'scrypt-14-8-1', cost: { N: 2 ** 14, r: 8, p: 1 } },
]

const NONE = dummyHash(PIN_HASHES)

type Pin = { userId: string; pin: string }

/** Returns key id, algorithm, salt and hash of the PIN, peppered with a key that is not in the database. */
export async function hashPin(peppers: PinPeppers, pin: Pin): Promise<string> {
  const pepper = peppers.pepper(peppers.newest, textOf(pin)) ?? ''
  return `${peppers.newest}${MARK}${await slowHash(pepper, MARK, PIN_HASHES)}`
}

/** Checks a PIN. Takes as long for null (false) as for a hash. `network`: networks share the hashing time. */
export async function isPin(peppers: PinPeppers, pin: Pin, hash: string | null, network = '') {
  const { keyId, slow } = parseHash(hash ?? '')
  const pepper = peppers.pepper(keyId, textOf(pin))
  const isRight = await checkHash(pepper ?? '', slow, PIN_HASHES, network)
  return isRight && pepper !== null
}

/** Returns the prefix of hashes with the newest key and cost. */
export function newestPinHash({ newest }: Pick<PinPeppers, 'newest'>): string {
  return [newest, PIN_HASHES[0].name, ''].join(MARK)
}

/** Returns the hash of a correct PIN, renewed if its key or cost is old. */
export async function renewPinHash(peppers: PinPeppers, pin: Pin, hash: string): Promise<string> {
  return hash.startsWith(newestPinHash(peppers)) ? hash : hashPin(peppers, pin)
}

function parseHash(hash: string): { keyId: string; slow: Hash } {
  const [keyId = '', ...rest] = hash.split(MARK)
  return { keyId, slow: parseSlowHash(rest.join(MARK), MARK, PIN_HASHES) ?? NONE }
}

function textOf({ userId, pin }: Pin): string {
  return `worker pin ${userId} ${pin}`
}
