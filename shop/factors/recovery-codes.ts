import { randomInt } from 'node:crypto'

const COUNT = 10
/** Letters and digits that cannot be mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 138 bits. ASVS requires 128, and allows a plain hash from 112 bits (6.5.2, 11.5.1). */
const LENGTH = 28

/** Returns ten codes like 'abcd-efgh-jkmn-pqrs-tuvw-xyz2-3456'. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
    return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
  })
}

/** Normalizes a code: without dashes, in lower case. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
}
