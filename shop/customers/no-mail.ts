/** Addresses in domains that cannot exist (RFC 2606). The account library needs one for every account. */

/** Of closed accounts. */
const DELETED = '@deleted.invalid'
/** Of workers who joined without an email address. */
const WORKER = '@worker.invalid'

/** The address of a closed account. */
export function deletedAddress(userId: string): string {
  return `deleted-${userId}${DELETED}`
}

/** The address of an account without email. It is never shown, exported, mailed, or accepted from a form. */
export function noMailAddress(userId: string): string {
  return `${userId}${WORKER}`
}

/** True for the address of an account without email. */
export function isNoMailAddress(email: string): boolean {
  return email.trim().toLowerCase().endsWith(WORKER)
}

/** False for the placeholders, which receive nothing. */
export function isMailable(email: string): boolean {
  return !email.endsWith(DELETED) && !isNoMailAddress(email)
}

/** An account's address for display and export; null for an account without email. */
export function shownEmail(email: string): string | null {
  return isNoMailAddress(email) ? null : email
}
