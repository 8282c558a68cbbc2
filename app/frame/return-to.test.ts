import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnToOf, safeReturnTo, withQuery } from '#app/frame/return-to.ts'

describe('safeReturnTo', () => {
  it.each(['/', '/checkout', '/orders?status=pending&q=%23a', '/product/x#reviews', '/a//b'])(
    'accepts %j',
    (path) => {
      expect(safeReturnTo(path)).toBe(path)
    },
  )

  it.each([
    null,
    undefined,
    '',
    'checkout',
    'https://evil.test/',
    'javascript:alert(1)',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '/a\\..\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\u0000',
    ' /checkout',
    '/.//evil.test',
    '/..//evil.test',
    '/x/..//evil.test',
    `/${'x'.repeat(1000)}`,
  ])('refuses %j', (value) => {
    expect(safeReturnTo(value)).toBeNull()
  })

  it('never leads to another site, and returns a path that it accepts again unchanged', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '\t',
      '\n',
      'evil.test',
      'http:',
      'x',
    )
    const paths = fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 8 })
    fc.assert(
      fc.property(paths, (some) => {
        const safe = safeReturnTo(`/${some.join('')}`)
        if (safe === null) return
        expect(new URL(safe, 'https://shop.test').origin).toBe('https://shop.test')
        expect(safe).toMatch(/^\/(?!\/)/)
        expect(safeReturnTo(safe)).toBe(safe)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('withQuery and returnToOf', () => {
  it('pass a path on through a URL', () => {
    const url = withQuery('/auth/signin', { error: null, returnTo: '/orders?q=a&b=c' })
    expect(url).toBe('/auth/signin?returnTo=%2Forders%3Fq%3Da%26b%3Dc')
    expect(returnToOf(`http://shop.test${url}`)).toBe('/orders?q=a&b=c')
  })

  it('leave the path unchanged if there is nothing to add', () => {
    expect(withQuery('/auth/signin', { returnTo: null })).toBe('/auth/signin')
  })
})
