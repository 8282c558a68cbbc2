import { randomUUID } from 'node:crypto'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { type SandboxOutcome, sandboxBank } from '#infra/payments/sandbox/sandbox-bank.ts'
import { SANDBOX_SIGNATURE } from '#infra/payments/sandbox/sandbox-gateway.ts'
import { rupees } from '#shop/kernel/money.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { receiveWebhook } from '#shop/payments/receive-webhook.ts'
import { openPayment, verifyPayment } from '#shop/settlement/pay-order.ts'
import { NOW, SANDBOX_SECRET, type testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'
import { rowsOf, stockOf } from '#tests/rows.ts'

type TestShop = Awaited<ReturnType<typeof testDatabase>>

export const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

/** Creates card orders at the sandbox and takes the steps of paying. The product costs ₹118 with tax. */
export function cardOrders({ db, jobs, ctx }: TestShop) {
  const bank = sandboxBank({ db, jobs, secret: SANDBOX_SECRET, now: () => NOW })

  /** Places a card order and opens its payment at the sandbox. */
  async function orderByCard({ stock = 5, quantity = 1 } = {}) {
    const customer = await makeUser(db)
    const productId = await makeProduct(db, { price: rupees(100), stockQuantity: stock }, NOW)
    const items = [{ productId, quantity }]
    const card = { paymentMethod: 'card', idempotencyKey: randomUUID() } as const
    const orderId = await makeOrder(ctx(customer), items, card)
    return { customer, productId, ...must(await openPayment(ctx(customer), { orderId })) }
  }

  const actAtBank = (providerOrderId: string, outcome: SandboxOutcome) =>
    bank.decide(providerOrderId, outcome)

  /** Returns to the shop from the provider's page, with the proof of that outcome. */
  async function prove(
    orderId: string,
    { payment_id, signature }: Awaited<ReturnType<typeof actAtBank>>,
    now = NOW,
  ) {
    const proof = payment_id && signature ? { paymentId: payment_id, signature } : null
    return verifyPayment(ctx(undefined, { now }), { orderId, proof })
  }

  /** Delivers the sandbox's webhooks about a provider's order. The shop stores each and queues a job. */
  async function deliverWebhooks(providerOrderId: string) {
    const bodies = (await readJobs(db, 'sandbox-webhook')).map(({ body }) => body)
    const own = bodies.filter((body) => body.includes(providerOrderId))
    for (const rawBody of own) await deliver(rawBody)
    return own
  }

  /** Delivers one signed webhook of the sandbox. */
  function deliver(rawBody: string) {
    const headers = new Headers({ [SANDBOX_SIGNATURE]: bank.signWebhook(rawBody) })
    return receiveWebhook(ctx(), { provider: 'sandbox', rawBody, headers })
  }

  const orderOf = async (orderId: string) => {
    const order = await findOrder(db, orderId)
    if (!order) throw new Error('there is no such order')
    return order
  }

  const paymentsOf = (orderId: string) => rowsOf(db, 'payments', { orderId })

  const confirmationsOf = async (orderId: string) =>
    (await readJobs(db, 'order-confirmation')).filter((data) => data.orderId === orderId)

  return {
    bank,
    orderByCard,
    actAtBank: actAtBank,
    prove,
    deliver,
    deliverWebhooks,
    orderOf,
    paymentsOf,
    confirmationsOf,
    stockOf: (productId: string) => stockOf(db, productId),
  }
}
