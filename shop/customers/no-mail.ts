/** In domains that cannot exist (RFC 2606): the account library needs an address for every account. */

const DELETED = '@deleted.invalid'
const WORKER = '@worker.invalid'

export function deletedAddress(userId: string): string {
  return `deleted-${userId}${DELETED}`
}

/** Never shown, exported, mailed, or accepted from a form. */
export function noMailAddress(userId: string): string {
  return `${userId}${WORKER}`
}

export function isNoMailAddress(email: string): boolean {
  return email.trim().toLowerCase().endsWith(WORKER)
}

/** False for placeholders, which receive nothing. */
export function isMailable(email: string): boolean {
  return !email.endsWith(DELETED) && !isNoMailAddress(email)
}

/** Null for an account without email. */
export function shownEmail(email: string): string | null {
  return isNoMailAddress(email) ? null : email
}
