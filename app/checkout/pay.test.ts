import { createElement } from 'react'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { action, loader } from '#app/checkout/pay.tsx'
import { ProviderUnavailable } from '#app/checkout/pay-page.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { oncePath, payPath, signPayment } from '#shop/orders/order-paths.ts'
import { payInCash } from '#shop/settlement/pay-order.ts'
import { createPaymentPageLink } from '#shop/settlement/payment-page-link.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { renderHtml } from '#tests/rendered.ts'
import { updateRows } from '#tests/rows.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { orderByCard, prove, actAtBank } = cardOrders(shop)

function contextOf(actor: Actor, now: Date) {
  const value = { ctx: ctx(actor, { now }) } as unknown as RequestContext
  return new RouterContextProvider(new Map([[requestContext, value]]))
}

function load(orderId: string, path: string, { now = NOW, method = 'GET' } = {}) {
  const request = new Request(`http://localhost${path}`, { method })
  const input = { params: { orderId }, request, context: contextOf(VISITOR, now) }
  return loader(input as unknown as Parameters<typeof loader>[0])
}

/** Returns the redirect of the Pay button. */
async function pay(actor: Actor, orderId: string, now = NOW, path = `/checkout/pay/${orderId}`) {
  const context = contextOf(actor, now)
  const request = new Request(`http://localhost${path}`, { method: 'POST' })
  const answer = await action({ params: { orderId }, request, context } as unknown as Parameters<
    typeof action
  >[0])
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

it('lets a browser with the payment link pay, and shows that the order is paid', async () => {
  const { orderId, providerOrderId } = await orderByCard()
  const link = signPayment(ctx().links, orderId)
  const back = `/checkout/pay/${orderId}?${new URLSearchParams({ link })}`
  expect(await pay(VISITOR, orderId, NOW, back)).toContain(`/sandbox-pay/${providerOrderId}?order=${orderId}`)
  expect(await load(orderId, back)).toMatchObject({ state: 'open', link })
  await prove(orderId, await actAtBank(providerOrderId, 'success'))
  expect(await load(orderId, back)).toEqual({ state: 'ended', reason: 'paid' })
  expect(await pay(VISITOR, orderId, NOW, back)).toBe(back)
})

it('opens the payment page once with a one-time link', async () => {
  const { customer, orderId } = await orderByCard()
  const other = await orderByCard()
  const linkOf = async () => must(await createPaymentPageLink(ctx(customer), orderId)).token
  const open = (token: string, id = orderId, how = {}) =>
    load(id, oncePath(id, token), how).catch((answer: Response) => answer.headers.get('location'))
  const [replaced, token] = [await linkOf(), await linkOf()]
  const ended = { data: { state: 'ended', reason: 'used' }, init: { status: 410 } }
  for (const refused of [open(replaced), open(token, other.orderId), open('x'), open(token, 'x')])
    expect(await refused).toMatchObject(ended)
  expect(await open(token, orderId, { now: minutesLater(10) })).toMatchObject(ended)
  expect(await open(token, orderId, { method: 'HEAD' })).toEqual({ state: 'signed-out' })
  const answers = await Promise.all([open(token), open(token), open(token)])
  const to = answers.filter((answer) => typeof answer === 'string')
  expect(to).toEqual([payPath(orderId, signPayment(ctx().links, orderId))])
  expect(await load(orderId, `${to[0]}`)).toMatchObject({ state: 'open' })
})

it('tells a browser with the payment link the state of a payment if no further payment is needed', async () => {
  const pathOf = (orderId: string) => {
    const link = signPayment(ctx().links, orderId)
    return `/checkout/pay/${orderId}?${new URLSearchParams({ link })}`
  }
  const held = await orderByCard()
  await updateRows(db, 'paymentIntents', { orderId: held.orderId }, { status: 'held' })
  expect(await load(held.orderId, pathOf(held.orderId))).toMatchObject({
    ...{ state: 'waiting', unpaid: { state: 'held' } },
  })
  const inCash = await orderByCard()
  await payInCash(ctx(inCash.customer), inCash.orderId)
  expect(await load(inCash.orderId, pathOf(inCash.orderId))).toEqual({ state: 'ended', reason: 'cash' })
})

it('keeps the payment link while the provider is unreachable', () => {
  const html = renderHtml(createElement(ProviderUnavailable, { orderId: 'an-order', link: 'proof' }))
  expect(html).toContain('href="/checkout/pay/an-order?link=proof"')
  expect(html).not.toContain('See the order')
})
