import { createHash, randomBytes } from 'node:crypto'

/** Returns 43 random characters for a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash to store, from which the token cannot be derived. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
