import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { semaphore } from '#shop/kernel/semaphore.ts'

/** Parameters of scrypt. Memory is 128 * N * r bytes; time grows with N * r * p. */
export type Cost = { readonly N: number; readonly r: number; readonly p: number }
export type SlowHash = {
  /** The prefix of each hash. */
  readonly name: string
  readonly cost: Cost
}

/**
 * Accepted hashes; the first creates new ones (OWASP's Password Storage Cheat Sheet of 2026). To change the
 * cost, add a new first entry: an older hash is replaced at the next successful check.
 */
export const SLOW_HASHES: readonly [SlowHash, ...SlowHash[]] = [
  { name: 'scrypt-14-8-5', cost: { N: 2 ** 14, r: 8, p: 5 } },
]

const SALT_BYTES = 16
const KEY_BYTES = 32

export type Hash = { cost: Cost; salt: Buffer; key: Buffer }

/** Hashes a text. `mark` separates name, salt and key. */
export async function slowHash(
  text: string,
  mark: string,
  [newest]: readonly [SlowHash, ...SlowHash[]] = SLOW_HASHES,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(text, salt, { cost: newest.cost, client: '' })
  return [newest.name, salt.toString('base64url'), key.toString('base64url')].join(mark)
}

/** Parses a stored hash, or returns null. */
export function parseSlowHash(stored: string, mark: string, hashes = SLOW_HASHES): Hash | null {
  const [name = '', salt = '', key = ''] = stored.split(mark)
  const hash = hashes.find((candidate) => candidate.name === name)
  if (!hash) return null
  return { cost: hash.cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
}

/** Returns a hash to check when none is stored. It never matches, and the check takes equally long. */
export function dummyHash([newest] = SLOW_HASHES): Hash {
  return { cost: newest.cost, salt: Buffer.alloc(0), key: Buffer.alloc(0) }
}

/** Checks a text. Cheaper hashes take equally long, so that the time reveals nothing. `client`: its network. */
export async function checkHash(text: string, hash: Hash, [newest] = SLOW_HASHES, client = '') {
  const { cost, salt, key } = hash
  const derived = await derive(text, salt, { cost, client })
  const missingWork = Math.floor((workOf(newest.cost) - workOf(cost)) / (newest.cost.N * newest.cost.r))
  if (missingWork > 0) await derive(text, salt, { cost: { ...newest.cost, p: missingWork }, client })
  return key.length === derived.length && timingSafeEqual(key, derived)
}

function workOf({ N, r, p }: Cost): number {
  return N * r * p
}

// The built pages have a copy of this module, which must use the same queue.
const KEY = Symbol.for('shop slow hashes')
const shared = globalThis as { [KEY]?: ReturnType<typeof semaphore> }
/** Two of the four threads of libuv, which also compress pages and resolve host names. */
shared[KEY] ??= semaphore(2)
const hashQueue = shared[KEY]

/** Derives a key when a thread is free. Networks take turns. */
function derive(text: string, salt: Buffer, { cost, client }: { cost: Cost; client: string }) {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r }
  return hashQueue(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(text, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
      }),
    client,
  )
}
