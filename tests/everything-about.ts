import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Actor, Person } from '#shop/customers/actor.ts'
import { issueInvoice } from '#shop/invoices/issue-invoice.ts'
import { changeOrder } from '#shop/orders/change-order.ts'

/** Words that stand nowhere else in a test's database. */
export const NAME = 'Zubeida Qwartz'
export const PHONE = '9812345670'
export const emailOf = () => `zubeida.qwartz-${randomUUID()}@example.test`

/**
 * A person about whom every table has something: orders delivered and cancelled, work, pay, reviews, messages, sign-ins.
 * Gives the person as the actor of use cases.
 */
export async function everythingAbout(ctx: (actor?: Actor) => Ctx): Promise<Person> {
  const { db, now } = ctx()
  const admin = await makeUser(db, { isAdmin: true })
  const person = await makeUser(db, {
    email: emailOf(),
    fullName: NAME,
    password: 'Millet-2026',
    isWorker: true,
  })
  const { id: userId, email } = person
  const later = new Date(now.getTime() + 1e9)
  await db
    .updateTable('users')
    .set({
      phoneNumber: `+91${PHONE}`,
      image: `https://pictures.test/${NAME}`,
      referralCode: `ZUBEIDA${userId.slice(0, 6).toUpperCase()}`,
    })
    .where('id', '=', userId)
    .execute()

  const productId = (await makeProduct(db, {}, now)) ?? ''
  const shippingAddress = { ...ADDRESS, fullName: NAME, phone: PHONE, addressLine1: `${NAME} House` }
  const order = () => makeOrder(ctx(person), [{ productId, quantity: 1 }], { shippingAddress })
  const delivered = await order()
  const cancelled = await order()
  await changeOrder(ctx(admin), { orderId: delivered, status: 'delivered', carrier: 'Post' })
  await changeOrder(ctx(admin), { orderId: cancelled, status: 'cancelled' })
  await db
    .updateTable('orderEvents')
    .set({ note: `${NAME} asked for it`, actorId: userId })
    .where('orderId', '=', cancelled)
    .where('toStatus', '=', 'cancelled')
    .execute()
  await issueInvoice(ctx(person), delivered)
  await db
    .insertInto('orderRequests')
    .values({
      orderId: delivered,
      kind: 'refund',
      reason: 'damaged',
      details: `${NAME} got a torn bag`,
      status: 'declined',
      answer: `Dear ${NAME}, it was whole`,
      requestedAt: now,
      decidedAt: now,
    })
    .execute()
  await db
    .insertInto('orderFlags')
    .values({ orderId: delivered, rule: 'test', detail: '5 orders', createdAt: now })
    .execute()
  await db
    .insertInto('paymentEvents')
    .values({
      provider: 'razorpay',
      providerEventId: randomUUID(),
      body: JSON.stringify({ payload: { email, contact: `+91${PHONE}` } }),
      receivedAt: now,
      handledAt: now,
    })
    .execute()

  const session = { userId, token: randomUUID(), expiresAt: later, ipAddress: '203.0.113.9' }
  const { id: sessionId } = await db
    .insertInto('sessions')
    .values({ ...session, userAgent: 'Phone of the test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('accounts')
    .values({ userId, accountId: email, providerId: 'google', idToken: `token of ${email}` })
    .execute()
  await db
    .insertInto('verifications')
    .values({ identifier: `reset-password:${randomUUID()}`, value: userId, expiresAt: later })
    .execute()
  await db.insertInto('carts').values({ userId, lines: '2x1', updatedAt: now }).execute()
  await db.insertInto('cartJoins').values({ sessionId, lines: '2x1' }).execute()
  await db
    .insertInto('savedAddresses')
    .values({ ...shippingAddress, userId, isDefault: true, createdAt: now, updatedAt: now })
    .execute()
  await db
    .insertInto('consents')
    .values({ userId, purpose: 'referral-mails', isGiven: false, decidedAt: now })
    .execute()
  await db
    .insertInto('savedFilters')
    .values({ userId, list: 'orders', name: `${NAME} only`, query: 'q=1', createdAt: now })
    .execute()
  await db.insertInto('deletionLinks').values({ userId, tokenHash: randomUUID(), expiresAt: later }).execute()
  await db
    .insertInto('newsletterSubscriptions')
    .values({ email, status: 'confirmed', unsubscribeToken: randomUUID(), createdAt: now, confirmedAt: now })
    .execute()
  const { id: messageId } = await db
    .insertInto('contactMessages')
    .values({
      note: `${NAME} again`,
      side: 'millet',
      name: NAME,
      email,
      subject: 'other',
      message: `Call ${NAME} at ${PHONE}`,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('contactReplies')
    .values({ messageId, body: `Dear ${NAME}`, createdAt: now })
    .execute()
  await db
    .insertInto('reviews')
    .values({ productId, userId, authorName: NAME, rating: 5, summary: 'Good with curd', verified: true })
    .execute()
  const coupon = { code: `Z-${userId.slice(0, 8).toUpperCase()}`, name: 'Thanks', discountType: 'percentage' }
  await db
    .insertInto('coupons')
    .values({ ...coupon, discountValue: 2000, customerId: userId, createdAt: now, updatedAt: now })
    .execute()
  const friend = await makeUser(db)
  const another = await makeUser(db)
  await db
    .insertInto('referrals')
    .values([
      { newcomerId: friend.id, referrerId: userId, createdAt: now },
      { newcomerId: userId, referrerId: another.id, createdAt: now },
    ])
    .execute()
  await work(db, person, now)
  await db
    .insertInto('auditLog')
    .values({
      actorId: admin.id,
      action: 'update',
      entity: 'user',
      entityId: userId,
      before: JSON.stringify({ fullName: NAME }),
      after: JSON.stringify({ phoneNumber: PHONE }),
      createdAt: now,
    })
    .execute()
  // What is left of mails that were sent, or given up.
  await sql`insert into pgboss.job (name, data, state, completed_on)
    values ('mail', ${JSON.stringify({ to: email, text: `Dear ${NAME}` })}::jsonb, 'completed', now()),
      ('mail-failed', ${JSON.stringify({ to: email, text: `Dear ${NAME}` })}::jsonb, 'created', null)`.execute(
    db.withoutPlugins(),
  )
  return person
}

async function work(db: Kysely<DB>, { id: userId, email }: Person, now: Date): Promise<void> {
  const upiId = `${email.split('@')[0]}@upi`
  await db
    .insertInto('workers')
    .values({ userId, phone: PHONE, upiId, place: 'Dharwad', enrolledAt: now, updatedAt: now })
    .execute()
  const task = {
    taskId: randomUUID(),
    userId,
    taskName: 'Fill sachets',
    taskType: 'packing',
    quantity: 10,
    unit: 'sachets',
    paymentAmount: 5000,
    expectedMinutes: 60,
    completionDeadline: now,
    createdAt: now,
    updatedAt: now,
  }
  const { id: workLogId } = await db
    .insertInto('workLogs')
    .values(task)
    .returning('id')
    .executeTakeFirstOrThrow()
  const photo = { id: randomUUID(), workLogId, fileKey: `photos/${workLogId}`, sha256: 'a'.repeat(64) }
  await sql`insert into task_photos (id, work_log_id, file_key, sha256, stored_sha256, width, height, look, created_at)
    values (${photo.id}, ${workLogId}, ${photo.fileKey}, ${photo.sha256}, ${'b'.repeat(64)}, 10, 10, B'${sql.raw('0'.repeat(64))}', ${now})`.execute(
    db,
  )
  const { id: payoutId } = await db
    .insertInto('payouts')
    .values({ createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: payoutLineId } = await db
    .insertInto('payoutLines')
    .values({ payoutId, userId, amount: 5000, upiId, state: 'paid', reference: 'UTR1', paidAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const done = { state: 'paid', photoId: photo.id, submissionDate: now, reviewDate: now, rating: 5 }
  await db
    .updateTable('workLogs')
    .set({ ...done, payoutLineId })
    .where('id', '=', workLogId)
    .execute()
  const entry = { userId, workLogId, amount: 5000, createdAt: now }
  await db
    .insertInto('payEntries')
    .values([
      { ...entry, kind: 'earned' },
      { ...entry, kind: 'paid', payoutLineId },
    ])
    .execute()
  await db
    .insertInto('payQuestions')
    .values({ userId, question: `When does ${NAME} get paid?`, askedAt: now })
    .execute()
}

/** Where a word stands in the database: every column of every table that can hold text. */
export async function findWord(db: Kysely<DB>, word: string): Promise<{ place: string; value: string }[]> {
  const plain = db.withoutPlugins()
  const { rows: columns } = await sql<{ table_schema: string; table_name: string; column_name: string }>`
    select table_schema, table_name, column_name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea', 'USER-DEFINED')
  `.execute(plain)
  const found: { place: string; value: string }[] = []
  for (const { table_schema, table_name, column_name } of columns) {
    const column = sql.ref(column_name)
    const text = sql`lower(convert_from(coalesce(convert_to(${column}::text, 'UTF8'), ''), 'UTF8'))`
    const { rows } = await sql<{ value: string }>`select ${column}::text as value
      from ${sql.table(`${table_schema}.${table_name}`)} where strpos(${text}, ${word.toLowerCase()}) > 0`.execute(
      plain,
    )
    found.push(...rows.map(({ value }) => ({ place: `${table_schema}.${table_name}.${column_name}`, value })))
  }
  return found
}
