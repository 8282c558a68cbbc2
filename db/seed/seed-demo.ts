/** The sample data of demo mode. Running it again adds nothing that is already there. */

import { makeOrder } from '#db/factories/order.ts'
import { seedProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { SEED_PRODUCTS, SEED_REVIEWS } from '#db/seed/catalogue/catalogue.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { seedCoupons } from '#db/seed/coupons.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { makeHistory } from '#db/seed/history/history.ts'
import { writeHistory } from '#db/seed/history/write-history.ts'
import { seedProgramme } from '#db/seed/programme/seed-programme.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'
import { answerMessage, changeMessageStatus, recordReplySent } from '#shop/messages/answer-message.ts'
import type { ContactMessageInput } from '#shop/messages/input.ts'
import { listMessages, listReplies } from '#shop/messages/messages.read.ts'
import { acknowledgeContactMessage, sendContactMessage } from '#shop/messages/send-contact-message.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import type { OrderStatus } from '#shop/orders/order.ts'

const SAMPLES: Sample[] = [
  {
    hoursAgo: 9 * 24,
    side: 'millet',
    name: 'Harish Gowda',
    email: 'harish.gowda@example.test',
    subject: 'customer-service',
    message: 'One of my ten tastemakers was missing: I picked two Sambar and got one.',
    answer: 'You are right, our count was one short. A packet of Sambar left today, at no cost to you.',
    isSettled: true,
  },
  {
    hoursAgo: 2 * 24,
    side: 'hydration',
    name: 'Farida Khan',
    email: 'farida.khan@example.test',
    subject: 'bulk-order',
    message: 'Our reading room has 60 members. What would 40 flavoured boxes cost, delivered to Indore?',
    answer: 'Gladly. Before we quote: do you want all three flavours, and by when do you need them?',
  },
  {
    hoursAgo: 5,
    side: 'millet',
    name: 'Ritu Sharma',
    email: 'ritu.sharma@example.test',
    subject: 'shg-program',
    message: 'We are eleven women in Satara who grind ragi for our village. How can our group work with you?',
  },
]

/** Seeds the catalogue, a year of sample history and the demo accounts with orders, unless a catalogue exists. */
export async function seedDemo(base: Omit<Ctx, 'actor'>, report: (line: string) => void): Promise<void> {
  // One sample owner makes all payments and refunds, so the limits for a second person are off.
  const secondPerson = { refundsAbove: null, payoutsAbove: null }
  const ctx = { ...base, config: { ...base.config, secondPerson } }
  const existing = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('id', '=', seedId(1))
    .executeTakeFirst()
  if (existing) return
  report('Filling the shop with its demonstration catalogue and a year of sample orders')
  const history = makeHistory(ctx.now)
  await seedCatalogue(ctx, history.startsAt)
  const [admin, , customer] = await seedAccounts(ctx)
  if (!admin || !customer) return
  await seedCoupons(ctx, admin)
  await seedMessages(ctx, admin)
  const { now } = ctx
  const { seller } = ctx.config
  await ctx.db.transaction().execute((db) => writeHistory(db, history, { now, seller }))
  await seedHistory(ctx, admin, customer)
  await seedProgramme(ctx, admin)
}

/** Seeds products with opening stock, on sale since `openedAt`, and reviews marked as samples. */
export async function seedCatalogue({ db, now }: { db: Db; now: Date }, openedAt = now): Promise<void> {
  for (const product of SEED_PRODUCTS) await seedProduct(db, product, openedAt)
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const reviews = SEED_REVIEWS.map(({ writtenDaysAgo, ...review }) => ({
    ...review,
    createdAt: daysAgo(writtenDaysAgo),
    answeredAt: review.answer === '' ? null : daysAgo(writtenDaysAgo - 1),
  }))
  await db.insertInto('reviews').values(reviews).execute()
}

async function seedAccounts({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<Person[]> {
  const accounts = DEMO_ACCOUNTS.map(({ label: _, ...account }) =>
    makeUser(db, { ...account, password: DEMO_PASSWORD }, now),
  )
  return Promise.all(accounts)
}

const MIX = [10, 11, 13, 15, 17, 18, 22, 23, 26, 28].map(seedId)
const HISTORY: {
  daysAgo: number
  items: { productId: string; quantity: number; tastemakers?: string[] }[]
  path: OrderStatus[]
}[] = [
  {
    daysAgo: 24,
    items: [{ productId: seedId(1), quantity: 1, tastemakers: MIX }],
    path: ['processing', 'shipped', 'delivered'],
  },
  {
    daysAgo: 5,
    items: [
      { productId: seedId(2), quantity: 2 },
      { productId: seedId(33), quantity: 1 },
    ],
    path: ['processing', 'shipped'],
  },
  { daysAgo: 1, items: [{ productId: seedId(3), quantity: 1 }], path: [] },
]

/** Places and ships orders through the use cases, without their emails. */
async function seedHistory(base: Omit<Ctx, 'actor'>, admin: Person, customer: Person): Promise<void> {
  const quiet = { ...base.jobs, send: async () => {} }
  for (const { daysAgo, items, path } of HISTORY) {
    const placedAt = base.now.getTime() - daysAgo * DAY_MS
    const timeAfter = (days: number) => new Date(placedAt + days * DAY_MS)
    const orderId = await makeOrder({ ...base, jobs: quiet, now: timeAfter(0), actor: customer }, items)
    for (const [step, status] of path.entries()) {
      await changeOrder({ ...base, jobs: quiet, now: timeAfter(step + 1), actor: admin }, { orderId, status })
    }
  }
}

type Sample = ContactMessageInput & { hoursAgo: number; answer?: string; isSettled?: true }

/** Creates messages and answers through the use cases, without their emails. */
async function seedMessages(base: Omit<Ctx, 'actor'>, admin: Person): Promise<void> {
  const quiet = { ...base, jobs: { ...base.jobs, send: async () => {} } }
  for (const { hoursAgo, answer, isSettled, ...input } of SAMPLES) {
    const timeAfter = (hours: number) => new Date(base.now.getTime() - (hoursAgo - hours) * HOUR_MS)
    const ctxAt = (hours: number, actor: Person) => ({ ...quiet, actor, now: timeAfter(hours) })
    const { ticket } = await sendContactMessage({ ...quiet, actor: VISITOR, now: timeAfter(0) }, input)
    const result = await listMessages(base.db, { text: ticket, now: base.now, page: 1, perPage: 1 })
    const messageId = result.messages[0]?.id ?? ''
    await acknowledgeContactMessage(ctxAt(0.01, admin), messageId)
    if (answer) await answerMessage(ctxAt(3, admin), { messageId, seen: 0, body: answer })
    for (const { id } of await listReplies(base.db, messageId)) await recordReplySent(ctxAt(3.01, admin), id)
    if (isSettled) await changeMessageStatus(ctxAt(30, admin), { messageId, status: 'closed' })
  }
}
