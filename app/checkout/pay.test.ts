import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { action } from '#app/checkout/pay.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { payInCash } from '#shop/settlement/pay-order.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const shop = await testDatabase()
const { ctx } = shop
const { orderByCard, prove, actAtBank } = cardOrders(shop)

/** Returns the redirect of the Pay button. */
async function pay(actor: Actor, orderId: string, now = NOW): Promise<string | null> {
  const value = { ctx: ctx(actor, { now }) } as unknown as RequestContext
  const context = new RouterContextProvider(new Map([[requestContext, value]]))
  const answer = await action({ params: { orderId }, context } as unknown as Parameters<typeof action>[0])
  return answer.headers.get('location')
}

it('redirects to the provider only while the order can be paid', async () => {
  const { customer, orderId, providerOrderId } = await orderByCard()
  const back = `/checkout/pay/${orderId}`
  expect(await pay(customer, orderId)).toBe(`/sandbox-pay/${providerOrderId}?order=${orderId}`)
  expect(await pay(VISITOR, orderId)).toBe(back)
  expect(await pay(customer, orderId, minutesLater(15))).toBe(back)
  await payInCash(ctx(customer), orderId)
  expect(await pay(customer, orderId)).toBe(back)

  const cancelled = await orderByCard()
  await cancelOrder(ctx(cancelled.customer), { orderId: cancelled.orderId, details: '' })
  expect(await pay(cancelled.customer, cancelled.orderId)).toBe(`/checkout/pay/${cancelled.orderId}`)

  const pending = await orderByCard()
  await prove(pending.orderId, await actAtBank(pending.providerOrderId, 'late'))
  expect(await pay(pending.customer, pending.orderId)).toBe(`/checkout/pay/${pending.orderId}`)
})
