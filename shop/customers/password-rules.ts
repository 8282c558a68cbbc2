/** Passwords that are guessed first. The floor that the specification asks for is in input.ts. */

export type WeakPassword = 'common' | 'own' | 'leaked'

/** What is written after a word to satisfy rules, up to five digits or signs, is tried by everybody who guesses. */
const TAIL = /[^a-z]{1,5}$/

/** True when the password is one of these in any case, also with up to five digits or signs after it. */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const lower = password.toLowerCase()
  return common.has(lower) || common.has(lower.replace(TAIL, ''))
}

/** Shorter names are in too many passwords by chance. */
const SHORTEST_NAME = 4

/** True when the password holds the shop's name, a part of the person's name, or of the address before the @. */
export function holdsOwnName(
  password: string,
  { brand, fullName, email }: { brand: string; fullName: string; email: string },
): boolean {
  const local = email.split('@', 1)[0] ?? ''
  const names = [brand, ...fullName.split(/\s+/), local, ...local.split(/[.+_-]/)].map(plain)
  const typed = plain(password)
  return names.some((name) => [...name].length >= SHORTEST_NAME && typed.includes(name))
}

/** Letters and digits alone, in lower case, without accents. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '')
}
