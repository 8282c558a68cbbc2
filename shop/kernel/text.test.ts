import { expect, it } from 'vitest'
import { isBlank, latinDigits, searchText, turnsText, withoutInvisible } from '#shop/kernel/text.ts'

it('reads the search of a list, without what the database refuses', () => {
  expect(searchText(new URLSearchParams('q=%20ragi%00%20mix '), 6)).toBe('ragi m')
  expect(searchText(new URLSearchParams('q=%00'), 40)).toBe('')
  expect(searchText(new URLSearchParams(''), 40)).toBe('')
})

it('reads the digits of every Indian script', () => {
  for (const zero of '०০੦૦୦௦౦೦൦') {
    const digits = Array.from('0123456789', (digit) =>
      String.fromCharCode(zero.charCodeAt(0) + Number(digit)),
    )
    expect(latinDigits(`+${digits.join('')} a`), zero).toBe('+0123456789 a')
  }
})

it('drops marks that nobody sees, and keeps the joiners of Indian letters', () => {
  expect(withoutInvisible('\u202a+91\u200b 98\u202c\ufeff')).toBe('+91 98')
  expect(withoutInvisible('ക്\u200dഷ\u200c')).toBe('ക്\u200dഷ\u200c')
})

it('knows the characters that turn a text’s direction, and leaves joiners of Indian scripts alone', () => {
  expect(turnsText('Pack \u202egar')).toBe(true)
  expect(turnsText('Pack \u2067ragi\u2069')).toBe(true)
  expect(turnsText('रागी \u200d\u200cpack')).toBe(false)
})

it('sees that a text has nothing to see', () => {
  for (const text of ['', ' ', '\u200b', '\u200d\u200c', '\u3164\ufe0f', '\u2800 \u00ad'])
    expect(isBlank(text), JSON.stringify(text)).toBe(true)
  for (const text of ['x', 'ക്\u200dഷ', '☀\ufe0f']) expect(isBlank(text), text).toBe(false)
})
