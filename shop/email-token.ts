import { createHash, randomBytes } from 'node:crypto'

/** A random secret for a link, 43 characters long. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token, from which the token cannot be derived. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
