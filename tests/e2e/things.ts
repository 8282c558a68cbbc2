/** Rows for the placeholders in paths of pages. They are found in the demonstration, or made for the test. */
import { randomUUID } from 'node:crypto'
import { makeCoupon } from '#db/factories/coupon.ts'
import { ADDRESS } from '#db/factories/order.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { linkSigner } from '#infra/keys/key-ring.ts'
import { insertAddress } from '#shop/customers/addresses.sql.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'
import { nameOfNumber } from '#shop/invoices/invoice-document.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { rupees } from '#shop/kernel/money.ts'
import { requestNotice } from '#shop/messages/stock-notices.sql.ts'
import { insertNewsletter } from '#shop/newsletters/newsletters.sql.ts'
import { cardToken } from '#shop/programme/card-link.ts'
import { insertCard } from '#shop/programme/sign-in.sql.ts'
import { fillPath } from '#tests/access/page-statuses.ts'
import { newWorker } from '#tests/e2e/programme.ts'
import { sessionCookie, shopDatabase, shopOrigin, shopSecret } from '#tests/e2e/signed-in.ts'
import { ORDER_BODY } from '#tests/shop-customer.ts'

type Things = Record<string, string>

/** Finds or makes a row for the pages of an account. */
type Maker = (email: string) => Promise<Things>

const MAKERS: Record<string, Maker> = {
  nothing: async () => ({ nothing: '00000000-0000-4000-8000-000000000099' }),
  product: async () => ({ product: seedId(2) }),
  order: findDeliveredOrder,
  document: findInvoice,
  customer: findDeliveredOrder,
  task: findTask,
  group: async () => ({ group: await findGroup() }),
  payout: async () => ({ payout: await findOldest('payouts') }),
  review: async () => ({ review: await findOldest('reviews') }),
  message: async () => ({ message: await findOldest('contactMessages') }),
  coupon: async () => ({ coupon: (await makeCoupon(shopDatabase())).id }),
  newsletter: makeNewsletter,
  confirmToken: makeStockNotice,
  leaveToken: makeStockNotice,
  card: makeCard,
  cards: makeCard,
  sandboxOrder: makeSandboxOrder,
  unpaidOrder: makeUnpaidOrder,
  address: makeAddress,
}

/** Fills the placeholders of paths that the account `email` opens. Runs each maker that is needed once. */
export async function fillGaps(paths: readonly string[], email: string): Promise<string[]> {
  const gaps = paths.flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, gap = '']) => gap))
  const things: Things = {}
  for (const make of new Set(gaps.map((gap) => MAKERS[gap]))) Object.assign(things, await make?.(email))
  return paths.map((path) => fillPath(path, things))
}

/** Finds an older order, because other tests change newer orders. */
async function findDeliveredOrder(): Promise<Things> {
  const { id: order, userId: customer } = await shopDatabase()
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select(['orders.id', 'userId'])
    .where('email', '=', 'customer@demo.test')
    .where('status', '=', 'delivered')
    .orderBy('orders.createdAt')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { order, customer: customer ?? '' }
}

async function findInvoice(): Promise<Things> {
  const rows = shopDatabase().selectFrom('invoices').select('number').orderBy('number')
  return { document: nameOfNumber((await rows.limit(1).executeTakeFirstOrThrow()).number) }
}

async function findTask(): Promise<Things> {
  const { id } = await shopDatabase()
    .selectFrom('workLogs')
    .innerJoin('users', 'users.id', 'workLogs.userId')
    .select('workLogs.id')
    .where('email', '=', 'worker@demo.test')
    .where('state', '=', 'in_progress')
    .orderBy('workLogs.createdAt')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { task: id }
}

async function findGroup(): Promise<string> {
  const { groupId } = await shopDatabase()
    .selectFrom('workers')
    .innerJoin('users', 'users.id', 'workers.userId')
    .select('groupId')
    .where('email', '=', 'worker@demo.test')
    .executeTakeFirstOrThrow()
  return groupId ?? ''
}

async function findOldest(table: 'payouts' | 'contactMessages' | 'reviews'): Promise<string> {
  const rows = shopDatabase().selectFrom(table).select('id').orderBy('createdAt').orderBy('id')
  return (await rows.limit(1).executeTakeFirstOrThrow()).id
}

async function makeNewsletter(): Promise<Things> {
  const text = { subject: 'Harvest', preheader: 'And a recipe', body: '# Harvest\n\n**Ragi** is here.' }
  const audience = { ordered: 'any', days: null, state: 'all' } as const
  const draft = { ...text, ...audience, month: '2026-11', now: new Date() }
  return { newsletter: (await insertNewsletter(shopDatabase(), draft)).id }
}

async function makeStockNotice(): Promise<Things> {
  const [confirmToken, leaveToken, now] = [newToken(), newToken(), new Date()]
  await requestNotice(shopDatabase(), {
    ...{ productId: seedId(2), email: `${randomUUID()}@example.test`, tokenHash: tokenHash(confirmToken) },
    ...{ leaveToken, now, quietSince: now, max: 1 },
  })
  return { confirmToken, leaveToken }
}

/** Makes an open card of a new worker in the demonstration's group. */
async function makeCard(): Promise<Things> {
  const { id: userId } = await newWorker({ group: { id: await findGroup() } })
  const [id, batchId, issuedAt] = [randomUUID(), randomUUID(), new Date()]
  const expiresAt = new Date(issuedAt.getTime() + DAY_MS)
  const token = cardToken(linkSigner([shopSecret()], 'cards'), id)
  await insertCard(shopDatabase(), { id, userId, batchId, issuedBy: null, token, issuedAt, expiresAt })
  return { card: token, cards: batchId }
}

/** Makes an order of the sandbox, which does not know the shop's orders. */
async function makeSandboxOrder(): Promise<Things> {
  const order = { id: `order_${randomUUID()}`, receipt: randomUUID(), amount: rupees(118) }
  await shopDatabase()
    .insertInto('sandboxOrders')
    .values({ ...order, createdAt: new Date() })
    .execute()
  return { sandboxOrder: order.id }
}

async function makeUnpaidOrder(email: string): Promise<Things> {
  const headers = {
    ...{ cookie: await sessionCookie({ email }), origin: shopOrigin() },
    ...{ 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  }
  const body = JSON.stringify({ ...ORDER_BODY, payment_method: 'card' })
  const answer = await fetch(`${shopOrigin()}/api/orders`, { method: 'POST', headers, body })
  return { unpaidOrder: (await answer.json()).id }
}

async function makeAddress(email: string): Promise<Things> {
  const db = shopDatabase()
  const users = db.selectFrom('users').select('id').where('email', '=', email)
  const { id } = await users.executeTakeFirstOrThrow()
  return { address: await insertAddress(db, id, ADDRESS, new Date()) }
}
