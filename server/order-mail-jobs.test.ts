import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { readSettings } from '#infra/config/settings.ts'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import { type Email, type Mailer, withoutPlaceholders } from '#infra/email/mailer.ts'
import { failedQueue } from '#infra/jobs/job-admin.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { orderMailJobs } from '#server/order-mail-jobs.ts'
import { invoicesOfOrder } from '#shop/invoices/invoices.read.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { mailsOfOrder } from '#shop/orders/admin-order.read.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { sendMailAgain } from '#shop/orders/order-help.ts'
import { listMails, ORDER_MAIL_QUEUES } from '#shop/orders/order-mail.ts'
import { storeMail } from '#shop/orders/order-mails.sql.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { EMAIL_DELAY_SECONDS } from '#shop/orders/packing.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { deleteAccount } from '#shop/privacy/delete-account.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { updateRows } from '#tests/rows.ts'

const { db, ctx, jobs } = await testDatabase({ poolSize: 10 })
const mailbox = demoMailbox(db, () => NOW)
const read = readSettings({})
if (!read.ok) throw new Error('the settings of a demonstration')
const { settings } = read
const handlersWith = (mailer: Mailer) =>
  // Only the dependencies of these jobs, all of them real.
  orderMailJobs({ db, mailer, settings, ctxFor: ctx, now: () => NOW } as unknown as Dependencies)
const handlers = handlersWith(withoutPlaceholders(mailbox))
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Meera Admin' })
const other = await makeUser(db, { staffRole: 'owner', fullName: 'Ravi Admin' })
const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 1000 })

const ctxAfter = (minutes: number, actor = admin) =>
  ctx(actor, { now: new Date(NOW.getTime() + minutes * 60_000) })

async function placeCustomerOrder(): Promise<{ orderId: string; customer: Person }> {
  const customer = await makeUser(db)
  return { orderId: await makeOrder(ctx(customer), [{ productId, quantity: 1 }]), customer }
}

/** Handles and removes the jobs about these ids, as the job worker does. */
async function runJobs(ids: string[], by = handlers) {
  for (const { queue, id, data } of await jobs.listUnfinished(ORDER_MAIL_QUEUES, ids)) {
    const handle = by[queue as keyof typeof by] as (data: unknown, job: { id: string }) => Promise<void>
    await handle(data, { id })
    await sql`delete from pgboss.job where id = ${id}::uuid`.execute(db)
  }
}

/** Returns the emails that the order's page lists. */
async function listOrderEmails(orderId: string) {
  const order = await findOrder(db, orderId)
  if (!order) throw new Error('there is no such order')
  const [refunds, stored] = [await refundsOfOrder(db, orderId), await mailsOfOrder(db, orderId)]
  const ids = [orderId, ...refunds.map(({ id }) => id), ...stored.map(({ id }) => id)]
  return listMails({ order, refunds }, stored, await jobs.listUnfinished(ORDER_MAIL_QUEUES, ids))
}
const sentMail = async (orderId: string) => (await mailsOfOrder(db, orderId))[0]?.id ?? ''

it('issues the invoice of a paid order with its confirmation, and of an unpaid order when it is shipped', async () => {
  const numbers = async (orderId: string) => (await invoicesOfOrder(db, orderId)).invoices.length
  const { orderId: paid } = await placeCustomerOrder()
  await updateRows(db, 'orders', { id: paid }, { paymentStatus: 'paid' })
  const { orderId: unpaid } = await placeCustomerOrder()
  await runJobs([paid, unpaid])
  expect([await numbers(paid), await numbers(unpaid)]).toEqual([1, 0])
  await changeOrder(ctx(admin), { orderId: unpaid, status: 'shipped' })
  await runJobs([unpaid])
  expect(await numbers(unpaid)).toBe(1)
})

describe('emails about an order', () => {
  it('have the support address as Reply-To', async () => {
    const emails: Email[] = []
    const by = handlersWith({ send: async (email) => void emails.push(email) })
    const { orderId, customer } = await placeCustomerOrder()
    await changeOrder(ctx(admin), { orderId, status: 'delivered' })
    await requestOrderRefund(ctx(customer), { orderId, reason: 'damaged', details: '' })
    await decideRefund(ctx(admin), {
      ...{ orderId, decision: 'approve', answer: '', amount: rupees(10), returned: [] },
    })
    await runJobs([orderId, ...(await refundsOfOrder(db, orderId)).map(({ id }) => id)], by)
    const replyTo = { name: settings.brand, address: settings.mail.support }
    const own = emails.filter(({ to }) => to === customer.email)
    expect(own.length).toBeGreaterThan(3)
    for (const email of own) expect(email).toMatchObject({ replyTo })
  })

  it('are listed before they are sent, and with their text afterwards', async () => {
    const { orderId, customer } = await placeCustomerOrder()
    expect(await listOrderEmails(orderId)).toMatchObject([
      { name: 'Order confirmation', recipient: customer.email, state: 'queued', text: null },
    ])
    await runJobs([orderId])
    const [mail] = await listOrderEmails(orderId)
    const [arrived] = await mailbox.list(customer.email)
    expect(mail).toMatchObject({ state: 'sent', at: NOW, subject: arrived?.subject, canSendAgain: true })
    expect(mail?.text).toBe(arrived?.text)
    expect(mail?.text).toContain('Delivery to:')
  })

  it('name the corrected number in “Shipped” if it was corrected right away, and report later corrections separately', async () => {
    const { orderId, customer } = await placeCustomerOrder()
    await runJobs([orderId])
    await changeOrder(ctxAfter(0), { orderId, status: 'shipped', trackingNumber: 'EE1', carrier: 'DTDC' })
    await changeOrder(ctxAfter(1), { orderId, trackingNumber: 'EE2' })
    const correction = (await findOrder(db, orderId))?.events.at(-1)
    const waits = await sql<{ startAfter: Date }>`select start_after from pgboss.job
      where name = 'order-moved' and (data->>'eventId')::int = ${correction?.id}`.execute(db)
    // An email about a shipment from the packing desk waits half as long.
    expect(waits.rows).toEqual([{ startAfter: new Date(NOW.getTime() + 2 * EMAIL_DELAY_SECONDS * 1000) }])
    await runJobs([orderId])
    const subjects = async () => (await mailbox.list(customer.email)).map(({ subject }) => subject)
    expect((await subjects()).filter((subject) => subject.includes('corrected'))).toEqual([])
    expect((await mailbox.list(customer.email))[0]?.text).toContain('EE2 (DTDC)')
    await changeOrder(ctxAfter(9), { orderId, trackingNumber: 'EE3' })
    await runJobs([orderId])
    await changeOrder(ctxAfter(12), { orderId, trackingNumber: 'EE2' })
    await runJobs([orderId])
    expect((await subjects()).filter((subject) => subject.includes('corrected'))).toHaveLength(2)
  })

  it('count as failed when their job is given up, and keep their text', async () => {
    const { orderId } = await placeCustomerOrder()
    const down = handlersWith({ send: () => Promise.reject(new Error('no mail server')) })
    await expect(runJobs([orderId], down)).rejects.toThrow('no mail server')
    expect(await listOrderEmails(orderId)).toMatchObject([
      { state: 'queued', text: expect.stringContaining('Total') },
    ])
    await sql`update pgboss.job set name = ${failedQueue('order-confirmation')}
      where name = 'order-confirmation' and data->>'orderId' = ${orderId}`.execute(db)
    expect(await listOrderEmails(orderId)).toMatchObject([{ state: 'failed', canSendAgain: false }])
    await runJobs([orderId])
    expect(await listOrderEmails(orderId)).toMatchObject([{ state: 'sent' }])
  })

  it('are listed by subject, including emails to support', async () => {
    const { orderId, customer } = await placeCustomerOrder()
    await changeOrder(ctx(admin), { orderId, status: 'delivered' })
    await requestOrderRefund(ctx(customer), { orderId, reason: 'damaged', details: '' })
    await decideRefund(ctx(admin), {
      ...{ orderId, decision: 'approve', answer: '', amount: rupees(10), returned: [] },
    })
    await runJobs([orderId])
    const names = (await listOrderEmails(orderId)).map(({ name, canSendAgain }) => [name, canSendAgain])
    expect(names).toContainEqual(['Refund requested, to support', false])
    expect(names).toContainEqual(['Refund requested', false])
    expect(names).toContainEqual(['Refund approved', true])
    expect(names).toContainEqual(['Delivered', true])
  })
})

describe('an email that is sent again', () => {
  it('is a new, audited message about the order’s current state', async () => {
    const { orderId, customer } = await placeCustomerOrder()
    await runJobs([orderId])
    const mailId = await sentMail(orderId)
    const again = await sendMailAgain(ctxAfter(5, other), { orderId, mailId })
    expect(again.ok && again.value).not.toBe(mailId)
    expect((await listOrderEmails(orderId))[0]).toMatchObject({
      state: 'queued',
      askedBy: 'Ravi Admin',
      text: null,
    })
    await runJobs(again.ok ? [again.value] : [])
    expect(await mailbox.list(customer.email)).toHaveLength(2)
    expect((await listOrderEmails(orderId)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    const log = db.selectFrom('auditLog').select(['actorId', 'after']).where('entityId', '=', orderId)
    expect(await log.execute()).toEqual([{ actorId: other.id, after: { mail: 'Order confirmation' } }])
  })

  it('is limited to three an hour, even with concurrent requests', async () => {
    const { orderId } = await placeCustomerOrder()
    await runJobs([orderId])
    const mailId = await sentMail(orderId)
    const sendAgain = (minutes: number, actor = admin) =>
      sendMailAgain(ctxAfter(minutes, actor), { orderId, mailId })
    const tries = await Promise.all([
      sendAgain(0),
      sendAgain(0, other),
      sendAgain(0),
      sendAgain(0, other),
      sendAgain(0),
    ])
    expect(tries.filter(({ ok }) => ok)).toHaveLength(3)
    expect(tries).toContainEqual({ ok: false, reason: 'too_many_mails' })
    expect((await sendAgain(60)).ok).toBe(true)
  })

  it('is refused when it no longer applies', async () => {
    const { orderId } = await placeCustomerOrder()
    await changeOrder(ctx(admin), { orderId, status: 'processing' })
    await runJobs([orderId])
    const packed = (await listOrderEmails(orderId)).find(({ name }) => name === 'Processing')?.id ?? ''
    expect((await sendMailAgain(ctx(admin), { orderId, mailId: packed })).ok).toBe(true)
    await changeOrder(ctxAfter(1), { orderId, status: 'cancelled' })
    const mails = await mailsOfOrder(db, orderId)
    for (const { id } of mails)
      expect(await sendMailAgain(ctx(admin), { orderId, mailId: id })).toMatchObject({
        reason: 'mail_outdated',
      })
    // The job of the email that was requested earlier drops it.
    await runJobs(mails.map(({ id }) => id))
    expect((await listOrderEmails(orderId)).filter(({ state }) => state === 'dropped')).toHaveLength(1)
  })

  it('is only for admins, and only for an email of this order', async () => {
    const [{ orderId, customer }, elsewhere] = [await placeCustomerOrder(), await placeCustomerOrder()]
    await runJobs([orderId])
    const mailId = await sentMail(orderId)
    expect(await sendMailAgain(ctx(customer), { orderId, mailId })).toMatchObject({ reason: 'not_allowed' })
    expect(await sendMailAgain(ctx(admin), { orderId: elsewhere.orderId, mailId })).toMatchObject({
      reason: 'mail_not_found',
    })
  })

  it('is not sent to a closed account; the account’s emails are erased', async () => {
    const { orderId, customer } = await placeCustomerOrder()
    await runJobs([orderId])
    const mailId = await sentMail(orderId)
    await changeOrder(ctx(admin), { orderId, status: 'cancelled' })
    await runJobs([orderId])
    expect((await deleteAccount(ctx(customer), { by: 'password' })).ok).toBe(true)
    expect(await mailsOfOrder(db, orderId)).toEqual([])
    expect(await sendMailAgain(ctx(admin), { orderId, mailId })).toMatchObject({ reason: 'customer_left' })
    await handlers['order-confirmation']({ orderId }, { id: mailId })
    expect(await mailsOfOrder(db, orderId)).toEqual([])
  })

  it('is not stored for an account that is being closed', async () => {
    const { orderId, customer } = await placeCustomerOrder()
    const closing = await db.startTransaction().execute()
    const account = closing.updateTable('users').where('id', '=', customer.id)
    await account.set({ deletedAt: NOW }).execute()
    const subject = { orderId, kind: 'confirmation', eventId: null, refundId: null } as const
    const letter = { recipient: customer.email, subject: 'Order', text: 'Thank you' }
    const stored = storeMail(db, { ...subject, ...letter, id: 'one', now: NOW })
    const isWaiting = async () =>
      (
        await sql`select from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db)
      ).rows.length > 0
    await Promise.race([stored, expect.poll(isWaiting).toBe(true)])
    await closing.commit().execute()
    await stored
    expect(await mailsOfOrder(db, orderId)).toEqual([])
  })
})
