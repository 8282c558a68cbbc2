import { expect, it } from 'vitest'
import { cleanText, cleanValue, hasBidi, isBlank, searchText } from '#shop/kernel/text.ts'

it('cleans and cuts the search of a list, without NUL, which the database refuses', () => {
  expect(searchText(' ragi\0 mix ', 6)).toBe('ragi m')
  expect(searchText('\0', 40)).toBe('')
  expect(searchText('', 40)).toBe('')
})

it('reads the digits of every script', () => {
  for (const zero of '०০੦૦୦௦౦೦൦٠۰๐０᧐𝟎𝟘𝟬') {
    const digits = Array.from('0123456789', (digit) =>
      String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
    )
    expect(cleanValue(`+${digits.join('')} a`), zero).toBe('+0123456789 a')
  }
})

it('removes invisible characters, and keeps the joiners of Indian letters', () => {
  expect(cleanText('\u202a Asha\u200b Rao\u202c\ufeff ')).toBe('Asha Rao')
  expect(cleanText('ക്\u200dഷ\u200c')).toBe('ക്\u200dഷ\u200c')
  expect(cleanText(' \u200d\u3164 ')).toBe('')
})

it('cleans a short value that was copied from a chat', () => {
  for (const noise of [
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u2060',
    '\u00ad',
    '\ufe0e',
    '\ufe0f',
    '\u{e0001}',
  ])
    expect(cleanValue(` ${noise}MIL${noise}LET10${noise} `), JSON.stringify(noise)).toBe('MILLET10')
  for (const marked of [
    '*MILLET10*',
    '_MILLET10_',
    '*_MILLET10_*',
    '* MILLET10 *',
    '\u200b*MILLET10*\u200e',
    '```MILLET10```',
    'ＭＩＬＬＥＴ１０',
    'MILLET1\ufe0f\u20e30\ufe0f\u20e3',
  ])
    expect(cleanValue(marked), marked).toBe('MILLET10')
  for (const whole of ['A_B', 'MILLET_', '10²', '½', '*', '**']) expect(cleanValue(whole)).toBe(whole)
})

it('finds bidi controls in a text, and ignores joiners of Indian scripts', () => {
  expect(hasBidi('Pack \u202egar')).toBe(true)
  expect(hasBidi('Pack \u2067ragi\u2069')).toBe(true)
  expect(hasBidi('रागी \u200d\u200cpack')).toBe(false)
})

it('treats a text without a visible character as blank', () => {
  for (const text of [
    '',
    ' ',
    '\u200b',
    '\u200d\u200c',
    '\u3164\ufe0f',
    '\u2800 \u00ad',
    '\u0301\u0301',
    '\ufffc',
  ])
    expect(isBlank(text), JSON.stringify(text)).toBe(true)
  for (const text of ['x', 'ക്\u200dഷ', '☀\ufe0f']) expect(isBlank(text), text).toBe(false)
})
