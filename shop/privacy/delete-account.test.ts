import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ADDRESS, makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { hasPassword } from '#infra/accounts/password.ts'
import { updateProfile } from '#shop/customers/update-profile.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { subscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { DELETION_LINK_MINUTES } from '#shop/privacy/account-deletion.ts'
import { deleteAccount, type Proof, requestDeletionLink } from '#shop/privacy/delete-account.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { everythingAbout, findWord, NAME, PHONE, writtenAbout } from '#tests/everything-about.ts'

const { db, ctx, jobs } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { staffRole: 'owner' })
const productId = (await makeProduct(db, { stockQuantity: 1000 }, NOW)) ?? ''
const PASSWORD: Proof = { by: 'password' }

const userOf = (person: Person) =>
  db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()

/** Data that must stay: names on invoices, payout details of work. The farewell email is still queued. */
const STAYS = new Set([
  'public.invoices.content',
  'public.credit_notes.content',
  'public.payout_lines.upi_id',
])

describe('deleteAccount', () => {
  it('leaves nothing that tells who it was, except what invoices and pay records must keep', async () => {
    const person = await everythingAbout(ctx)
    await writtenAbout(ctx, person)
    expect(await hasPassword(db, person.id)).toBe(true)
    await db
      .updateTable('orders')
      .set({ internalNotes: `${NAME} rings twice`, source: 'search' })
      .where('userId', '=', person.id)
      .execute()
    const before = new Set((await findWord(db, 'qwartz')).map(({ place }) => place))
    // The scan finds the tables with personal data.
    expect(before.size).toBeGreaterThan(35)
    expect(await deleteAccount(ctx(person), PASSWORD)).toEqual({ ok: true, value: null })

    const words = [NAME, 'qwartz', person.email, PHONE, 'zubeida']
    const found = (await Promise.all(words.map((word) => findWord(db, word)))).flat()
    const left = found.filter(
      ({ place, value }) =>
        !STAYS.has(place) &&
        // A price that happens to equal her phone number.
        value !== JSON.stringify({ price: Number(PHONE) }).replace(':', ': '),
    )
    expect(left).toEqual([])
    expect(await hasPassword(db, person.id)).toBe(false)
    expect(await userOf(person)).toMatchObject({ deletedAt: NOW, fullName: 'Former customer' })
    const sources = await db.selectFrom('orders').select('source').where('userId', '=', person.id).execute()
    expect(new Set(sources.map(({ source }) => source))).toEqual(new Set([null]))
    for (const table of ['sessions', 'accounts', 'carts', 'savedAddresses', 'consents', 'workers'] as const)
      expect(await db.selectFrom(table).selectAll().where('userId', '=', person.id).execute()).toEqual([])
  })

  it('keeps the invoice with its recipient, and blanks where orders went', async () => {
    const person = await everythingAbout(ctx)
    const uninvoiced = await makeOrder(ctx(person), [{ productId, quantity: 1 }])
    await changeOrder(ctx(admin), { orderId: uninvoiced, status: 'delivered' })
    await deleteAccount(ctx(person), PASSWORD)
    const kept = await db
      .selectFrom('invoices')
      .innerJoin('orders', 'orders.id', 'invoices.orderId')
      .select(['orders.id', 'content'])
      .where('userId', '=', person.id)
      .execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept[0]?.content)).toContain(NAME)
    const orders = await db.selectFrom('orders').select('id').where('userId', '=', person.id).execute()
    for (const { id } of orders) {
      const fullName = id === uninvoiced ? ADDRESS.fullName : 'Former customer'
      expect((await findOrder(db, id))?.shippingAddress).toMatchObject({ fullName, phone: '' })
    }
  })

  it('is refused while an order is open, and says which', async () => {
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

  it('is refused while a refund is owed, work is unpaid, and to admins', async () => {
    const person = await everythingAbout(ctx)
    await db.updateTable('workLogs').set({ state: 'approved' }).where('userId', '=', person.id).execute()
    expect(await deleteAccount(ctx(person), PASSWORD)).toMatchObject({
      obstacles: { tasks: [{ name: 'Fill sachets' }] },
    })
    expect(await deleteAccount(ctx(admin), PASSWORD)).toMatchObject({ obstacles: { isStaff: true } })
    const owed = await makeUser(db)
    const orderId = await makeOrder(ctx(owed), [{ productId, quantity: 1 }])
    await changeOrder(ctx(admin), { orderId, status: 'delivered' })
    const payment = await db
      .selectFrom('payments')
      .select(['id', 'amount'])
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('refunds')
      .values({
        orderId,
        paymentId: payment.id,
        key: orderId,
        amount: payment.amount,
        reason: 'Broken',
        status: 'by_hand',
        createdAt: NOW,
        updatedAt: NOW,
      })
      .execute()
    expect(await deleteAccount(ctx(owed), PASSWORD)).toMatchObject({
      obstacles: { orders: [{ id: orderId, why: 'refund_due' }] },
    })
  })

  it('and an order at the same moment: one of them happens', async () => {
    for (let round = 0; round < 8; round += 1) {
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

  it('and a changed name at the same moment or later: nothing of it stays', async () => {
    for (let round = 0; round < 8; round += 1) {
      const person = await makeUser(db)
      const change = { userId: person.id, fullName: 'Qwartz', phoneNumber: '+919812345678' }
      const [deleted] = await Promise.all([
        deleteAccount(ctx(person), PASSWORD),
        updateProfile(ctx(person), change),
      ])
      expect(deleted.ok).toBe(true)
      const late = { ok: false, reason: 'user_not_found' }
      expect(await updateProfile(ctx(person), change)).toEqual(late)
      expect(await updateProfile(ctx(admin), change)).toEqual(late)
      expect(await userOf(person)).toMatchObject({ fullName: 'Former customer', phoneNumber: null })
    }
  })

  it('twice at the same moment is once', async () => {
    const person = await makeUser(db)
    const twice = await Promise.all([1, 2].map(() => deleteAccount(ctx(person), PASSWORD)))
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await deleteAccount(ctx(VISITOR), PASSWORD)).toMatchObject({ reason: 'signed_out' })
  })
})

describe('texts about a person who closes her account', () => {
  const FULL_NAME = 'Marmadukx Vanderpoolz'
  const LINE = '17 Quillfeather Lane'
  const WRITTEN = [
    ...[
      '+91 91234 56780',
      '091234-56780',
      '91234 56780',
      '(+91)9123456780',
      '91234.56780',
      '+91-(91234)-56780',
    ],
    ...[FULL_NAME, 'Vanderpoolz, Marmadukx', 'Mr Vanderpoolz', 'Smt. vanderpoolz', 'marmadukx  vanderpoolz'],
    LINE.toUpperCase(),
  ]
  const ABOUT = `Ring ${WRITTEN.join('; ')} today`
  const LEFT = /marmadukx|vanderpoolz|quillfeather|91234|56780/i

  async function someone(): Promise<Person> {
    const person = await makeUser(db, { fullName: FULL_NAME })
    await db.updateTable('users').set({ phoneNumber: '+919123456780' }).where('id', '=', person.id).execute()
    const address = { ...ADDRESS, fullName: FULL_NAME, phone: '9123456780', addressLine1: LINE }
    await db
      .insertInto('savedAddresses')
      .values({ ...address, userId: person.id, createdAt: NOW, updatedAt: NOW })
      .execute()
    return person
  }

  it('lose her name, phone and street address in every way of writing, in rows of others', async () => {
    const [person, other] = [await someone(), await makeUser(db)]
    const orderId = await makeOrder(ctx(other), [{ productId, quantity: 1 }])
    await db.updateTable('orders').set({ internalNotes: ABOUT }).where('id', '=', orderId).execute()
    await db.updateTable('orderEvents').set({ note: ABOUT }).where('orderId', '=', orderId).execute()
    await db.updateTable('stockMovements').set({ note: ABOUT }).where('orderId', '=', orderId).execute()
    const request = { orderId, kind: 'refund', reason: 'damaged', status: 'declined', requestedAt: NOW }
    await db
      .insertInto('orderRequests')
      .values({ ...request, details: ABOUT, answer: ABOUT, decidedAt: NOW })
      .execute()
    const review = { productId, userId: other.id, authorName: 'Other O.', rating: 4 }
    await db
      .insertInto('reviews')
      .values({ ...review, summary: ABOUT })
      .execute()
    const filter = { userId: other.id, list: 'orders', createdAt: NOW }
    await db
      .insertInto('savedFilters')
      .values([
        { ...filter, name: FULL_NAME, query: 'q=1' },
        { ...filter, name: '91234 56780', query: 'q=2' },
        { ...filter, name: 'Hers', query: 'q=Marmadukx+Vanderpoolz' },
        { ...filter, name: 'Mine', query: 'q=9' },
      ])
      .execute()
    expect((await deleteAccount(ctx(person), PASSWORD)).ok).toBe(true)

    const words = ['marmadukx', 'vanderpoolz', 'quillfeather', '91234', '56780']
    const left = (await Promise.all(words.map((word) => findWord(db, word)))).flat()
    // Hashes and moments may have these digits by chance.
    const isByChance = (value: string) => /^[0-9a-f]{64}$|^\d{4}-\d\d-\d\d [\d:.]+\+00$/.test(value)
    expect(left.filter(({ value }) => LEFT.test(value) && !isByChance(value))).toEqual([])
    const texts = await db
      .selectFrom('orders')
      .innerJoin('reviews', 'reviews.userId', 'orders.userId')
      .select(['internalNotes', 'summary', 'rating'])
      .where('orders.id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(texts.internalNotes).toBe(`Ring ${WRITTEN.map(() => '(removed)').join('; ')} today`)
    expect(texts).toMatchObject({ summary: texts.internalNotes, rating: 4 })
    const filters = await db
      .selectFrom('savedFilters')
      .select('name')
      .where('userId', '=', other.id)
      .execute()
    expect(filters).toEqual([{ name: 'Mine' }])
  })

  it('keep words that only resemble hers', async () => {
    const [person, other] = [await someone(), await makeUser(db)]
    const orderId = await makeOrder(ctx(other), [{ productId, quantity: 1 }])
    const note = 'Marmadukx Vanderpoolzen, 117 Quillfeather Lane, 91234 56781'
    await db.updateTable('orders').set({ internalNotes: note }).where('id', '=', orderId).execute()
    await deleteAccount(ctx(person), PASSWORD)
    const order = db.selectFrom('orders').select('internalNotes').where('id', '=', orderId)
    expect(await order.executeTakeFirst()).toEqual({ internalNotes: note })
    await db.updateTable('orders').set({ internalNotes: null }).where('id', '=', orderId).execute()
  })

  it('leave her review with its rating, without name, phone and address', async () => {
    const person = await someone()
    const review = { productId, userId: person.id, authorName: 'Marmadukx V.', rating: 5 }
    const { id } = await db
      .insertInto('reviews')
      .values({ ...review, summary: `Good, says Marmadukx. ${ABOUT}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await deleteAccount(ctx(person), PASSWORD)
    const left = await db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(left).toMatchObject({ rating: 5, authorName: 'Former customer', userId: null })
    expect(left.summary).toMatch(/^Good, says \(removed\)\. Ring/)
    expect(left.summary).not.toMatch(LEFT)
  })

  it('jobs of the newsletter and earlier links go; only the farewell waits', async () => {
    const person = await someone()
    await subscribeNewsletter(ctx(person), { email: person.email })
    await requestDeletionLink(ctx(person))
    const count = async () =>
      (
        await sql<{ name: string }>`select name from pgboss.job
          where name in ('account-closing', 'newsletter-confirmation') order by name`.execute(db)
      ).rows.map(({ name }) => name)
    const before = await count()
    expect(before).toContain('newsletter-confirmation')
    await deleteAccount(ctx(person), PASSWORD)
    // The jobs of link and newsletter are gone, the farewell's is new.
    expect(await count()).toHaveLength(before.length - 1)
    expect(await count()).not.toContain('newsletter-confirmation')
  })
})

describe('the link of an account without a password', () => {
  /** Requests a link and reads it from the job. */
  async function linkOf(person: Person): Promise<string> {
    const sent: string[] = []
    const listening = {
      ...jobs,
      send: async (_: unknown, job: { queue: string; data: unknown }) => {
        if (job.queue === 'account-closing') sent.push((job.data as { token: string }).token)
      },
    }
    expect((await requestDeletionLink(ctx(person, { jobs: listening }))).ok).toBe(true)
    return sent[0] ?? ''
  }

  it('works once, for its own account, while it is fresh; only the newest does', async () => {
    const [person, other] = [await makeUser(db), await makeUser(db)]
    const old = await linkOf(person)
    const token = await linkOf(person)
    const late = new Date(NOW.getTime() + (DELETION_LINK_MINUTES + 1) * 60_000)
    const refusals = [
      deleteAccount(ctx(person), { by: 'link', token: old }),
      deleteAccount(ctx(person), { by: 'link', token: '' }),
      deleteAccount(ctx(other), { by: 'link', token }),
      deleteAccount(ctx(person, { now: late }), { by: 'link', token }),
    ]
    for (const refusal of await Promise.all(refusals))
      expect(refusal).toMatchObject({ reason: 'link_invalid' })
    expect((await deleteAccount(ctx(person), { by: 'link', token })).ok).toBe(true)
    expect(await requestDeletionLink(ctx(person))).toMatchObject({ reason: 'signed_out' })
    expect((await userOf(other)).deletedAt).toBeNull()
  })
})
