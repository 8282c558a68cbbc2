import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nonceCsp, withoutNonce } from '#server/security-headers.ts'

const OURS = 'window.a = 1'
const HTML = `<head></head><script nonce="n1">${OURS}</script><script nonce="n1" type="module" async="">${OURS}2</script><script>evil()</script>`

describe('a cached page', () => {
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
    expect(csp).not.toContain('unsafe-inline')
  })
})

describe('style attributes', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const page = `<p style="color:red">style="color:blue"</p><b class="a" style="content:&quot;x&quot;"></b>`

  it('are named by what the browser reads in them, once each', () => {
    for (const csp of [nonceCsp('n1', page), withoutNonce(page, 'n1').csp]) {
      expect(csp).toContain(`style-src-attr 'unsafe-hashes' ${hash('color:red')} ${hash('content:"x"')};`)
    }
  })

  it('are forbidden where a page has none, and inline ones need a hash', () => {
    expect(nonceCsp('n1', '<p>plain</p>')).toContain("style-src-attr 'none';")
    expect(nonceCsp('n1', page)).not.toContain('unsafe-inline')
  })
})
