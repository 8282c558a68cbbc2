import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { withoutNonce } from '#server/security-headers.ts'

const OURS = 'window.a = 1'
const HTML = `<head></head><script nonce="n1">${OURS}</script><script nonce="n1" type="module" async="">${OURS}2</script><script>evil()</script>`

describe('a kept page', () => {
  it('names its own scripts by hash and carries no nonce', () => {
    const { html, csp } = withoutNonce(HTML, 'n1')
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(csp).toContain(hash(OURS))
    expect(csp).toContain(hash(`${OURS}2`))
    expect(html).not.toContain('nonce')
    expect(html).toContain(`<script type="module" async="">${OURS}2</script>`)
  })

  it('does not allow a script that the rendering did not make', () => {
    const { csp } = withoutNonce(HTML, 'n1')
    expect(csp).not.toContain(createHash('sha256').update('evil()').digest('base64'))
    expect(csp).not.toContain("unsafe-inline' 'sha")
    expect(/script-src[^;]*unsafe-inline/.test(csp)).toBe(false)
  })
})
