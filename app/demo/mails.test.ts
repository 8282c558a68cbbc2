import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textParts } from '#app/demo/mails.tsx'

const ORIGIN = 'http://127.0.0.1:3000'

describe('textParts', () => {
  it('finds web links, and turns links to the shop into paths', () => {
    const text = `Open this:\n\n${ORIGIN}/api/auth/verify-email?token=a.b-c_d&callbackURL=%2F\n\nor see https://example.test/x.`
    expect(textParts(text, ORIGIN)).toEqual([
      { text: 'Open this:\n\n', href: null },
      {
        text: `${ORIGIN}/api/auth/verify-email?token=a.b-c_d&callbackURL=%2F`,
        href: '/api/auth/verify-email?token=a.b-c_d&callbackURL=%2F',
      },
      { text: '\n\nor see ', href: null },
      { text: 'https://example.test/x', href: 'https://example.test/x' },
      { text: '.', href: null },
    ])
  })

  it('does not treat another host that starts with the shop’s origin as the shop', () => {
    expect(textParts(`${ORIGIN}.evil.test/x`, ORIGIN)[0]?.href).toBe(`${ORIGIN}.evil.test/x`)
  })

  it('keeps the whole text, and links only web addresses', () => {
    const links = fc.constantFrom(ORIGIN, 'https://example.test/x?y=1#z', 'javascript:alert(1)', 'http://')
    const words = fc.array(fc.oneof(fc.string(), links), { maxLength: 5 })
    fc.assert(
      fc.property(words, (some) => {
        const text = some.join(' ')
        const parts = textParts(text, ORIGIN)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const { href } of parts) expect(href ?? '/').toMatch(/^(https?:\/\/|\/)/)
      }),
    )
  })
})
