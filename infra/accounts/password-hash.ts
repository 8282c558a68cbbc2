/** Hashes of passwords: 'scrypt-14-8-5$<salt>$<hash>'; those of the account library name no cost. */
import type { Db } from '#shop/ctx.ts'
import { isSlowHash, namedHash, noHash, SLOW_HASHES, slowHash, type Unnamed } from '#shop/slow-hash.ts'

const MARK = '$'

/** As the account library hashed before: '<salt>:<hash>', both in hexadecimal; the salt's text is the salt. */
const LIBRARY = { cost: { N: 2 ** 14, r: 16, p: 1 }, form: /^([0-9a-f]+):([0-9a-f]+)$/ }

export function hashPassword(password: string): Promise<string> {
  return slowHash(password.normalize('NFKC'), MARK)
}

/**
 * True when the password is the hash's. A right one that was hashed with another cost is hashed anew where it is stored, unless it
 * was changed meanwhile.
 */
export async function verifyPassword(
  db: Db,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  const text = password.normalize('NFKC')
  if (!(await isSlowHash(text, parsed(hash)))) return false
  if (!hash.startsWith(`${SLOW_HASHES[0].name}${MARK}`))
    await db
      .updateTable('accounts')
      .set({ password: await hashPassword(password) })
      .where('providerId', '=', 'credential')
      .where('password', '=', hash)
      .execute()
  return true
}

function parsed(hash: string): Unnamed {
  const [, salt = '', key = ''] = LIBRARY.form.exec(hash) ?? []
  if (key) return { cost: LIBRARY.cost, salt, key: Buffer.from(key, 'hex') }
  return namedHash(hash, MARK) ?? noHash()
}
