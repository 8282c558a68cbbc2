import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeSubscriber } from '#db/factories/subscriber.ts'
import { makeUser } from '#db/factories/user.ts'
import { readSettings } from '#infra/config/settings.ts'
import { sentOnce, smtpMailer } from '#infra/email/mailer.ts'
import { newsletterJobs } from '#server/newsletter-jobs.ts'
import { recordPageViews } from '#shop/analytics/visits.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { unsubscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import { deleteSubscription, subscribeAddress } from '#shop/messages/subscriptions.sql.ts'
import {
  createNewsletter,
  resumeNewsletter,
  sendNewsletter,
  stopNewsletter,
} from '#shop/newsletters/manage-newsletter.ts'
import { ALL_STATES, BATCH_SIZE, type Newsletter } from '#shop/newsletters/newsletter.ts'
import {
  countAudience,
  findNewsletter,
  listNewsletters,
  readResults,
} from '#shop/newsletters/newsletters.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { mailServer } from '#tests/mail-server.ts'
import { queued } from '#tests/queued.ts'
import { insertRows, rowsOf, updateRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { staffRole: 'owner' })
const post = await mailServer()
afterAll(() => post.close())
const read = readSettings({})
if (!read.ok) throw new Error('the settings of a demonstration')
const { settings } = read

let time = NOW
const now = () => time
/** Moves the shop's clock. */
function later(minutes: number): void {
  time = new Date(time.getTime() + minutes * MINUTE_MS)
}
const mailer = sentOnce(smtpMailer({ url: post.url, from: 'Shop <shop@example.com>' }), db, now)
const deps = { db, mailer, settings, ctxFor: () => ctx(undefined, { now: now() }) }
const jobs = newsletterJobs(deps)
const job = () => ({ id: randomUUID() })

beforeEach(async () => {
  time = NOW
  await db.deleteFrom('newsletters').execute()
  await db.deleteFrom('newsletterSubscriptions').execute()
})

/** Begins to send a newsletter to these many new subscribers. */
async function sending(count: number, body = 'Ragi, mostly.') {
  const readers = []
  for (let made = 0; made < count; made += 1) readers.push(await makeSubscriber(db))
  const subject = `What grows ${randomUUID()}`
  const text = { subject, preheader: 'Open me', body }
  const everyone = { ordered: 'any', days: null, state: ALL_STATES } as const
  const made = await createNewsletter(ctx(admin), { ...text, ...everyone })
  if (!made.ok) throw new Error(made.reason)
  const sending = { newsletterId: made.value.id, seenAt: NOW, recipients: count, despitePromise: true }
  expect(await sendNewsletter(ctx(admin), sending)).toMatchObject({ ok: true })
  return { newsletter: made.value, readers }
}

const letters = ({ subject }: Pick<Newsletter, 'subject'>) => post.deliveriesOf(new RegExp(subject))
const batchesOf = async (id: string) =>
  (await queued(db, 'newsletter-batch')).filter(({ newsletterId }) => newsletterId === id)
const run = (newsletterId: string, batch = 1) => jobs['newsletter-batch']({ newsletterId, batch })
const addresses = (newsletter: Newsletter) => letters(newsletter).map(({ to }) => to)

describe('a batch', () => {
  it('reaches every subscriber once, with a button to unsubscribe; then the newsletter is sent', async () => {
    const { newsletter, readers } = await sending(3)
    await run(newsletter.id)
    expect(addresses(newsletter).toSorted()).toEqual(readers.map(({ email }) => email).toSorted())
    const [{ to, headers } = { to: '', headers: '' }] = letters(newsletter)
    const token = readers.find(({ email }) => email === to)?.unsubscribeToken
    expect(headers).toContain(
      `List-Unsubscribe: <${settings.origin}/newsletter/unsubscribe?token=${token}&newsletter=${newsletter.slug}>`,
    )
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'sent' })
    expect(await readResults(db, newsletter.id)).toMatchObject({ recipients: 3, sent: 3, queued: 0 })
    await run(newsletter.id)
    expect(letters(newsletter)).toHaveLength(3)
  })

  it('sends nobody two when its job runs twice at once, and queues the next batch once, after a pause', async () => {
    const { newsletter } = await sending(BATCH_SIZE + 2)
    await Promise.all([run(newsletter.id), run(newsletter.id)])
    const first = addresses(newsletter)
    expect(new Set(first).size).toBe(first.length)
    expect(await batchesOf(newsletter.id)).toEqual([
      { newsletterId: newsletter.id, batch: 1 },
      { newsletterId: newsletter.id, batch: 2 },
    ])
    const { rows } = await startsOf(newsletter.id)
    expect(rows.at(-1)).toEqual(new Date(NOW.getTime() + MINUTE_MS))
    later(10)
    await run(newsletter.id, 2)
    const all = addresses(newsletter)
    expect(all).toHaveLength(BATCH_SIZE + 2)
    expect(new Set(all).size).toBe(BATCH_SIZE + 2)
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'sent' })
  })

  it('is taken up again after its process was killed while an email was on its way', async () => {
    const { newsletter, readers } = await sending(2)
    // As a killed process leaves it: one recipient held, and the email handed over without a note of it.
    const [{ id: held } = { id: '' }] = await rowsOf(db, 'newsletterRecipients', {
      newsletterId: newsletter.id,
    })
    const until = new Date(NOW.getTime() + 5 * MINUTE_MS)
    await updateRows(db, 'newsletterRecipients', { id: held }, { heldUntil: until, tries: 1 })
    await insertRows(db, 'sentMails', { key: `newsletter-${held}`, sentAt: NOW })
    await run(newsletter.id)
    expect(letters(newsletter)).toHaveLength(1)
    expect((await startsOf(newsletter.id)).rows.at(-1)).toEqual(until)
    later(5)
    await run(newsletter.id, 2)
    expect(letters(newsletter)).toHaveLength(1)
    expect(await readResults(db, newsletter.id)).toMatchObject({ recipients: readers.length, sent: 2 })
  })

  it('waits while the mail server is away, and fails nobody for it', async () => {
    const { newsletter } = await sending(2)
    await post.close()
    for (let tries = 0; tries < 5; tries += 1) await expect(run(newsletter.id)).rejects.toThrow()
    await post.open()
    await run(newsletter.id)
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 2, failed: 0 })
    expect(letters(newsletter)).toHaveLength(2)
  })

  it.each([5, 2])('stops when the mail server refuses its emails by policy: %d recipients', async (count) => {
    const { newsletter, readers } = await sending(count)
    for (const { email } of readers) post.refuse(email, `550 5.7.1 <${email}>: blocked`)
    await run(newsletter.id)
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({
      status: 'stopped',
      stopReason: '550 5.7.1 <(address)>: blocked',
    })
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 0, failed: 0, queued: count })
    for (const { email } of readers) post.refuse(email, null)
    expect(await resumeNewsletter(ctx(admin), newsletter.id)).toMatchObject({ ok: true })
    await run(newsletter.id, 2)
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'sent', stopReason: null })
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: count, failed: 0 })
  })

  it('goes on when one address refuses by policy, and gives it up after three tries', async () => {
    const { newsletter, readers } = await sending(5)
    post.refuse(readers[0]?.email ?? '', '554 5.7.1 not for me')
    for (const batch of [1, 2, 3]) {
      await run(newsletter.id, batch)
      later(15)
    }
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 4, failed: 1, queued: 0 })
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'sent', stopReason: null })
  })

  it('remembers an address that does not exist, and skips it until it is subscribed again', async () => {
    const { newsletter, readers } = await sending(2)
    const email = readers[0]?.email ?? ''
    post.refuse(email, '550 5.1.1 no such user')
    await run(newsletter.id)
    expect(await readResults(db, newsletter.id)).toMatchObject({ failed: 1, undeliverable: [email] })
    const everyone = { ordered: 'any', days: null, state: ALL_STATES } as const
    expect(await countAudience(db, everyone, NOW)).toBe(1)
    await subscribeAddress(db, { email, unsubscribeToken: randomUUID(), now: NOW })
    expect(await countAudience(db, everyone, NOW)).toBe(2)
  })

  it('counts addresses that are refused for good as failed, and tries others three times', async () => {
    const { newsletter, readers } = await sending(3)
    const [gone, busy] = readers
    post.refuse(gone?.email ?? '', '550 no such mailbox')
    post.refuse(busy?.email ?? '', '450 try again later')
    await run(newsletter.id)
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 1, failed: 1, queued: 1 })
    for (const batch of [2, 3]) {
      later(15)
      await run(newsletter.id, batch)
    }
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 1, failed: 2, queued: 0 })
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'sent' })
  })
})

/** When the batches' jobs of a newsletter begin at the earliest, in their order. */
async function startsOf(newsletterId: string) {
  const rows = await db
    .withoutPlugins()
    .selectFrom('pgboss.job' as never)
    .select(['start_after', 'data'] as never)
    .orderBy('created_on' as never)
    .execute()
  const own = (rows as { start_after: Date; data: { newsletterId?: string } }[]).filter(
    ({ data }) => data.newsletterId === newsletterId,
  )
  return { rows: own.map(({ start_after }) => start_after) }
}

describe('while it is being sent', () => {
  it('whoever unsubscribes or is deleted does not get it', async () => {
    const { newsletter, readers } = await sending(4)
    const [leaving, deleted, ...staying] = readers
    expect(await unsubscribeNewsletter(ctx(), leaving?.unsubscribeToken ?? '')).toMatchObject({ ok: true })
    await deleteSubscription(db, deleted?.email ?? '')
    await run(newsletter.id)
    expect(addresses(newsletter).toSorted()).toEqual(staying.map(({ email }) => email).toSorted())
    expect(await readResults(db, newsletter.id)).toMatchObject({ recipients: 4, sent: 2, skipped: 2 })
  })

  it('whoever unsubscribes after the batch has begun does not get it either', async () => {
    const { newsletter, readers } = await sending(3)
    // The others unsubscribe while the first email is on its way.
    const delayed = post.delay(new RegExp(newsletter.subject))
    const running = run(newsletter.id)
    const answer = await delayed
    const [got] = addresses(newsletter)
    const others = readers.filter(({ email }) => email !== got)
    for (const { unsubscribeToken } of others) await unsubscribeNewsletter(ctx(), unsubscribeToken)
    answer()
    await running
    expect(addresses(newsletter)).toEqual([got])
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 1, skipped: 2 })
  })

  it('a stop ends a batch that has begun', async () => {
    const { newsletter } = await sending(3)
    const delayed = post.delay(new RegExp(newsletter.subject))
    const running = run(newsletter.id)
    const answer = await delayed
    await stopNewsletter(ctx(admin), newsletter.id)
    answer()
    await running
    expect(letters(newsletter)).toHaveLength(1)
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 1, queued: 2 })
    expect(await batchesOf(newsletter.id)).toHaveLength(1)
  })

  it('a stop keeps what is not sent from being sent', async () => {
    const { newsletter } = await sending(2)
    await stopNewsletter(ctx(admin), newsletter.id)
    await run(newsletter.id)
    expect(letters(newsletter)).toEqual([])
    expect(await batchesOf(newsletter.id)).toHaveLength(1)
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'stopped' })
  })
})

describe('the results', () => {
  it('count who unsubscribed through this newsletter, once', async () => {
    const { newsletter, readers } = await sending(3)
    await run(newsletter.id)
    const [first, two] = readers
    await unsubscribeNewsletter(ctx(), first?.unsubscribeToken ?? '', newsletter.slug)
    await unsubscribeNewsletter(ctx(), first?.unsubscribeToken ?? '', newsletter.slug)
    await unsubscribeNewsletter(ctx(), two?.unsubscribeToken ?? '', null)
    await unsubscribeNewsletter(ctx(), two?.unsubscribeToken ?? '', newsletter.slug)
    expect(await readResults(db, newsletter.id)).toMatchObject({ unsubscribed: 1 })
  })

  it('count visits by its links, and orders of its recipients within seven days', async () => {
    const person = await makeUser(db)
    const stranger = await makeUser(db)
    await makeSubscriber(db, person.email)
    const text = { subject: 'With orders', preheader: '', body: 'Ragi' }
    const everyone = { ordered: 'any', days: null, state: ALL_STATES } as const
    const made = await createNewsletter(ctx(admin), { ...text, ...everyone })
    if (!made.ok) throw new Error(made.reason)
    const { id, slug } = made.value
    await sendNewsletter(ctx(admin), { newsletterId: id, seenAt: NOW, recipients: 1, despitePromise: true })
    await run(id)
    const productId = await makeProduct(db, {}, NOW)
    const order = (who: Person, minutes: number) =>
      makeOrder(ctx(who, { now: new Date(NOW.getTime() + minutes * MINUTE_MS) }), [
        { productId, quantity: 1 },
      ])
    const week = 7 * 24 * 60
    await order(person, -1)
    await order(person, 1)
    await order(person, week - 1)
    await order(person, week)
    await order(stranger, 1)
    const cancelled = await order(person, 2)
    await db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', cancelled).execute()
    await db.updateTable('orders').set({ paymentStatus: 'paid' }).where('status', '<>', 'cancelled').execute()
    const visit = { landing: 'home', source: 'email', day: dayOf(NOW), visits: 2 } as const
    await recordPageViews({ db }, [
      { ...visit, newsletter: slug },
      { ...visit, landing: 'products', newsletter: slug },
      { ...visit, newsletter: 'no-newsletter' },
      visit,
    ])
    await recordPageViews({ db }, [{ ...visit, newsletter: slug }])
    const results = await readResults(db, id)
    expect(results).toMatchObject({ visits: 6, orders: 2 })
    expect(results.revenue).toBeGreaterThan(0)
    expect(await listNewsletters(db, { limit: 5, skip: 0 })).toMatchObject([{ id, sent: 1, visits: 6 }])
  })
})

describe('a test', () => {
  it('goes to the admin only, marked as a test', async () => {
    const { newsletter } = await sending(1)
    const customer = await makeUser(db)
    for (const userId of [admin.id, customer.id, randomUUID()])
      await jobs['newsletter-test']({ newsletterId: newsletter.id, userId }, job())
    expect(letters(newsletter)).toMatchObject([{ to: admin.email, subject: `[Test] ${newsletter.subject}` }])
    expect(letters(newsletter)[0]?.headers).not.toContain('List-Unsubscribe')
  })
})
