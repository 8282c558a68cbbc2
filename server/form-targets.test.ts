import { expect, it } from 'vitest'
import { readSettings } from '#infra/config/settings.ts'
import { formTargets } from '#server/form-targets.ts'
import { nonceCsp } from '#server/security-headers.ts'

const KEYS = { RAZORPAY_KEY_ID: 'rzp', RAZORPAY_KEY_SECRET: 'key', RAZORPAY_WEBHOOK_SECRET: 'hook' }

function formActionOf(path: string, env: Record<string, string>): string | undefined {
  const read = readSettings(env)
  if (!read.ok) throw new Error(read.problems.join())
  return /form-action [^;]*/.exec(nonceCsp('n', '', formTargets(path, read.settings)))?.[0]
}

it('lets only the payment page send its form to Razorpay, and only where Razorpay takes the cards', () => {
  expect(formActionOf('/checkout/pay/1', KEYS)).toBe("form-action 'self' https://api.razorpay.com")
  expect(formActionOf('/checkout/pay/1', {})).toBe("form-action 'self'")
  for (const path of ['/', '/checkout', '/orders/1', '/sandbox-pay/1'])
    expect(formActionOf(path, KEYS)).toBe("form-action 'self'")
})

it('lets no script of another site run, with any payment provider', () => {
  const read = readSettings(KEYS)
  const csp = read.ok ? nonceCsp('n', '', formTargets('/checkout/pay/1', read.settings)) : ''
  expect(/script-src [^;]*/.exec(csp)?.[0]).toBe("script-src 'self' 'nonce-n'")
})
