import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiEnv } from '#api/deps.ts'
import { limited } from '#api/rate-limit.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { type VerifiedPayment, verifyPayment } from '#shop/settlement/verify-payment.ts'

/**
 * The address to which the provider's page returns the browser, by a link or a form. The request carries no session
 * (the form is cross-site), so nothing depends on the actor: a proof is verified, and without one the provider is
 * asked. Not part of the contract.
 */
export const paymentReturns = new OpenAPIHono<ApiEnv>()

paymentReturns.on(
  ['GET', 'POST'],
  '/payments/return',
  limited('payment returns', { limit: 60, windowSeconds: 600 }),
  async (c) => {
    const query = new URL(c.req.url).searchParams
    const orderId = query.get('order') ?? ''
    if (!isUuid(orderId)) return c.redirect('/orders', 303)
    const form = c.req.method === 'POST' ? await c.req.formData().catch(() => null) : null
    // Razorpay posts a form with its own field names; the sandbox returns by a link.
    const field = (name: string) => String(form?.get(`razorpay_${name}`) ?? query.get(name) ?? '')
    const paymentId = field('payment_id')
    const signature = field('signature')
    const proof = paymentId && signature ? { paymentId, signature } : null
    const proven = await verifyPayment(c.var.deps.ctxFor(VISITOR), { orderId, proof })
    return c.redirect(nextPage(orderId, proven.ok ? proven.value.outcome : null), 303)
  },
)

function nextPage(orderId: string, outcome: VerifiedPayment['outcome'] | null): string {
  if (outcome === 'paid') return `/checkout/success?orderId=${orderId}`
  if (outcome === 'over') return `/orders/${orderId}`
  return `/checkout/pay/${orderId}${outcome === 'confirming' ? '?confirming' : ''}`
}
