import { randomInt } from 'node:crypto'

const COUNT = 10
/** Without look-alikes. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 138 bits: ASVS asks for 128, and from 112 a plain hash may store a code (6.5.2, 11.5.1). */
const LENGTH = 28

/** Ten codes like 'abcd-efgh-jkmn-pqrs-tuvw-xyz2-3456'. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
    return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
  })
}

/** Ignores dashes and case. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
}
