/** Encryption of single fields of people. Each encrypted value is bound to its row. */
import { createHmac } from 'node:crypto'
import { ALGORITHMS, ringCipher } from '#infra/keys/algorithms.ts'
import { type KeyRing, keysOf } from '#infra/keys/key-ring.ts'

export type FieldSealer = ReturnType<typeof fieldSealer>

const PREFIX = 'sealed:'
/** 96 bits: collisions are improbable, and the index is useless without the key. */
const INDEX_BYTES = 12

/** Stored as 'sealed:<key id>.<algorithm>:<index>:<text>', without '<index>:' if the value has no index. */
export function fieldSealer(ring: KeyRing, algorithms = ALGORITHMS) {
  const cipher = ringCipher(ring, { keys: 'fields', ids: 'fieldKeyId' }, algorithms)
  const indexKeys = keysOf(ring, 'fieldIndexes')
  /** Returns the index of a text by each key, newest first. */
  const indexes = (text: string) =>
    indexKeys.map((key) =>
      createHmac('sha256', key).update(text).digest().subarray(0, INDEX_BYTES).toString('base64url'),
    )
  const prefix = { newest: `${PREFIX}${cipher.mark}:`, any: PREFIX }
  return {
    prefix,
    indexes,
    /** `isIndexed`: the value can be looked up by `indexes`. */
    seal(text: string, place: string, isIndexed: boolean) {
      const index = isIndexed ? `${indexes(text)[0]}:` : ''
      return prefix.newest + index + cipher.encrypt(text, place).toString('base64url')
    },
    /** Returns null if the text was moved or changed, is plain, or has an unknown key. */
    open(stored: string, place: string) {
      const { mark, bytes } = parseSealed(stored)
      return stored.startsWith(PREFIX) ? cipher.decrypt(mark, bytes, place) : null
    },
    hasKey: (stored: string) => cipher.hasKey(parseSealed(stored).mark),
  }
}

function parseSealed(stored: string): { mark: string; bytes: Buffer } {
  const [, mark = '', ...rest] = stored.split(':')
  return { mark, bytes: Buffer.from(rest.at(-1) ?? '', 'base64url') }
}
