import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import OrderRoute, { loader as loadOrder } from '#app/admin/orders/order.tsx'
import OrdersRoute, { loader as loadOrders } from '#app/admin/orders/orders.tsx'
import OverviewRoute, { loader as loadOverview } from '#app/admin/overview/overview.tsx'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import { makeUser } from '#db/factories/user.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { DisputeStatus } from '#shop/payment-gateway.ts'
import { recordDispute } from '#shop/payments/payments.sql.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { testDatabase } from '#tests/database.ts'
import { renderRoute } from '#tests/rendered.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { orderByCard, actAtBank, prove, paymentsOf } = cardOrders(shop)
const admin = await makeUser(db, { staffRole: 'owner' })
const staff: StaffCtx = { ...ctx(admin), actor: admin }

/** Returns the HTML of a dashboard page. Runs the loader and the view of its route. */
async function renderLoadedRoute(route: { loader: unknown; view: unknown }, path: string, params = {}) {
  const context = new RouterContextProvider(new Map([[staffContext, staff]]))
  const request = new Request(`http://shop.test${path}`)
  const loaderData = await (route.loader as (args: object) => unknown)({ request, context, params })
  return renderRoute(route.view, loaderData, path)
}

async function paidOrder() {
  const { orderId, providerOrderId } = await orderByCard()
  await prove(orderId, await actAtBank(providerOrderId, 'success'))
  return orderId
}

it('shows an open dispute on the order, in the list and on the overview, and an answered one on the order only', async () => {
  const [orderId, other] = [await paidOrder(), await paidOrder()]
  const providerPaymentId = (await paymentsOf(orderId))[0]?.providerPaymentId ?? ''
  const respondBy = minutesLater(7 * 24 * 60)
  const reportDispute = (status: DisputeStatus) =>
    recordDispute(db, 'sandbox', { id: 'disp_1', providerPaymentId, status, respondBy })
  const pages = async () => ({
    order: await renderLoadedRoute(
      { loader: loadOrder, view: OrderRoute },
      `/admin/dashboard/orders/${orderId}`,
      {
        id: orderId,
      },
    ),
    list: await renderLoadedRoute(
      { loader: loadOrders, view: OrdersRoute },
      '/admin/dashboard/orders?payment=disputed',
    ),
    overview: await renderLoadedRoute({ loader: loadOverview, view: OverviewRoute }, '/admin/dashboard'),
  })

  await reportDispute('open')
  const open = await pages()
  expect(open.order).toMatch(/class="badge tone-danger">Disputed</)
  expect(open.order).toContain(`Answer at Razorpay by ${formatDayAndTime(respondBy)}`)
  expect(open.list).toContain('<option value="disputed" selected="">Disputed</option>')
  expect(open.list).toContain(orderId)
  expect(open.list).not.toContain(other)
  expect(open.overview).toContain(`<b>Disputed payment to answer</b><span>By ${formatDayAndTime(respondBy)}`)
  expect(open.overview).toContain('href="/admin/dashboard/orders?payment=disputed&amp;sort=oldest"')

  await reportDispute('under_review')
  const answered = await pages()
  expect(answered.order).toContain('>Dispute under review<')
  expect(answered.order).not.toContain('Answer at Razorpay')
  expect(answered.list).not.toContain(orderId)
  expect(answered.overview).not.toContain('Disputed payment')
})
