/** Rules for passwords beyond those of the specification, which are in input.ts. */

export type WeakPassword = 'common' | 'own' | 'leaked'

/** Attackers try common words with up to five digits or signs after them. */
const TAIL = /[^a-z]{1,5}$/

/** True for a common password. Ignores case and up to five digits or signs at the end. */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const lower = password.toLowerCase()
  return common.has(lower) || common.has(lower.replace(TAIL, ''))
}

/** Shorter names occur in many passwords by chance. */
const MIN_NAME_LENGTH = 4

/** True when the password contains the shop's name, or a part of the person's name or email address. */
export function containsOwnName(
  password: string,
  { brand, fullName, email }: { brand: string; fullName: string; email: string },
): boolean {
  const local = email.split('@', 1)[0] ?? ''
  const names = [brand, ...fullName.split(/\s+/), local, ...local.split(/[.+_-]/)].map(normalize)
  const typed = normalize(password)
  return names.some((name) => [...name].length >= MIN_NAME_LENGTH && typed.includes(name))
}

function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '')
}
