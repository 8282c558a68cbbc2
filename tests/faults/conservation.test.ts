/**
 * A thousand random histories, many at once: buying, paying, cancelling, refunding, webhooks that come twice, coupons
 * that change, admins who move orders anywhere. Afterwards nothing may have been lost or made from nothing.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { createCoupon } from '#shop/coupons/create-coupon.ts'
import type { Person } from '#shop/customers/actor.ts'
import { checkLedger } from '#shop/inventory/ledger.read.ts'
import { issueCreditNote } from '#shop/invoices/issue-credit-note.ts'
import { issueInvoice } from '#shop/invoices/issue-invoice.ts'
import { paise } from '#shop/kernel/money.ts'
import { askForRefund } from '#shop/orders/ask-for-refund.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { decideCancellation } from '#shop/orders/decide-cancellation.ts'
import { decideRefund } from '#shop/orders/decide-refund.ts'
import { ORDER_STATUSES } from '#shop/orders/order.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { openPayment } from '#shop/payments/open-payment.ts'
import { sendRefund } from '#shop/payments/send-refund.ts'
import { cardOrders } from '#tests/card-orders.ts'
import { testDatabase } from '#tests/database.ts'
import { queued } from '#tests/queued.ts'

const HISTORIES = 1_000
const AT_ONCE = 16
const START = 400

const shop = await testDatabase({ poolSize: AT_ONCE })
const { db, ctx } = shop
const { act, prove, deliverWebhooks } = cardOrders(shop)
const admin = await makeUser(db, { isAdmin: true })
const customers = await Promise.all(Array.from({ length: 12 }, () => makeUser(db)))
const products = await Promise.all(
  Array.from({ length: 5 }, async () => (await makeProduct(db, { stockQuantity: START })) ?? ''),
)

/** The same numbers in every run. */
function randomNumbers(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, of: <Value>(values: readonly Value[]) => values[below(values.length)] as Value }
}
type Chance = ReturnType<typeof randomNumbers>

async function makeCoupon(code: string, maxUses: number | null): Promise<void> {
  const value = { discountType: 'percentage', discountValue: 10, minOrderAmount: 0 } as const
  const limits = { maxUses, maxUsesPerCustomer: null, expiryDate: null, isActive: true }
  const made = await createCoupon(ctx(admin), { code, name: code, description: '', ...value, ...limits })
  if (!made.ok) throw new Error(made.reason)
}

async function history(number: number): Promise<void> {
  const chance = randomNumbers(number + 1)
  const customer = chance.of(customers)
  const method = chance.of(['cod', 'card'] as const)
  const items = [{ productId: chance.of(products), quantity: 1 + chance.below(3) }]
  const couponCode = chance.below(3) === 0 ? chance.of(['TEN', 'FEW']) : undefined
  const input = orderInput(items, { paymentMethod: method, ...(couponCode && { couponCode }) })
  // A double click.
  const [placed] = await Promise.all([placeOrder(ctx(customer), input), placeOrder(ctx(customer), input)])
  if (!placed.ok) return
  const { orderId } = placed.value
  if (method === 'card') await pay(chance, customer, orderId)
  for (let step = 0; step < 3; step += 1) {
    await Promise.all([deed(chance, customer, orderId), deed(chance, customer, orderId)])
  }
}

async function pay(chance: Chance, customer: Person, orderId: string): Promise<void> {
  const opened = await openPayment(ctx(customer), { orderId })
  if (!opened.ok) return
  const { providerOrderId } = opened.value
  const back = await act(providerOrderId, chance.of(['success', 'success', 'decline'] as const))
  // The browser and the provider tell the same at once, and the provider twice.
  await Promise.all([prove(orderId, back), prove(orderId, back)])
}

async function deed(chance: Chance, customer: Person, orderId: string): Promise<void> {
  switch (chance.below(7)) {
    case 0:
      return void (await cancelOrder(ctx(customer), { orderId, details: '' }))
    case 1:
      return void (await askForRefund(ctx(customer), { orderId, reason: 'damaged', details: '' }))
    case 2:
      return refund(chance, orderId)
    case 3: {
      const decision = chance.of(['approve', 'decline'] as const)
      return void (await decideCancellation(ctx(admin), { orderId, decision, answer: 'No' }))
    }
    case 4:
      return void (await issueInvoice(ctx(), orderId))
    case 5:
      return editCoupon(chance)
    default:
      return void (await changeOrder(ctx(admin), { orderId, status: chance.of(ORDER_STATUSES) }))
  }
}

async function refund(chance: Chance, orderId: string): Promise<void> {
  const item = await db
    .selectFrom('orderItems')
    .select('id')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const amount = paise(1 + chance.below(40_000))
  const returned = chance.below(2) === 0 ? [{ itemId: item.id, quantity: 1 }] : []
  await decideRefund(ctx(admin), { orderId, decision: 'approve', amount, returned, answer: '' })
}

async function editCoupon(chance: Chance): Promise<void> {
  await db
    .updateTable('coupons')
    .set({ isActive: chance.below(4) > 0 })
    .where('code', '=', 'FEW')
    .execute()
}

/** What the jobs would do, each twice. */
async function workOff(): Promise<void> {
  const moved = await queued(db, 'order-moved')
  const credits = await queued(db, 'credit-note')
  const refunds = await queued(db, 'refund')
  const twice = <Data>(data: readonly Data[], work: (one: Data) => Promise<unknown>) =>
    inTurns([...data, ...data], work)
  await twice([...new Set(moved.map(({ orderId }) => orderId))], (orderId) => issueInvoice(ctx(), orderId))
  await twice(credits, (wanted) => issueCreditNote(ctx(), wanted))
  await twice(refunds, ({ refundId }) => sendRefund(ctx(), refundId))
}

async function inTurns<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<unknown>,
): Promise<void> {
  const left = [...values]
  const worker = async () => {
    for (let value = left.shift(); value !== undefined; value = left.shift()) await work(value)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function sums(query: ReturnType<typeof sql<Record<string, number>>>) {
  const { rows } = await query.execute(db)
  return rows
}

it(`loses and invents nothing in ${HISTORIES} histories at once`, { timeout: 120_000 }, async () => {
  await makeCoupon('TEN', null)
  await makeCoupon('FEW', 40)
  await inTurns(
    Array.from({ length: HISTORIES }, (_, number) => number),
    history,
  )
  const opened = await db.selectFrom('paymentIntents').select('providerOrderId').limit(60).execute()
  for (const { providerOrderId } of opened) if (providerOrderId) await deliverWebhooks(providerOrderId)
  await workOff()

  // Stock: what stands on the shelf, and what orders hold, is what there was.
  expect((await checkLedger(db)).gaps).toEqual([])
  expect(
    await sums(sql`
      select products.id from products
      where stock_quantity < 0 or stock_quantity + coalesce((
        select sum(case when orders.status = 'cancelled' then 0 else order_items.quantity end)
        from order_items join orders on orders.id = order_items.order_id where order_items.product_id = products.id
      ), 0) - coalesce((
        select sum(quantity) from stock_movements join orders on orders.id = order_id
        where product_id = products.id and reason = 'return' and orders.status <> 'cancelled'
      ), 0) <> ${START}`),
  ).toEqual([])

  // Money: never more given back than came in, and a cancelled order keeps nothing.
  expect(
    await sums(sql`
      select order_id from payments left join lateral (
        select coalesce(sum(amount), 0) as given from refunds where payment_id = payments.id and status <> 'refused'
      ) as back on true
      where given > amount
        or (given <> amount and exists (select from orders where orders.id = order_id and status = 'cancelled'))`),
  ).toEqual([])
  expect(await sums(sql`select order_id from payments group by order_id having count(*) > 1`)).toEqual([])

  // Coupons: a use for each order that stands with one, counted right, and never more than allowed.
  expect(
    await sums(sql`
      select code from coupons where current_uses <> (
        select count(*) from orders where coupon_id = coupons.id and status <> 'cancelled'
      ) or current_uses > coalesce(max_uses, current_uses)`),
  ).toEqual([])

  // Papers: numbers without gaps, one standing invoice each, and no more credited than invoiced.
  for (const table of ['invoices', 'credit_notes']) {
    const numbers = await sums(
      sql`select right(number, 7)::int as serial from ${sql.table(table)} order by 1`,
    )
    expect(numbers.map(({ serial }) => serial)).toEqual(numbers.map((_, at) => at + 1))
    expect(numbers.length).toBeGreaterThan(10)
  }
  expect(
    await sums(sql`
      select order_id from invoices where reversed_at is null group by order_id having count(*) > 1
      union all
      select invoices.order_id from invoices join credit_notes on invoice_id = invoices.id
      group by invoices.id having sum(amount) > (invoices.content ->> 'total')::bigint
        or (reversed_at is not null and sum(amount) <> (invoices.content ->> 'total')::bigint)
      union all
      select orders.id from orders where status in ('shipped', 'delivered')
        and not exists (select from invoices where order_id = orders.id and reversed_at is null)`),
  ).toEqual([])

  // It was a real mixture.
  const [mixture] = await sums(sql`
    select count(*)::int as orders, count(distinct status)::int as statuses,
      (select count(*)::int from refunds) as refunds, (select count(*)::int from payments) as payments from orders`)
  expect(mixture?.statuses).toBe(5)
  for (const name of ['orders', 'refunds', 'payments']) expect(mixture?.[name]).toBeGreaterThan(50)
})
