import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type ScryptCallback = (error: Error | null, key: Buffer) => void
type Scrypt = (
  password: string,
  salt: string,
  length: number,
  options: ScryptOptions,
  done: ScryptCallback,
) => void

declare global {
  var realScrypt: Scrypt | undefined
}

/** Cost factors of the hash. `noticeable` takes several times as long as a request without a hash. */
const N = { small: 2, noticeable: 4096 }

/**
 * Sets the cost of a password hash for the rest of the test file. Tests sign in hundreds of times, and each
 * hash at the real cost takes tens of milliseconds.
 */
export function setPasswordCost(cost: keyof typeof N): void {
  globalThis.realScrypt ??= crypto.scrypt as Scrypt
  const real = globalThis.realScrypt
  const cheaper: Scrypt = (password, salt, length, options, done) =>
    real(password, salt, length, { ...options, N: N[cost] }, done)
  Object.assign(crypto, { scrypt: cheaper })
  syncBuiltinESMExports()
}

/** Returns the work of all password hashes that `action` computes: the sum of N * r * p at their real cost. */
export async function hashWork(action: () => Promise<unknown>): Promise<number> {
  const current = crypto.scrypt as Scrypt
  let work = 0
  const countingScrypt: Scrypt = (password, salt, length, options, done) => {
    const { N = 0, r = 0, p = 0 } = options
    work += N * r * p
    current(password, salt, length, options, done)
  }
  Object.assign(crypto, { scrypt: countingScrypt })
  syncBuiltinESMExports()
  try {
    await action()
  } finally {
    Object.assign(crypto, { scrypt: current })
    syncBuiltinESMExports()
  }
  return work
}
