import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeSubscriber } from '#db/factories/subscriber.ts'
import { makeUser } from '#db/factories/user.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#shop/ctx.ts'
import { updateProfile } from '#shop/customers/change-account.ts'
import { tokenHash } from '#shop/email-token.ts'
import { newTotpSecret, sealSecret } from '#shop/factors/totp.ts'
import { issueInvoice } from '#shop/invoices/issue-documents.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { addNote } from '#shop/orders/order-help.ts'
import { storeMail } from '#shop/orders/order-mails.sql.ts'
import { hashPin } from '#shop/programme/pin-hash.ts'
import { insertRow, insertRows, updateRows } from '#tests/rows.ts'

/** Words that occur nowhere else in a test's database. */
export const NAME = 'Zubeida Qwartz'
export const PHONE = '9812345670'
export const emailOf = () => `zubeida.qwartz-${randomUUID()}@example.test`

/**
 * Creates a person with rows in every table: orders delivered and cancelled, work, pay, reviews, messages, sign-ins.
 * Returns the person as the actor of use cases.
 */
export async function makePersonInEveryTable(ctx: (actor?: Actor) => Ctx): Promise<Person> {
  const { db, now } = ctx()
  const admin = await makeUser(db, { staffRole: 'owner' })
  const person = await makeUser(db, {
    email: emailOf(),
    fullName: NAME,
    password: 'Millet-2026',
    isWorker: true,
  })
  const { id: userId, email } = person
  const later = new Date(now.getTime() + 1e9)
  await updateRows(
    db,
    'users',
    { id: userId },
    {
      phoneNumber: `+91${PHONE}`,
      image: `https://pictures.test/${NAME}`,
      referralCode: `ZUBEIDA${userId.slice(0, 6).toUpperCase()}`,
    },
  )

  const productId = await makeProduct(db, {}, now)
  const shippingAddress = { ...ADDRESS, fullName: NAME, phone: PHONE, addressLine1: `${NAME} House` }
  const order = () => makeOrder(ctx(person), [{ productId, quantity: 1 }], { shippingAddress })
  const delivered = await order()
  const cancelled = await order()
  await changeOrder(ctx(admin), { orderId: delivered, status: 'delivered', carrier: 'Post' })
  await changeOrder(ctx(admin), { orderId: cancelled, status: 'cancelled' })
  await updateRows(
    db,
    'orderEvents',
    { orderId: cancelled, toStatus: 'cancelled' },
    { note: `${NAME} asked for it`, actorId: userId },
  )
  await issueInvoice(ctx(person), delivered)
  const { id: requestId } = await insertRow(db, 'orderRequests', {
    orderId: delivered,
    kind: 'refund',
    reason: 'damaged',
    details: `${NAME} got a torn bag`,
    status: 'declined',
    answer: `Dear ${NAME}, it was whole`,
    requestedAt: now,
    decidedAt: now,
  })
  await insertRows(db, 'requestPhotos', {
    id: randomUUID(),
    requestId,
    width: 10,
    height: 10,
    createdAt: now,
  })
  const mail = { orderId: delivered, kind: 'confirmation', eventId: null, refundId: null } as const
  const letter = { subject: `Thank you, ${NAME}`, text: `It goes to ${NAME}, ${PHONE}` }
  await storeMail(db, { ...mail, ...letter, id: randomUUID(), recipient: email, now })
  await insertRows(db, 'orderFlags', { orderId: delivered, rule: 'test', detail: '5 orders', createdAt: now })
  await insertRows(db, 'paymentEvents', {
    provider: 'razorpay',
    providerEventId: randomUUID(),
    body: '',
    receivedAt: now,
    handledAt: now,
  })

  const session = { userId, token: randomUUID(), expiresAt: later, ipAddress: '203.0.113.9' }
  const { id: sessionId } = await insertRow(db, 'sessions', { ...session, userAgent: 'Phone of the test' })
  await insertRows(db, 'accounts', {
    userId,
    accountId: email,
    providerId: 'google',
    idToken: `token of ${email}`,
  })
  await insertRows(db, 'apiKeys', {
    ...{ userId, name: `Program of ${NAME}`, tokenHash: tokenHash(randomUUID()), scopes: ['orders.view'] },
    ...{ createdAt: now, expiresAt: later },
  })
  const factorId = randomUUID()
  await insertRows(db, 'factors', {
    ...{ id: factorId, userId, kind: 'totp', name: `App of ${NAME}`, lastStep: 0, createdAt: later },
    sealedSecret: sealSecret(ctx().sealer, { id: factorId, userId }, newTotpSecret()),
  })
  await insertRows(db, 'verifications', {
    identifier: tokenHash(`reset-password:${randomUUID()}`),
    value: userId,
    expiresAt: later,
  })
  await db.insertInto('carts').values({ userId, lines: '2x1', updatedAt: now }).execute()
  await db.insertInto('cartJoins').values({ sessionId, lines: '2x1' }).execute()
  await insertRows(db, 'savedAddresses', {
    ...shippingAddress,
    userId,
    isDefault: true,
    createdAt: now,
    updatedAt: now,
  })
  await insertRows(db, 'consents', { userId, purpose: 'referral-mails', isGiven: false, decidedAt: now })
  await insertRows(db, 'savedFilters', {
    userId,
    list: 'orders',
    name: `${NAME} only`,
    query: 'q=1',
    createdAt: now,
  })
  await insertRows(db, 'deletionLinks', { userId, tokenHash: tokenHash(randomUUID()), expiresAt: later })
  const { id: subscriptionId } = await makeSubscriber(db, email, now)
  const { id: newsletterId } = await insertRow(db, 'newsletters', {
    ...{ slug: randomUUID(), subject: 'Ragi', preheader: '', body: 'Ragi', ordered: 'any', state: 'all' },
    ...{ status: 'sent', createdAt: now, updatedAt: now, startedAt: now, endedAt: now },
  })
  await insertRows(db, 'newsletterRecipients', { newsletterId, subscriptionId, state: 'sent', sentAt: now })
  const tokens = { tokenHash: tokenHash(randomUUID()), leaveToken: randomUUID() }
  await insertRows(db, 'stockNotices', {
    productId,
    email,
    ...tokens,
    createdAt: now,
    mailedAt: now,
    confirmedAt: now,
  })
  const { id: messageId } = await insertRow(db, 'contactMessages', {
    note: `${NAME} again`,
    side: 'millet',
    name: NAME,
    email,
    subject: 'other',
    message: `Call ${NAME} at ${PHONE}`,
    createdAt: now,
  })
  await insertRows(db, 'contactReplies', { messageId, body: `Dear ${NAME}`, createdAt: now })
  await insertRows(db, 'reviews', {
    productId,
    userId,
    authorName: NAME,
    rating: 5,
    summary: `Good with curd, says ${NAME}`,
    answer: `Thank you, ${NAME}`,
    answeredAt: now,
    verified: true,
  })
  const coupon = {
    code: `Z-${userId.slice(0, 8).toUpperCase()}`,
    name: `Thanks to ${NAME}`,
    description: `For ${NAME}`,
    discountType: 'percentage',
  }
  await insertRows(db, 'coupons', {
    ...coupon,
    discountValue: 2000,
    customerId: userId,
    createdAt: now,
    updatedAt: now,
  })
  const friend = await makeUser(db)
  const another = await makeUser(db)
  await insertRows(db, 'referrals', [
    { newcomerId: friend.id, referrerId: userId, createdAt: now },
    { newcomerId: userId, referrerId: another.id, createdAt: now },
  ])
  await insertWork(ctx(), person)
  await insertRows(db, 'auditLog', {
    actorId: admin.id,
    action: 'update',
    entity: 'user',
    entityId: userId,
    before: null,
    after: '{}',
    createdAt: now,
  })
  const letterTo = { to: email, subject: `Dear ${NAME}`, text: `Dear ${NAME}`, html: '' }
  await ctx().jobs.send(db, { queue: 'mail', data: letterTo, to: { email, askedBy: 'owner' } })
  return person
}

async function insertWork({ db, now, pinPeppers }: Ctx, { id: userId, email }: Person): Promise<void> {
  const upiId = `${email.split('@')[0]}@upi`
  await insertRows(db, 'workers', {
    userId,
    phone: PHONE,
    upiId,
    place: 'Dharwad',
    enrolledAt: now,
    updatedAt: now,
  })
  await insertRows(db, 'formerPhones', { id: randomUUID(), userId, phone: PHONE, replacedAt: now })
  await insertRows(db, 'upiChanges', {
    id: randomUUID(),
    userId,
    oldUpiId: upiId,
    newUpiId: `new-${upiId}`,
    ...{ askedAt: now, countsFrom: now, tellBy: 'person', tellPhone: PHONE },
  })
  const expiresAt = new Date(now.getTime() + 1)
  const card = { userId, batchId: randomUUID(), issuedAt: now, expiresAt }
  await insertRows(db, 'workerCards', { ...card, tokenHash: tokenHash(randomUUID()) })
  const pinHash = await hashPin(pinPeppers, { userId, pin: '483920' })
  await db.insertInto('workerPins').values({ userId, pinHash, setAt: now }).execute()
  const session = {
    userId,
    tokenHash: tokenHash(randomUUID()),
    isShared: true,
    startedAt: now,
    lastSeenAt: now,
    expiresAt,
  }
  await insertRows(db, 'workerSessions', session)
  const task = {
    taskId: randomUUID(),
    userId,
    taskName: 'Fill sachets',
    taskDescription: `As ${NAME} did last week`,
    rejectionReason: `${NAME} counted wrong`,
    taskType: 'packing',
    quantity: 10,
    unit: 'sachets',
    paymentAmount: 5000,
    expectedMinutes: 60,
    completionDeadline: now,
    createdAt: now,
    updatedAt: now,
  }
  const { id: workLogId } = await insertRow(db, 'workLogs', task)
  await db.insertInto('workerNews').values({ userId, kind: 'new_task', workLogId, createdAt: now }).execute()
  const photo = { id: randomUUID(), workLogId, fileKey: `photos/${workLogId}`, sha256: 'a'.repeat(64) }
  await sql`insert into task_photos (id, work_log_id, file_key, sha256, stored_sha256, width, height, look, created_at)
    values (${photo.id}, ${workLogId}, ${photo.fileKey}, ${photo.sha256}, ${'b'.repeat(64)}, 10, 10, B'${sql.raw('0'.repeat(64))}', ${now})`.execute(
    db,
  )
  const { id: payoutId } = await insertRow(db, 'payouts', { createdAt: now })
  const { id: payoutLineId } = await insertRow(db, 'payoutLines', {
    id: randomUUID(),
    payoutId,
    userId,
    amount: 5000,
    upiId,
    state: 'paid',
    reference: 'UTR1',
    paidAt: now,
    closedNote: `Paid to ${NAME}`,
  })
  const paid = { state: 'paid', photoId: photo.id, submissionDate: now, reviewDate: now, rating: 5 }
  await updateRows(db, 'workLogs', { id: workLogId }, { ...paid, payoutLineId })
  await insertRows(db, 'workLogEvents', {
    workLogId,
    move: 'reject',
    toState: 'returned',
    note: `${NAME} again`,
    createdAt: now,
  })
  const entry = { userId, workLogId, amount: 5000, createdAt: now }
  await insertRows(db, 'payEntries', [
    { ...entry, kind: 'earned' },
    { ...entry, kind: 'paid', payoutLineId, note: `${NAME} asked for cash` },
  ])
  await insertRows(db, 'payQuestions', { userId, question: `When does ${NAME} get paid?`, askedAt: now })
}

/** Adds free text of admins and payment providers to the rows of a person of `makePersonInEveryTable`. */
export async function insertTextsAbout(ctx: (actor?: Actor) => Ctx, person: Person): Promise<void> {
  const { db, now } = ctx()
  const admin = await makeUser(db, { staffRole: 'owner' })
  const orders = await db.selectFrom('orders').selectAll().where('userId', '=', person.id).execute()
  const [delivered, cancelled] = ['delivered', 'cancelled'].map((status) =>
    orders.find((order) => order.status === status),
  )
  if (!delivered || !cancelled) throw new Error('the person needs a delivered and a cancelled order')
  const about = `Call ${NAME} (${person.email}) at +91 ${PHONE}`
  for (const text of [about, 'Zubeida rang']) await addNote(ctx(admin), { orderId: delivered.id, text })
  await updateProfile(ctx(admin), { userId: person.id, fullName: `${NAME} ` })
  await insertRows(db, 'orderEvents', {
    orderId: delivered.id,
    actorId: admin.id,
    fromStatus: 'delivered',
    toStatus: 'delivered',
    kind: 'refund_declined',
    note: about,
    createdAt: now,
  })
  await db.updateTable('stockMovements').set({ note: about }).where('orderId', '=', cancelled.id).execute()
  await insertRows(db, 'paymentIntents', {
    orderId: cancelled.id,
    provider: 'razorpay',
    amount: cancelled.total,
    status: 'released',
    failureReason: `Account of ${NAME}`,
    holdUntil: now,
    createdAt: now,
    updatedAt: now,
  })
  const payment = { orderId: cancelled.id, provider: 'razorpay', providerPaymentId: randomUUID() }
  const { id: paymentId } = await insertRow(db, 'payments', {
    ...payment,
    amount: cancelled.total,
    capturedAt: now,
  })
  await insertRows(db, 'refunds', {
    orderId: cancelled.id,
    paymentId,
    key: randomUUID(),
    amount: cancelled.total,
    reason: about,
    failureReason: about,
    status: 'done',
    createdAt: now,
    updatedAt: now,
  })
  await insertRows(db, 'demoMails', {
    recipient: person.email,
    subject: `Dear ${NAME}`,
    textBody: '',
    htmlBody: '',
    sentAt: now,
  })
}

/** Finds words in the whole database: every column of every table of every schema, of any type. */
export async function findWords(
  db: Kysely<DB>,
  words: readonly string[],
): Promise<{ place: string; value: string }[]> {
  const plain = db.withoutPlugins()
  type Table = { table: string; columns: { name: string; type: string }[] }
  const { rows: tables } = await sql<Table>`
    select table_schema || '.' || table_name as table,
      json_agg(json_build_object('name', column_name, 'type', data_type)) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    group by 1`.execute(plain)
  const lowerWords = words.map((word) => word.toLowerCase())
  const values: { place: string; value: string }[] = []
  for (const { table, columns } of tables) {
    const cells = columns.map(({ name, type }) => {
      const column = sql.ref(name)
      return sql`(${name}, ${type === 'bytea' ? sql`encode(${column}, 'escape')` : sql`${column}::text`})`
    })
    const { rows } = await sql<{ name: string; value: string }>`
      select cell.name, cell.value from ${sql.table(table)}, lateral (values ${sql.join(cells)}) as cell (name, value)
      where exists (select from unnest(${lowerWords}::text[]) as word where strpos(lower(cell.value), word) > 0)`.execute(
      plain,
    )
    values.push(...rows.map(({ name, value }) => ({ place: `${table}.${name}`, value })))
  }
  return values
}
