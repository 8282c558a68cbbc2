import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeSubscriber } from '#db/factories/subscriber.ts'
import { makeUser } from '#db/factories/user.ts'
import { readSettings } from '#infra/config/settings.ts'
import { smtpMailer, withDeduplication } from '#infra/email/mailer.ts'
import { newsletterJobs } from '#server/newsletter-jobs.ts'
import { recordPageViews } from '#shop/analytics/visits.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { unsubscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import { deleteSubscription, subscribeAddress } from '#shop/messages/subscriptions.sql.ts'
import {
  createNewsletter,
  resumeNewsletter,
  sendNewsletter,
  stopNewsletter,
} from '#shop/newsletters/manage-newsletter.ts'
import { ALL_STATES, BATCH_SIZE, NEWSLETTER_FILTERS, type Newsletter } from '#shop/newsletters/newsletter.ts'
import {
  countAudience,
  findNewsletter,
  listNewsletters,
  readResults,
} from '#shop/newsletters/newsletters.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { readJobs } from '#tests/queued.ts'
import { insertRows, rowsOf, updateRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { staffRole: 'owner' })
const smtpServer = await startMailServer()
afterAll(() => smtpServer.close())
const read = readSettings({})
if (!read.ok) throw new Error('the settings of a demonstration')
const { settings } = read

let time = NOW
const now = () => time
/** Moves the shop's clock forward. */
function passMinutes(minutes: number): void {
  time = new Date(time.getTime() + minutes * MINUTE_MS)
}
const mailer = withDeduplication(
  smtpMailer({ url: smtpServer.url, from: 'Shop <shop@example.com>' }),
  db,
  now,
)
const deps = { db, mailer, settings, ctxFor: () => ctx(undefined, { now: now() }) }
const jobs = newsletterJobs(deps)
const job = () => ({ id: randomUUID() })

beforeEach(async () => {
  time = NOW
  await db.deleteFrom('newsletters').execute()
  await db.deleteFrom('newsletterSubscriptions').execute()
})

/** Queues a newsletter to this many new subscribers. */
async function queueNewsletter(count: number, body = 'Ragi, mostly.') {
  const readers = []
  for (let at = 0; at < count; at += 1) readers.push(await makeSubscriber(db))
  const subject = `What grows ${randomUUID()}`
  const text = { subject, preheader: 'Open me', body }
  const everyone = { ordered: 'any', days: null, state: ALL_STATES } as const
  const result = await createNewsletter(ctx(admin), { ...text, ...everyone })
  if (!result.ok) throw new Error(result.reason)
  const input = { newsletterId: result.value.id, seenAt: NOW, recipients: count, despitePromise: true }
  expect(await sendNewsletter(ctx(admin), input)).toMatchObject({ ok: true })
  return { newsletter: result.value, readers }
}

const deliveriesOf = ({ subject }: Pick<Newsletter, 'subject'>) =>
  smtpServer.deliveriesOf(new RegExp(subject))
const batchesOf = async (id: string) =>
  (await readJobs(db, 'newsletter-batch')).filter(({ newsletterId }) => newsletterId === id)
const run = (newsletterId: string, batch = 1) => jobs['newsletter-batch']({ newsletterId, batch })
const addresses = (newsletter: Newsletter) => deliveriesOf(newsletter).map(({ to }) => to)

describe('a newsletter’s batch', () => {
  it('reaches every subscriber once, with one-click unsubscribing, and completes the newsletter', async () => {
    const { newsletter, readers } = await queueNewsletter(3)
    await run(newsletter.id)
    expect(addresses(newsletter).toSorted()).toEqual(readers.map(({ email }) => email).toSorted())
    const [{ to, headers } = { to: '', headers: '' }] = deliveriesOf(newsletter)
    const token = readers.find(({ email }) => email === to)?.unsubscribeToken
    expect(headers).toContain(
      `List-Unsubscribe: <${settings.origin}/newsletter/unsubscribe?token=${token}&newsletter=${newsletter.slug}>`,
    )
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'sent' })
    expect(await readResults(db, newsletter.id)).toMatchObject({ recipients: 3, sent: 3, queued: 0 })
    await run(newsletter.id)
    expect(deliveriesOf(newsletter)).toHaveLength(3)
  })

  it('sends no email twice if its job runs twice at the same time, and queues the next batch once, with a pause', async () => {
    const { newsletter } = await queueNewsletter(BATCH_SIZE + 2)
    await Promise.all([run(newsletter.id), run(newsletter.id)])
    const first = addresses(newsletter)
    expect(new Set(first).size).toBe(first.length)
    expect(await batchesOf(newsletter.id)).toEqual([
      { newsletterId: newsletter.id, batch: 1 },
      { newsletterId: newsletter.id, batch: 2 },
    ])
    const { rows } = await startsOf(newsletter.id)
    expect(rows.at(-1)).toEqual(new Date(NOW.getTime() + MINUTE_MS))
    passMinutes(10)
    await run(newsletter.id, 2)
    const all = addresses(newsletter)
    expect(all).toHaveLength(BATCH_SIZE + 2)
    expect(new Set(all).size).toBe(BATCH_SIZE + 2)
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'sent' })
  })

  it('resumes after its process was killed while sending an email', async () => {
    const { newsletter, readers } = await queueNewsletter(2)
    // The state after a kill: a recipient is locked, and its email was sent but not recorded.
    const [{ id: recipientId } = { id: '' }] = await rowsOf(db, 'newsletterRecipients', {
      newsletterId: newsletter.id,
    })
    const until = new Date(NOW.getTime() + 5 * MINUTE_MS)
    await updateRows(db, 'newsletterRecipients', { id: recipientId }, { heldUntil: until, tries: 1 })
    await insertRows(db, 'sentMails', { key: `newsletter-${recipientId}`, sentAt: NOW })
    await run(newsletter.id)
    expect(deliveriesOf(newsletter)).toHaveLength(1)
    expect((await startsOf(newsletter.id)).rows.at(-1)).toEqual(until)
    passMinutes(5)
    await run(newsletter.id, 2)
    expect(deliveriesOf(newsletter)).toHaveLength(1)
    expect(await readResults(db, newsletter.id)).toMatchObject({ recipients: readers.length, sent: 2 })
  })

  it('waits while the mail server is down, and marks no recipient as failed', async () => {
    const { newsletter } = await queueNewsletter(2)
    await smtpServer.close()
    for (let tries = 0; tries < 5; tries += 1) await expect(run(newsletter.id)).rejects.toThrow()
    await smtpServer.open()
    await run(newsletter.id)
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 2, failed: 0 })
    expect(deliveriesOf(newsletter)).toHaveLength(2)
  })

  it.each([5, 2])(
    'stops when the mail server refuses its emails by policy, with %d recipients',
    async (count) => {
      const { newsletter, readers } = await queueNewsletter(count)
      for (const { email } of readers) smtpServer.refuse(email, `550 5.7.1 <${email}>: blocked`)
      await run(newsletter.id)
      expect(await findNewsletter(db, newsletter.id)).toMatchObject({
        status: 'stopped',
        stopReason: '550 5.7.1 <(address)>: blocked',
      })
      expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 0, failed: 0, queued: count })
      for (const { email } of readers) smtpServer.refuse(email, null)
      expect(await resumeNewsletter(ctx(admin), newsletter.id)).toMatchObject({ ok: true })
      await run(newsletter.id, 2)
      expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'sent', stopReason: null })
      expect(await readResults(db, newsletter.id)).toMatchObject({ sent: count, failed: 0 })
    },
  )

  it('continues if the server refuses one address by policy, and tries that address three times', async () => {
    const { newsletter, readers } = await queueNewsletter(5)
    smtpServer.refuse(readers[0]?.email ?? '', '554 5.7.1 not for me')
    for (const batch of [1, 2, 3]) {
      await run(newsletter.id, batch)
      passMinutes(15)
    }
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 4, failed: 1, queued: 0 })
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'sent', stopReason: null })
  })

  it('records an address that does not exist, and skips it until it subscribes again', async () => {
    const { newsletter, readers } = await queueNewsletter(2)
    const email = readers[0]?.email ?? ''
    smtpServer.refuse(email, '550 5.1.1 no such user')
    await run(newsletter.id)
    expect(await readResults(db, newsletter.id)).toMatchObject({ failed: 1, undeliverable: [email] })
    const everyone = { ordered: 'any', days: null, state: ALL_STATES } as const
    expect(await countAudience(db, everyone, NOW)).toBe(1)
    await subscribeAddress(db, { email, unsubscribeToken: randomUUID(), now: NOW })
    expect(await countAudience(db, everyone, NOW)).toBe(2)
  })

  it('marks permanently refused addresses as failed, and tries other failing addresses three times', async () => {
    const { newsletter, readers } = await queueNewsletter(3)
    const [gone, busy] = readers
    smtpServer.refuse(gone?.email ?? '', '550 no such mailbox')
    smtpServer.refuse(busy?.email ?? '', '450 try again later')
    await run(newsletter.id)
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 1, failed: 1, queued: 1 })
    for (const batch of [2, 3]) {
      passMinutes(15)
      await run(newsletter.id, batch)
    }
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 1, failed: 2, queued: 0 })
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'sent' })
  })
})

/** Returns the earliest start of each batch job of a newsletter, in order. */
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

describe('while a newsletter is being sent', () => {
  it('subscribers who unsubscribe or are deleted do not get it', async () => {
    const { newsletter, readers } = await queueNewsletter(4)
    const [leaving, deleted, ...staying] = readers
    expect(await unsubscribeNewsletter(ctx(), leaving?.unsubscribeToken ?? '')).toMatchObject({ ok: true })
    await deleteSubscription(db, deleted?.email ?? '')
    await run(newsletter.id)
    expect(addresses(newsletter).toSorted()).toEqual(staying.map(({ email }) => email).toSorted())
    expect(await readResults(db, newsletter.id)).toMatchObject({ recipients: 4, sent: 2, skipped: 2 })
  })

  it('subscribers who unsubscribe after the batch has begun do not get it', async () => {
    const { newsletter, readers } = await queueNewsletter(3)
    // The others unsubscribe while the first email is on its way.
    const delayed = smtpServer.delay(new RegExp(newsletter.subject))
    const running = run(newsletter.id)
    const answer = await delayed
    const [firstAddress] = addresses(newsletter)
    const others = readers.filter(({ email }) => email !== firstAddress)
    for (const { unsubscribeToken } of others) await unsubscribeNewsletter(ctx(), unsubscribeToken)
    answer()
    await running
    expect(addresses(newsletter)).toEqual([firstAddress])
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 1, skipped: 2 })
  })

  it('stopping it ends a batch that has begun', async () => {
    const { newsletter } = await queueNewsletter(3)
    const delayed = smtpServer.delay(new RegExp(newsletter.subject))
    const running = run(newsletter.id)
    const answer = await delayed
    await stopNewsletter(ctx(admin), newsletter.id)
    answer()
    await running
    expect(deliveriesOf(newsletter)).toHaveLength(1)
    expect(await readResults(db, newsletter.id)).toMatchObject({ sent: 1, queued: 2 })
    expect(await batchesOf(newsletter.id)).toHaveLength(1)
  })

  it('stopping it prevents queued emails from being sent', async () => {
    const { newsletter } = await queueNewsletter(2)
    await stopNewsletter(ctx(admin), newsletter.id)
    await run(newsletter.id)
    expect(deliveriesOf(newsletter)).toEqual([])
    expect(await batchesOf(newsletter.id)).toHaveLength(1)
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'stopped' })
  })
})

describe('the results of a newsletter', () => {
  it('count each subscriber who unsubscribed by a link of the newsletter, and only once', async () => {
    const { newsletter, readers } = await queueNewsletter(3)
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
    const list = await listNewsletters(db, readSearch(NEWSLETTER_FILTERS, ''), 5)
    expect(list.newsletters).toMatchObject([{ id, sent: 1, visits: 6 }])
  })
})

describe('a test email', () => {
  it('goes to the admin only, marked as a test', async () => {
    const { newsletter } = await queueNewsletter(1)
    const customer = await makeUser(db)
    for (const userId of [admin.id, customer.id, randomUUID()])
      await jobs['newsletter-test']({ newsletterId: newsletter.id, userId }, job())
    expect(deliveriesOf(newsletter)).toMatchObject([
      { to: admin.email, subject: `[Test] ${newsletter.subject}` },
    ])
    expect(deliveriesOf(newsletter)[0]?.headers).not.toContain('List-Unsubscribe')
  })
})
