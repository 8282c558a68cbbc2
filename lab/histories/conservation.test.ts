/**
 * Random concurrent histories of orders, payments, webhooks, coupons and admins, after which stock, money and invoices
 * must reconcile: `npm run lab -- histories --count 5000 --seed 7`.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { histories } from '#lab/histories/histories.ts'
import { issueCreditNote, issueInvoice } from '#shop/invoices/issue-documents.ts'
import { sendRefund } from '#shop/payments/pay-refunds.ts'
import { handlePaymentEvent } from '#shop/settlement/payment-jobs.ts'
import { type Random, randomOf } from '#tests/access/sample.ts'
import { cardOrders } from '#tests/card-orders.ts'
import { testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'
import {
  expectNone,
  expectSingleFirstOrderDiscounts,
  expectTotalsReconcile,
  GRANTED_REFUNDS,
  totalsOf,
} from '#tests/sums.ts'

const { HISTORIES = '5000', HISTORIES_SEED = '20261121' } = process.env
const COUNT = Number(HISTORIES)
const SEED = Number(HISTORIES_SEED)
const CONCURRENCY = 16
/** Initial stock and uses of a coupon, both few enough to run out. */
const [START, FEW] = [Math.ceil(COUNT / 3), Math.ceil(COUNT / 20)]

const shop = await testDatabase({ poolSize: CONCURRENCY })
const { db, ctx } = shop
const { deliver } = cardOrders(shop)
const people = {
  admin: await makeUser(db, { staffRole: 'owner' }),
  customers: await Promise.all(Array.from({ length: 12 }, () => makeUser(db))),
}
const products: string[] = []
for (let at = 0; at < 5; at += 1) products.push(await makeProduct(db, { stockQuantity: START }))

/** Runs all queued jobs, each twice, in random order and concurrently. */
async function runJobs(random: Random): Promise<void> {
  const [webhooks, moves] = [await readJobs(db, 'sandbox-webhook'), await readJobs(db, 'order-moved')]
  await runConcurrently(shuffle(random, twice(webhooks)), ({ body }) => deliver(body))
  const events = await readJobs(db, 'payment-event')
  await runConcurrently(shuffle(random, twice(events)), ({ eventId }) => handlePaymentEvent(ctx(), eventId))
  const orderIds = [...new Set(moves.map(({ orderId }) => orderId))]
  const [credits, refunds] = [await readJobs(db, 'credit-note'), await readJobs(db, 'refund')]
  const tasks = [
    ...twice(orderIds).map((orderId) => () => issueInvoice(ctx(), orderId)),
    ...twice(credits).map((credit) => () => issueCreditNote(ctx(), credit)),
    ...twice(refunds).map(
      ({ refundId }) =>
        () =>
          sendRefund(ctx(), refundId),
    ),
  ]
  await runConcurrently<() => Promise<unknown>>(shuffle(random, tasks), (run) => run())
}

const twice = <Value>(values: readonly Value[]): Value[] => [...values, ...values]

function shuffle<Value>(random: Random, values: readonly Value[]): Value[] {
  const keyed = values.map((value) => ({ value, key: random.below(1_000_000) }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ value }) => value)
}

async function runConcurrently<Value>(values: readonly Value[], work: (value: Value) => Promise<unknown>) {
  const remaining = [...values]
  const worker = async () => {
    for (let value = remaining.shift(); value !== undefined; value = remaining.shift()) await work(value)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

async function readCounts(query: ReturnType<typeof sql<Record<string, number>>>) {
  const { rows } = await query.execute(db.withoutPlugins())
  return rows[0] ?? {}
}

it(`stock, money and invoices reconcile after ${COUNT} concurrent histories`, {
  timeout: 60_000 + COUNT * 2_000,
}, async () => {
  await makeCoupon(db, { code: 'TEN' })
  await makeCoupon(db, { code: 'FEW', maxUses: FEW })
  await makeCoupon(db, { code: 'GONE' })
  await makeCoupon(db, {
    code: 'ONCE',
    maxUsesPerCustomer: 1,
    value: { discountType: 'percentage', basisPoints: 3000 },
  })
  const friend = await makeUser(db)
  const code = `TESTMILL${friend.id.slice(-6).toUpperCase()}`
  await db.updateTable('users').set({ referralCode: code }).where('id', '=', friend.id).execute()
  const { runHistory, runNewcomerHistory } = histories(shop, { ...people, products, code })
  const numbers = Array.from({ length: COUNT }, (_, number) => number)
  await runConcurrently(numbers, (number) =>
    (number % 8 === 0 ? runNewcomerHistory : runHistory)(randomOf(SEED + number)),
  )
  await runJobs(randomOf(SEED))

  await expectTotalsReconcile(db, await totalsOf(db))
  await expectSingleFirstOrderDiscounts(db)
  await expectNone(
    db,
    'customers with too many uses of a coupon',
    sql`select user_id from orders join coupons on coupons.id = coupon_id
      where code = 'ONCE' and status <> 'cancelled' group by user_id having count(*) > 1`,
  )
  await expectNone(
    db,
    'products whose stock is not the initial stock less sold, replaced and damaged units, plus returned ones',
    sql`select products.id from products where stock_quantity <> ${START} - (
        select coalesce(sum(quantity), 0) from order_items join orders on orders.id = order_id
        where product_id = products.id and status <> 'cancelled'
      ) - (
        select coalesce(sum(quantity), 0) from order_requests
        join order_items on order_items.order_id = order_requests.order_id
        where product_id = products.id and kind = 'refund' and status = 'approved' and amount is null
      ) + (
        select coalesce(sum(quantity), 0) from stock_movements join orders on orders.id = order_id
        where product_id = products.id and reason = 'return' and status <> 'cancelled'
      ) + (
        select coalesce(sum(quantity), 0) from stock_movements left join orders on orders.id = order_id
        where product_id = products.id and (status = 'cancelled' or reason = 'damaged')
      )`,
  )
  await expectNone(
    db,
    'orders with other payments or refunds at the bank',
    sql`select id, captured, refunded, bank_captured, bank_refunded from orders
      cross join lateral (
        select coalesce(sum(amount), 0) as captured from payments where order_id = orders.id and provider = 'sandbox'
      ) as paid_in
      cross join lateral (
        select coalesce(sum(refunds.amount), 0) as refunded from refunds join payments on payments.id = payment_id
        where refunds.order_id = orders.id and provider = 'sandbox' and refunds.status = 'done'
      ) as paid_back
      cross join lateral (
        select coalesce(sum(sandbox_payments.amount), 0) as bank_captured
        from sandbox_payments join payment_intents on provider_order_id = sandbox_payments.order_id
        where payment_intents.order_id = orders.id and sandbox_payments.status = 'captured'
      ) as bank_paid_in
      cross join lateral (
        select coalesce(sum(sandbox_refunds.amount), 0) as bank_refunded
        from sandbox_refunds join sandbox_payments on sandbox_payments.id = payment_id
        join payment_intents on provider_order_id = sandbox_payments.order_id
        where payment_intents.order_id = orders.id
      ) as bank_paid_back
      where captured <> bank_captured or refunded <> bank_refunded`,
  )
  await expectNone(
    db,
    'shipped or delivered orders without an invoice',
    sql`select orders.id, status, payment_status from orders where status in ('shipped', 'delivered')
      and not exists (select from invoices where order_id = orders.id and reversed_at is null)`,
  )
  await expectNone(
    db,
    'orders whose invoice less credit notes is not their total less refunds',
    sql`select orders.id, status, payment_method, payment_status, total, ${GRANTED_REFUNDS} as granted,
        content ->> 'total' as invoiced, credited
      from orders join invoices on order_id = orders.id and reversed_at is null cross join lateral (
        select coalesce(sum(amount), 0) as credited from credit_notes where invoice_id = invoices.id
      ) as notes
      where total - ${GRANTED_REFUNDS} <> (content ->> 'total')::bigint - credited`,
  )
  await expectNone(
    db,
    'orders without exactly one confirmation email',
    sql`select orders.id, payment_method, count(job.id) from orders
      left join pgboss.job on name = 'order-confirmation' and data ->> 'orderId' = orders.id::text
      group by orders.id having count(job.id) <> case when payment_method = 'cod' or total = 0
        or exists (select from payment_intents where order_id = orders.id and status = 'paid') then 1 else 0 end`,
  )
  await expectNone(
    db,
    'open requests of cancelled or delivered orders',
    sql`select order_requests.id from order_requests
      join orders on orders.id = order_id where order_requests.status = 'open' and (orders.status = 'cancelled'
        or (orders.status = 'delivered' and kind = 'cancellation'))`,
  )

  // Only a large run is sure to contain every kind of event.
  if (COUNT < 250) return
  const mixture = await readCounts(sql`
    select count(*)::int as orders, count(distinct status)::int as statuses,
      count(*) filter (where coupon_id is not null)::int as "with coupons",
      count(*) filter (where total = 0)::int as "for nothing",
      (select count(*)::int from payments where provider = 'sandbox') as "card payments",
      count(*) filter (where discount_kind = 'referral')::int as "first orders with a friend's code",
      (select count(*)::int from refunds where reason like '%for a first order%') as "late first orders",
      (select count(*)::int from refunds where reason like '%its coupon%') as "late coupons",
      (select count(*)::int from refunds) as refunds, (select count(*)::int from credit_notes) as "credit notes",
      (select count(*)::int from order_requests where amount is not null) as "granted requests",
      (select count(*)::int from payment_intents where status = 'released') as "released orders",
      (select count(*)::int from payment_events where handled_at is not null) as "webhooks"
    from orders`)
  expect(mixture.statuses).toBe(5)
  for (const [name, count] of Object.entries(mixture)) expect(count, name).toBeGreaterThan(0)
})
