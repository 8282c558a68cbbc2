/** Placeholders in a domain that cannot exist (RFC 2606), because Better Auth needs an email for every account. */

const DELETED = '@deleted.invalid'
const NO_MAIL = '@no-mail.invalid'

export function deletedAddress(userId: string): string {
  return `deleted-${userId}${DELETED}`
}

/** Returns a placeholder. It is never shown, exported, mailed, or accepted from a form. */
export function noMailAddress(userId: string): string {
  return `${userId}${NO_MAIL}`
}

export function isNoMailAddress(email: string): boolean {
  return email.trim().toLowerCase().endsWith(NO_MAIL)
}

/** False for placeholders, to which nothing is sent. */
export function isMailable(email: string): boolean {
  return email !== '' && !email.endsWith(DELETED) && !isNoMailAddress(email)
}

/** Returns the email; null for a placeholder. */
export function realEmail(email: string): string | null {
  return isNoMailAddress(email) ? null : email
}
