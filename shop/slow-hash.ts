import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { semaphore } from '#shop/kernel/semaphore.ts'

/** Memory is 128 * N * r bytes, time grows with N * r * p. */
export type Cost = { readonly N: number; readonly r: number; readonly p: number }
export type SlowHash = {
  /** In front of each hash. */
  readonly name: string
  readonly cost: Cost
}

/**
 * The newest first: it hashes, all are checked (OWASP's Password Storage Cheat Sheet of 2026). Another cost
 * is a new first entry; an older hash moves to it with the next right try.
 */
export const SLOW_HASHES: readonly [SlowHash, ...SlowHash[]] = [
  { name: 'scrypt-14-8-5', cost: { N: 2 ** 14, r: 8, p: 5 } },
]

const SALT_BYTES = 16
const KEY_BYTES = 32

export type Hash = { cost: Cost; salt: Buffer; key: Buffer }

/** `mark`: separates name, salt and key. */
export async function slowHash(
  text: string,
  mark: string,
  [newest]: readonly [SlowHash, ...SlowHash[]] = SLOW_HASHES,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(text, salt, { cost: newest.cost, who: '' })
  return [newest.name, salt.toString('base64url'), key.toString('base64url')].join(mark)
}

/** Returns null for a text that is no such hash. */
export function namedHash(stored: string, mark: string, hashes = SLOW_HASHES): Hash | null {
  const [name = '', salt = '', key = ''] = stored.split(mark)
  const hash = hashes.find((candidate) => candidate.name === name)
  if (!hash) return null
  return { cost: hash.cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
}

/** Checked where there is no hash: never right, and as slow. */
export function noHash([newest] = SLOW_HASHES): Hash {
  return { cost: newest.cost, salt: Buffer.alloc(0), key: Buffer.alloc(0) }
}

/** Takes as long for older and cheaper hashes, so that time shows no age. `who`: the client's network. */
export async function isSlowHash(text: string, { cost, salt, key }: Hash, [newest] = SLOW_HASHES, who = '') {
  const tried = await derive(text, salt, { cost, who })
  const missing = Math.floor((workOf(newest.cost) - workOf(cost)) / (newest.cost.N * newest.cost.r))
  if (missing > 0) await derive(text, salt, { cost: { ...newest.cost, p: missing }, who })
  return key.length === tried.length && timingSafeEqual(key, tried)
}

function workOf({ N, r, p }: Cost): number {
  return N * r * p
}

// The built pages have a copy of this module, which must wait in the same queue.
const KEY = Symbol.for('shop slow hashes')
const shared = globalThis as { [KEY]?: ReturnType<typeof semaphore> }
/** Half of the four threads beside the event loop, which also compress pages and look up names. */
shared[KEY] ??= semaphore(2)
const inTurn = shared[KEY]

/** `who`: networks take turns. */
function derive(text: string, salt: Buffer, { cost, who }: { cost: Cost; who: string }): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r }
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
      }),
    who,
  )
}
