import { describe, expect, it } from 'vitest'
import { MAX_QUERY_LENGTH, readQuery } from '#shop/search/query.ts'

describe('readQuery', () => {
  it('splits text into words without case, accents, apostrophes and stop words', () => {
    expect(readQuery('  Za’atar with the Jalapeño  ')).toEqual({
      text: 'Za’atar with the Jalapeño',
      words: ['zaatar', 'jalapeno'],
    })
  })

  it('does not split words of other scripts', () => {
    expect(readQuery('रागि चना').words).toEqual(['रागि', 'चना'])
  })

  it.each([
    ['हल्दी', 'हलदी'],
    ['बाजरा', 'बाज़रा'],
    ['रागी', 'रागि'],
    ['जीरा', 'जिरा'],
    ['मूंग', 'मुँग'],
    ['इडली', 'ईडली'],
    ['ragi', 'r\u200bagi'],
    ['ragi', 'ra\u00adgi'],
    ['ragi', '\ufeffragi\u2060'],
    ['चटनी', 'चट\u200dनी'],
  ])('normalizes %s and %s to the same words', (text, other) => {
    expect(readQuery(other).words).toEqual(readQuery(text).words)
  })

  it('returns no words for empty text, punctuation and single letters', () => {
    for (const typed of [null, '', '   ', '%_\\', '🌾', 'a b c']) expect(readQuery(typed).words).toEqual([])
  })

  it('replaces control characters by spaces, and lone surrogates', () => {
    expect(readQuery('ragi\0\r\nmix')).toEqual({ text: 'ragi mix', words: ['ragi', 'mix'] })
    expect(readQuery('ragi \ud83c').text.isWellFormed()).toBe(true)
  })

  it('limits the number of words and the length, and never splits a character', () => {
    const { text } = readQuery(`${'x'.repeat(MAX_QUERY_LENGTH - 1)}🌾`)
    expect(text.length).toBeLessThanOrEqual(MAX_QUERY_LENGTH)
    expect(text.isWellFormed()).toBe(true)
    expect(readQuery('aa ab ac ad ae af ag ah ai aj ak').words).toHaveLength(8)
    expect(readQuery('ragi ragi RAGI').words).toEqual(['ragi'])
  })
})
