import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ADDRESS, makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeSubscriber } from '#db/factories/subscriber.ts'
import { makeUser } from '#db/factories/user.ts'
import { hasPassword } from '#infra/accounts/password.ts'
import { addCustomer } from '#shop/customers/add-customer.ts'
import { updateProfile } from '#shop/customers/change-account.ts'
import { findCustomer } from '#shop/customers/users.read.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { subscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { DELETION_LINK_MINUTES } from '#shop/privacy/account-deletion.ts'
import { deleteAccount, eraseAccount, type Proof, requestDeletionLink } from '#shop/privacy/delete-account.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import {
  emailOf,
  findWords,
  insertTextsAbout,
  makePersonInEveryTable,
  NAME,
  PHONE,
} from '#tests/everything-about.ts'
import { must } from '#tests/must.ts'
import { insertRows, rowOf, rowsOf, updateRows } from '#tests/rows.ts'

const { db, ctx, jobs } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { staffRole: 'owner' })
const productId = await makeProduct(db, { stockQuantity: 1000 }, NOW)
const PASSWORD: Proof = { by: 'password' }

const userOf = (person: Person) =>
  db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()

/** Columns whose data must stay: names on invoices, and payout details. */
const REMAINING = new Set([
  'public.invoices.content',
  'public.credit_notes.content',
  'public.payout_lines.upi_id',
])

describe('deleteAccount', () => {
  it('leaves no personal data, except what invoices and pay records must keep', async () => {
    // Other tests also leave rows with these names.
    const mentions = async (email: string) => {
      const words = [NAME, 'qwartz', email, PHONE, 'zubeida']
      const found = await findWords(db, words)
      const erased = found.filter(({ place }) => !REMAINING.has(place))
      return erased.map(({ place, value }) => `${place}: ${value}`).toSorted()
    }
    const others = await mentions('nobody@example.test')
    const person = await makePersonInEveryTable(ctx)
    await insertTextsAbout(ctx, person)
    expect(await hasPassword(db, person.id)).toBe(true)
    await updateRows(db, 'orders', { userId: person.id }, { source: 'search' })
    const [order] = await rowsOf(db, 'orders', { userId: person.id })
    await insertRows(db, 'orderNotes', [
      { orderId: order?.id ?? '', body: `${NAME} rings twice`, createdAt: NOW },
    ])
    const earlier = new Set((await findWords(db, ['qwartz'])).map(({ place }) => place))
    // The scan finds the tables with personal data.
    expect(earlier.size).toBeGreaterThan(35)
    expect(await deleteAccount(ctx(person), PASSWORD)).toEqual(ok(null))

    expect(await mentions(person.email)).toEqual(others)
    expect(await hasPassword(db, person.id)).toBe(false)
    expect(await userOf(person)).toMatchObject({ deletedAt: NOW, fullName: 'Closed account' })
    // A worker may have written the message.
    expect(await rowsOf(db, 'contactMessages', { name: 'Former customer' })).toEqual([])
    const sources = await db.selectFrom('orders').select('source').where('userId', '=', person.id).execute()
    expect(new Set(sources.map(({ source }) => source))).toEqual(new Set([null]))
    for (const table of ['sessions', 'accounts', 'carts', 'savedAddresses', 'consents', 'workers'] as const)
      expect(await db.selectFrom(table).selectAll().where('userId', '=', person.id).execute()).toEqual([])
  })

  it('keeps the name on the invoice, and erases the delivery addresses of invoiced orders', async () => {
    const person = await makePersonInEveryTable(ctx)
    const uninvoiced = await makeOrder(ctx(person), [{ productId, quantity: 1 }])
    await changeOrder(ctx(admin), { orderId: uninvoiced, status: 'delivered' })
    await deleteAccount(ctx(person), PASSWORD)
    const stored = await db
      .selectFrom('invoices')
      .innerJoin('orders', 'orders.id', 'invoices.orderId')
      .select(['orders.id', 'content'])
      .where('userId', '=', person.id)
      .execute()
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored[0]?.content)).toContain(NAME)
    const orders = await db.selectFrom('orders').select('id').where('userId', '=', person.id).execute()
    for (const { id } of orders) {
      const fullName = id === uninvoiced ? ADDRESS.fullName : 'Former customer'
      expect((await findOrder(db, id))?.shippingAddress).toMatchObject({ fullName, phone: '' })
    }
  })

  it('refuses while an order is open, and names the order', async () => {
    const person = await makeUser(db)
    const id = await makeOrder(ctx(person), [{ productId, quantity: 1 }])
    for (const status of ['pending', 'processing', 'shipped'] as const) {
      await changeOrder(ctx(admin), { orderId: id, status })
      expect(await deleteAccount(ctx(person), PASSWORD)).toMatchObject({
        reason: 'account_in_use',
        obstacles: { orders: [{ id, why: 'not_delivered' }] },
      })
    }
    expect(await userOf(person)).toMatchObject({ deletedAt: null, email: person.email })
    await changeOrder(ctx(admin), { orderId: id, status: 'delivered' })
    expect((await deleteAccount(ctx(person), PASSWORD)).ok).toBe(true)
  })

  it('refuses while work is unpaid or a refund is owed, and refuses staff', async () => {
    const person = await makePersonInEveryTable(ctx)
    await db.updateTable('workLogs').set({ state: 'approved' }).where('userId', '=', person.id).execute()
    expect(await deleteAccount(ctx(person), PASSWORD)).toMatchObject({
      obstacles: { tasks: [{ name: 'Fill sachets' }] },
    })
    expect(await deleteAccount(ctx(admin), PASSWORD)).toMatchObject({ obstacles: { isStaff: true } })
    const refunded = await makeUser(db)
    const orderId = await makeOrder(ctx(refunded), [{ productId, quantity: 1 }])
    await changeOrder(ctx(admin), { orderId, status: 'delivered' })
    const payment = await rowOf(db, 'payments', { orderId })
    await insertRows(db, 'refunds', {
      orderId,
      paymentId: payment.id,
      key: orderId,
      amount: payment.amount,
      reason: 'Broken',
      status: 'by_hand',
      createdAt: NOW,
      updatedAt: NOW,
    })
    expect(await deleteAccount(ctx(refunded), PASSWORD)).toMatchObject({
      obstacles: { orders: [{ id: orderId, why: 'refund_due' }] },
    })
  })

  it('and a concurrent order exclude each other: exactly one of them succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const person = await makeUser(db)
      const input = await orderInput(db, [{ productId, quantity: 1 }])
      const [deleted, placed] = await Promise.all([
        deleteAccount(ctx(person), PASSWORD),
        placeOrder(ctx(person), input),
      ])
      expect(deleted.ok).toBe(!placed.ok)
      if (!placed.ok) expect(placed.reason).toBe('signed_out')
    }
  })

  it('erases a name that is changed concurrently, and refuses later changes', async () => {
    for (let round = 0; round < 4; round += 1) {
      const person = await makeUser(db)
      const change = { userId: person.id, fullName: 'Qwartz', phoneNumber: '+919812345678' }
      const [deleted] = await Promise.all([
        deleteAccount(ctx(person), PASSWORD),
        updateProfile(ctx(person), change),
      ])
      expect(deleted.ok).toBe(true)
      const refusal = err('user_not_found')
      expect(await updateProfile(ctx(person), change)).toEqual(refusal)
      expect(await updateProfile(ctx(admin), change)).toEqual(refusal)
      expect(await userOf(person)).toMatchObject({ fullName: 'Closed account', phoneNumber: null })
    }
  })

  it('succeeds once when called twice concurrently, and refuses visitors', async () => {
    const person = await makeUser(db)
    const twice = await Promise.all([1, 2].map(() => deleteAccount(ctx(person), PASSWORD)))
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await deleteAccount(ctx(VISITOR), PASSWORD)).toMatchObject(err('signed_out'))
  })
})

/** Returns all rows of the shop's tables and all jobs, as text. */
async function allRows(): Promise<Set<string>> {
  const { rows: tables } = await sql<{
    name: string
  }>`select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE' and (table_schema = 'public' or table_name = 'job_common')`.execute(
    db,
  )
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db)
      return rows.map(({ row }) => `${name} ${row}`)
    }),
  )
  return new Set(rows.flat())
}

describe('deleteAccount and rows of other people', () => {
  const LINES = ['Coupon applied', 'Order cancelled', 'Pack hydration sticks', '"orderId": "', 'status', '.*']

  it('changes none, whatever name and addresses the account had', async () => {
    const attacker = await makeUser(db, { fullName: '"orderId": "' })
    const address = {
      ...ADDRESS,
      fullName: NAME,
      phone: PHONE,
      userId: attacker.id,
      createdAt: NOW,
      updatedAt: NOW,
    }
    await insertRows(
      db,
      'savedAddresses',
      Array.from({ length: 20 }, (_, at) => ({ ...address, addressLine1: LINES[at % LINES.length] ?? '' })),
    )
    const other = await makePersonInEveryTable(ctx)
    await insertTextsAbout(ctx, other)
    await makeOrder(ctx(other), [{ productId, quantity: 1 }])
    const isOwn = (row: string) => row.includes(attacker.id)
    const earlier = [...(await allRows())].filter((row) => !isOwn(row))
    expect((await deleteAccount(ctx(attacker), PASSWORD)).ok).toBe(true)
    const after = await allRows()
    expect(earlier.filter((row) => !after.has(row))).toEqual([])
  })

  it('keeps rows of an email address that the account never verified', async () => {
    const email = emailOf()
    const attacker = await makeUser(db, { email })
    await db.updateTable('users').set({ emailVerified: false }).where('id', '=', attacker.id).execute()
    await makeSubscriber(db, email, NOW)
    const subscriptions = await rowsOf(db, 'newsletterSubscriptions', { email })
    await deleteAccount(ctx(attacker), PASSWORD)
    expect(
      await db.selectFrom('newsletterSubscriptions').selectAll().where('email', '=', email).execute(),
    ).toEqual(subscriptions)
  })
})

describe('deleteAccount and rows of the person', () => {
  it('deletes queued newsletter and link emails, and queues only the farewell email', async () => {
    const person = await makeUser(db)
    await subscribeNewsletter(ctx(person), { email: person.email })
    await requestDeletionLink(ctx(person))
    const count = async () =>
      (
        await sql<{ name: string }>`select name from pgboss.job
          where name in ('account-closing', 'newsletter-confirmation') order by name`.execute(db)
      ).rows.map(({ name }) => name)
    const earlier = await count()
    expect(earlier).toContain('newsletter-confirmation')
    await deleteAccount(ctx(person), PASSWORD)
    // The jobs of link and newsletter were deleted, the farewell's was added.
    expect(await count()).toHaveLength(earlier.length - 1)
    expect(await count()).not.toContain('newsletter-confirmation')
  })

  it('keeps rating and text of a review without the name', async () => {
    const person = await makeUser(db)
    const review = {
      productId,
      userId: person.id,
      authorName: 'Asha R.',
      rating: 5,
      summary: 'Good, says Asha R.',
      answer: 'Thank you, Asha. Ashadha sells it, Asha’s shop too.',
      answeredAt: NOW,
    }
    const { id } = await db.insertInto('reviews').values(review).returning('id').executeTakeFirstOrThrow()
    await deleteAccount(ctx(person), PASSWORD)
    expect(await db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject({
      ...{ rating: 5, authorName: 'Former customer', userId: null, summary: 'Good, says Former customer' },
      answer: 'Thank you, Former customer. Ashadha sells it, Former customer’s shop too.',
    })
  })
})

describe('the deletion link of an account without a password', () => {
  /** Requests a link and reads it from the job. */
  async function linkOf(person: Person): Promise<string> {
    const tokens: string[] = []
    const capturingJobs = {
      ...jobs,
      send: async (_: unknown, job: { queue: string; data: unknown }) => {
        if (job.queue === 'account-closing') tokens.push((job.data as { token: string }).token)
      },
    }
    expect((await requestDeletionLink(ctx(person, { jobs: capturingJobs }))).ok).toBe(true)
    return tokens[0] ?? ''
  }

  it('works once, for its own account, until it expires, and only if it is the newest', async () => {
    const [person, other] = [await makeUser(db), await makeUser(db)]
    const old = await linkOf(person)
    const token = await linkOf(person)
    const afterExpiry = new Date(NOW.getTime() + (DELETION_LINK_MINUTES + 1) * 60_000)
    const refusals = [
      deleteAccount(ctx(person), { by: 'link', token: old }),
      deleteAccount(ctx(person), { by: 'link', token: '' }),
      deleteAccount(ctx(other), { by: 'link', token }),
      deleteAccount(ctx(person, { now: afterExpiry }), { by: 'link', token }),
    ]
    for (const refusal of await Promise.all(refusals)) expect(refusal).toMatchObject(err('link_invalid'))
    expect((await deleteAccount(ctx(person), { by: 'link', token })).ok).toBe(true)
    expect(await requestDeletionLink(ctx(person))).toMatchObject(err('signed_out'))
    expect((await userOf(other)).deletedAt).toBeNull()
  })
})

it('eraseAccount erases the account of a customer without email, and no other', async () => {
  const customer = { fullName: NAME, phoneNumber: '+919876501234', email: null }
  const { userId } = must(await addCustomer(ctx(admin), customer))
  const orderId = await makeOrder(ctx((await findCustomer(db, userId)) ?? VISITOR), [
    { productId, quantity: 1 },
  ])
  expect(await eraseAccount(ctx(admin), userId)).toMatchObject({ reason: 'account_in_use' })
  must(await changeOrder(ctx(admin), { orderId, status: 'cancelled' }))
  expect(await eraseAccount(ctx(admin), userId)).toEqual(ok(null))
  const former = { fullName: 'Closed account', phoneNumber: null }
  expect(await rowOf(db, 'users', { id: userId })).toMatchObject(former)
  expect((await findOrder(db, orderId))?.shippingAddress).toMatchObject({ fullName: 'Former customer' })
  expect(await rowsOf(db, 'auditLog', { entityId: userId, action: 'erase' })).toHaveLength(1)
  expect(await eraseAccount(ctx(admin), userId)).toEqual(err('user_not_found'))
  expect(await eraseAccount(ctx(admin), (await makeUser(db)).id)).toEqual(err('has_own_sign_in'))
})
