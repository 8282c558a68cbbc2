import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#infra/config/settings.ts'
import { formOrigins, nonceCsp, withoutNonce } from '#server/security-headers.ts'
import { pageRegistry } from '#tests/page-routes.ts'

const registry = await pageRegistry()
const OURS = 'window.a = 1'
const HTML = `<head></head><script nonce="n1">${OURS}</script><script nonce="n1" type="module" async="">${OURS}2</script><script>evil()</script>`

describe('a cached page', () => {
  it('allows its own scripts by hash and contains no nonce', () => {
    const { html, csp } = withoutNonce(HTML, 'n1')
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(csp).toContain(hash(OURS))
    expect(csp).toContain(hash(`${OURS}2`))
    expect(html).not.toContain('nonce')
    expect(html).toContain(`<script type="module" async="">${OURS}2</script>`)
  })

  it('allows only its own styles, by hash', () => {
    const { html, csp } = withoutNonce('<style nonce="n1">p{}</style><style>b{}</style>', 'n1')
    const hash = createHash('sha256').update('p{}').digest('base64')
    expect(csp).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(html).toBe('<style>p{}</style><style>b{}</style>')
  })

  it('does not allow a script that the rendering did not write', () => {
    const { csp } = withoutNonce(HTML, 'n1')
    expect(csp).not.toContain(createHash('sha256').update('evil()').digest('base64'))
    expect(csp).not.toContain('unsafe-inline')
  })
})

describe('style attributes', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const page = `<p style="color:red">style="color:blue"</p><b class="a" style="content:&quot;x&quot;"></b>`

  it('are allowed by the hash of their unescaped value; each hash is listed once', () => {
    for (const csp of [nonceCsp('n1', page), withoutNonce(page, 'n1').csp]) {
      expect(csp).toContain(`style-src-attr 'unsafe-hashes' ${hash('color:red')} ${hash('content:"x"')};`)
    }
  })

  it('are allowed in a framed document, which inherits the policy', () => {
    const framed = `<iframe title="mail" srcDoc="&lt;p\n style=&quot;font:16px &amp;quot;Georgia&amp;quot;&quot;&gt;"></iframe>`
    expect(nonceCsp('n1', framed)).toContain(`style-src-attr 'unsafe-hashes' ${hash('font:16px "Georgia"')};`)
  })

  it('are forbidden if a page has none, and never allowed without a hash', () => {
    expect(nonceCsp('n1', '<p>plain</p>')).toContain("style-src-attr 'none';")
    expect(nonceCsp('n1', page)).not.toContain('unsafe-inline')
  })
})

describe('form-action', () => {
  const KEYS = { RAZORPAY_KEY_ID: 'rzp', RAZORPAY_KEY_SECRET: 'key', RAZORPAY_WEBHOOK_SECRET: 'hook' }
  const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  function cspOf(path: string, env: Record<string, string>): string {
    const read = readSettings(env)
    if (!read.ok) throw new Error(read.problems.join())
    return nonceCsp('n', '', formOrigins(registry.formTargetsAt(path), read.settings))
  }
  const formActionOf = (path: string, env: Record<string, string>) =>
    /form-action [^;]*/.exec(cspOf(path, env))?.[0]

  it('allows Razorpay only on the payment page, and only if Razorpay is configured', () => {
    expect(formActionOf('/checkout/pay/1', KEYS)).toBe("form-action 'self' https://api.razorpay.com")
    expect(formActionOf('/checkout/pay/1', {})).toBe("form-action 'self'")
    for (const path of ['/', '/checkout', '/orders/1', '/sandbox-pay/1', '/checkout/pay/1/x'])
      expect(formActionOf(path, KEYS)).toBe("form-action 'self'")
  })

  it('allows the identity providers only on sign-in pages', () => {
    for (const page of ['signin', 'signup', 'SignIn/', 'reset-password', 'verify-email', 'first-admin'])
      expect(formActionOf(`/auth/${page}`, GOOGLE)).toBe("form-action 'self' https://accounts.google.com")
    expect(formActionOf('/auth/signin', KEYS)).toBe("form-action 'self'")
    expect(formActionOf('/profile', GOOGLE)).toBe("form-action 'self'")
  })

  it('allows no scripts of payment providers', () => {
    expect(/script-src [^;]*/.exec(cspOf('/checkout/pay/1', KEYS))?.[0]).toBe("script-src 'self' 'nonce-n'")
  })
})
