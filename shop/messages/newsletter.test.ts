import { describe, expect, it } from 'vitest'
import { err, ok } from '#shop/kernel/result.ts'
import { findSubscription } from '#shop/messages/messages.read.ts'
import {
  confirmNewsletter,
  subscribeNewsletter,
  unsubscribeNewsletter,
} from '#shop/messages/newsletter-subscription.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { decryptJobData } from '#tests/queued.ts'
import { rowOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()

const HOUR = 3_600_000
const contextAt = (ms: number) => ctx(undefined, { now: new Date(NOW.getTime() + ms) })

async function subscription(email: string) {
  const row = await db
    .selectFrom('newsletterSubscriptions')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row ? findSubscription(db, row.id) : null
}

type NewsletterJob = { name: string; data: { subscriptionId?: string; confirmToken?: string } }

/** Returns the newsletter's jobs for this address, oldest first. */
async function jobsFor(email: string): Promise<NewsletterJob[]> {
  const subscriber = await subscription(email)
  const rows = await db
    .withoutPlugins()
    .selectFrom('pgboss.job' as never)
    .selectAll()
    .orderBy('created_on' as never)
    .execute()
  return (rows as NewsletterJob[])
    .map((job) => ({ ...job, data: decryptJobData<NewsletterJob['data']>(job.name, job.data) }))
    .filter((job) => job.data.subscriptionId === subscriber?.id)
}

async function lastToken(email: string): Promise<string> {
  return (await jobsFor(email)).findLast((job) => job.data.confirmToken)?.data.confirmToken ?? ''
}

async function names(email: string): Promise<string[]> {
  return (await jobsFor(email)).map((job) => job.name)
}

describe('a newsletter subscription', () => {
  it('starts only after the address was confirmed', async () => {
    const email = 'reader@example.test'
    await subscribeNewsletter(ctx(), { email })
    expect((await subscription(email))?.status).toBe('pending')
    expect(await names(email)).toEqual(['newsletter-confirmation'])
    const token = await lastToken(email)
    expect(await confirmNewsletter(ctx(), token)).toEqual(ok(null))
    expect((await subscription(email))?.status).toBe('confirmed')
    expect(await confirmNewsletter(contextAt(9 * 24 * HOUR), token)).toEqual(ok(null))
    expect(await names(email)).toEqual(['newsletter-confirmation', 'newsletter-welcome'])
  })

  it('does not store the confirmation token in plain text', async () => {
    const email = 'secret@example.test'
    await subscribeNewsletter(ctx(), { email })
    const row = await rowOf(db, 'newsletterSubscriptions', { email })
    expect(Object.values(row)).not.toContain(await lastToken(email))
  })

  it('causes one email in ten minutes, however often the form is sent', async () => {
    const email = 'stranger@example.test'
    await Promise.all(Array.from({ length: 4 }, () => subscribeNewsletter(ctx(), { email })))
    await subscribeNewsletter(contextAt(HOUR / 10), { email })
    expect(await names(email)).toEqual(['newsletter-confirmation'])
    await subscribeNewsletter(contextAt(HOUR), { email })
    expect(await names(email)).toEqual(['newsletter-confirmation', 'newsletter-confirmation'])
  })

  it('of a confirmed address stays confirmed when requested again, and gets the welcome email again', async () => {
    const email = 'loyal@example.test'
    await subscribeNewsletter(ctx(), { email })
    await confirmNewsletter(ctx(), await lastToken(email))
    await subscribeNewsletter(contextAt(HOUR), { email })
    expect((await subscription(email))?.status).toBe('confirmed')
    expect(await names(email)).toEqual([
      'newsletter-confirmation',
      'newsletter-welcome',
      'newsletter-welcome',
    ])
  })

  it('is not confirmed by a link that is wrong, expired or replaced by a newer one', async () => {
    const email = 'late@example.test'
    await subscribeNewsletter(ctx(), { email })
    const first = await lastToken(email)
    expect(await confirmNewsletter(ctx(), 'x')).toEqual(err('link_invalid'))
    expect(await confirmNewsletter(contextAt(8 * 24 * HOUR), first)).toEqual(err('link_invalid'))
    await subscribeNewsletter(contextAt(8 * 24 * HOUR), { email })
    expect(await confirmNewsletter(contextAt(8 * 24 * HOUR), first)).toMatchObject({ ok: false })
    expect(await confirmNewsletter(contextAt(8 * 24 * HOUR), await lastToken(email))).toMatchObject({
      ok: true,
    })
  })

  it('ends at once, invalidates its old link, and can be requested again', async () => {
    const email = 'leaving@example.test'
    await subscribeNewsletter(ctx(), { email })
    const oldLink = await lastToken(email)
    await confirmNewsletter(ctx(), oldLink)
    const token = (await subscription(email))?.unsubscribeToken ?? ''
    expect(await unsubscribeNewsletter(ctx(), token)).toEqual(ok(null))
    expect(await unsubscribeNewsletter(ctx(), token)).toEqual(ok(null))
    expect((await subscription(email))?.status).toBe('unsubscribed')
    expect(await confirmNewsletter(ctx(), oldLink)).toMatchObject({ ok: false })
    await subscribeNewsletter(ctx(), { email })
    expect((await subscription(email))?.status).toBe('pending')
    expect(await confirmNewsletter(ctx(), await lastToken(email))).toMatchObject({ ok: true })
  })

  it.each(['', 'unknown', 'a\0b', '\ud800'])('does not end with the invalid token %j', async (token) => {
    expect(await unsubscribeNewsletter(ctx(), token)).toEqual(err('link_invalid'))
  })
})
