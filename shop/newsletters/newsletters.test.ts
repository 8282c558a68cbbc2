import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeSubscriber } from '#db/factories/subscriber.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import {
  copyNewsletter,
  createNewsletter,
  removeNewsletter,
  restoreDraft,
  resumeNewsletter,
  sendNewsletter,
  sendTestNewsletter,
  stopNewsletter,
  updateNewsletter,
} from '#shop/newsletters/manage-newsletter.ts'
import { ALL_STATES, type Newsletter } from '#shop/newsletters/newsletter.ts'
import { claimRecipient, openBatch, recordOutcome } from '#shop/newsletters/newsletter-batch.ts'
import type { NewsletterDraft } from '#shop/newsletters/newsletter-fields.ts'
import { newsletterInput } from '#shop/newsletters/newsletter-fields.ts'
import {
  countAudience,
  countSentLately,
  findNewsletter,
  readResults,
} from '#shop/newsletters/newsletters.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'
import { insertRows, updateRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Lakshmi Iyer' })
const other = await makeUser(db, { staffRole: 'owner' })
const unknownId = randomUUID()

const DRAFT: NewsletterDraft = {
  subject: 'What grows in November',
  preheader: '',
  body: 'Ragi, mostly.',
  ordered: 'any',
  days: null,
  state: ALL_STATES,
}

const contextAt = (days: number, actor: Actor = admin) =>
  ctx(actor, { now: new Date(NOW.getTime() + days * DAY_MS) })

async function makeDraft(fields: Partial<NewsletterDraft> = {}): Promise<Newsletter> {
  return must(await createNewsletter(ctx(admin), { ...DRAFT, ...fields }))
}

/** Sends a newsletter with its current number of recipients. */
async function sendDraft(
  { id, updatedAt, ...newsletter }: Newsletter,
  { days = 0, despitePromise = false } = {},
) {
  const recipients = await countAudience(db, newsletter, NOW)
  return sendNewsletter(contextAt(days), { newsletterId: id, seenAt: updatedAt, recipients, despitePromise })
}

async function recipientsOf(newsletterId: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('newsletterRecipients')
    .select('subscriptionId')
    .where('newsletterId', '=', newsletterId)
    .execute()
  return rows.map(({ subscriptionId }) => subscriptionId)
}

const actionsOn = async (entityId: string) =>
  (await listChanges(db, { entity: 'newsletter', entityId, limit: 10 })).map(({ action }) => action)

const updatedAtOf = async (id: string) => (await findNewsletter(db, id))?.updatedAt ?? NOW

beforeEach(async () => {
  await db.deleteFrom('newsletters').execute()
  await db.deleteFrom('newsletterSubscriptions').execute()
})

describe('a draft', () => {
  it('can be saved incomplete, changed and deleted, all recorded in the audit log', async () => {
    const { id, slug, updatedAt } = await makeDraft({ subject: '', body: '' })
    expect(slug).toMatch(/^2026-11-\d+$/)
    const saved = await updateNewsletter(contextAt(1), { ...DRAFT, newsletterId: id, seenAt: updatedAt })
    expect(saved).toMatchObject({ ok: true, value: { subject: DRAFT.subject, status: 'draft' } })
    expect(await actionsOn(id)).toEqual(['update', 'create'])
    expect(await removeNewsletter(ctx(admin), id, await updatedAtOf(id))).toEqual(ok(null))
    expect(await restoreDraft(ctx(admin), id)).toEqual(ok(null))
    expect(await restoreDraft(ctx(admin), id)).toEqual(err('action_not_found'))
    expect(await removeNewsletter(ctx(admin), id, await updatedAtOf(id))).toEqual(ok(null))
    expect(await findNewsletter(db, id)).toBeNull()
    expect(await actionsOn(id)).toEqual(['delete', 'restore', 'delete', 'update', 'create'])
  })

  it('is not deleted from an outdated page', async () => {
    const { id, updatedAt } = await makeDraft()
    await updateNewsletter(contextAt(1), { ...DRAFT, newsletterId: id, seenAt: updatedAt })
    expect(await removeNewsletter(contextAt(2), id, updatedAt)).toEqual(err('edit_conflict'))
  })

  it('is neither changed nor sent from an outdated page', async () => {
    const { id: newsletterId, updatedAt: seenAt } = await makeDraft()
    const first = { ...DRAFT, subject: 'By the first', newsletterId, seenAt }
    expect(await updateNewsletter(contextAt(1), first)).toMatchObject({ ok: true })
    const second = { ...DRAFT, subject: 'By the second', newsletterId, seenAt }
    const refusal = err('newsletter_changed')
    expect(await updateNewsletter(contextAt(2, other), second)).toEqual(refusal)
    expect(await findNewsletter(db, newsletterId)).toMatchObject({ subject: 'By the first' })
    expect(
      await sendNewsletter(contextAt(2), { newsletterId, seenAt, recipients: 1, despitePromise: false }),
    ).toEqual(refusal)
  })

  it('requires days for a condition on orders, and drops them without one', () => {
    const input = { ...DRAFT, ordered: 'yes', days: '' }
    expect(newsletterInput.safeParse(input).error?.issues).toMatchObject([{ path: ['days'] }])
    for (const days of ['0', '1.5', 'x', '3651'])
      expect(newsletterInput.safeParse({ ...input, days }).success).toBe(false)
    expect(newsletterInput.parse({ ...input, days: '90' }).days).toBe(90)
    expect(newsletterInput.parse({ ...DRAFT, days: '90' }).days).toBeNull()
    expect(newsletterInput.safeParse({ ...DRAFT, subject: 'a\nBcc: b@c.test' }).success).toBe(false)
  })

  it.each([unknownId, 'no-id'])('is not found by the unknown id %s', async (id) => {
    const sending = { newsletterId: id, seenAt: NOW, recipients: 1, despitePromise: false }
    for (const refusal of await Promise.all([
      updateNewsletter(ctx(admin), { ...DRAFT, newsletterId: id, seenAt: NOW }),
      removeNewsletter(ctx(admin), id, await updatedAtOf(id)),
      sendTestNewsletter(ctx(admin), id),
      sendNewsletter(ctx(admin), sending),
    ]))
      expect(refusal).toEqual(err('newsletter_not_found'))
  })
})

describe('the audience of a newsletter', () => {
  it('consists of confirmed subscribers, filtered by time of their orders and state of the last one', async () => {
    const productId = await makeProduct(db, {}, NOW)
    const subscribe = async (orders: { daysAgo: number; state: string; isCancelled?: boolean }[]) => {
      const person = await makeUser(db)
      await makeSubscriber(db, person.email)
      for (const { daysAgo, state, isCancelled } of orders) {
        const shippingAddress = { ...ADDRESS, state }
        const orderId = await makeOrder(contextAt(-daysAgo, person), [{ productId, quantity: 1 }], {
          shippingAddress,
        })
        if (isCancelled)
          await db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute()
      }
    }
    await subscribe([])
    await subscribe([{ daysAgo: 10, state: 'Kerala' }])
    await subscribe([{ daysAgo: 100, state: 'Kerala' }])
    await subscribe([
      { daysAgo: 100, state: 'Kerala' },
      { daysAgo: 50, state: 'Karnataka' },
    ])
    await subscribe([
      { daysAgo: 100, state: 'Karnataka' },
      { daysAgo: 5, state: 'Kerala', isCancelled: true },
    ])
    await makeSubscriber(db)
    await insertRows(db, 'newsletterSubscriptions', [
      { email: 'p@example.test', status: 'pending', unsubscribeToken: 'p', createdAt: NOW },
      { email: 'u@example.test', status: 'unsubscribed', unsubscribeToken: 'u', createdAt: NOW },
    ])
    const count = (ordered: 'any' | 'yes' | 'no', days: number | null, state = ALL_STATES) =>
      countAudience(db, { ordered, days, state }, NOW)
    expect(await count('any', null)).toBe(6)
    expect(await count('yes', 30)).toBe(1)
    expect(await count('yes', 365)).toBe(4)
    expect(await count('no', 30)).toBe(5)
    expect(await count('any', null, 'Kerala')).toBe(2)
    expect(await count('any', null, 'Karnataka')).toBe(2)
    expect(await count('no', 60, 'Kerala')).toBe(1)
    const newsletter = await makeDraft({ ordered: 'no', days: 60, state: 'Kerala' })
    expect(await sendDraft(newsletter)).toEqual({ ok: true, value: 1 })
    expect(await recipientsOf(newsletter.id)).toHaveLength(1)
  })
})

describe('sending', () => {
  it('happens once, however many admins request it at the same time', async () => {
    const { id: subscriptionId } = await makeSubscriber(db)
    const { id, updatedAt: seenAt } = await makeDraft()
    const sending = { newsletterId: id, seenAt, recipients: 1, despitePromise: false }
    const count = (await readJobs(db, 'newsletter-batch')).length
    const outcomes = await Promise.all(
      [admin, other, admin, other, admin, other].map((actor) => sendNewsletter(ctx(actor), sending)),
    )
    expect(outcomes.filter(({ ok }) => ok)).toEqual([{ ok: true, value: 1 }])
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array(5).fill(err('newsletter_not_draft')))
    expect(await recipientsOf(id)).toEqual([subscriptionId])
    expect((await readJobs(db, 'newsletter-batch')).slice(count)).toEqual([{ newsletterId: id, batch: 1 }])
    expect(await actionsOn(id)).toEqual(['send', 'create'])
    for (const refusal of [
      await updateNewsletter(ctx(admin), { ...DRAFT, newsletterId: id, seenAt: NOW }),
      await removeNewsletter(ctx(admin), id, await updatedAtOf(id)),
    ])
      expect(refusal).toEqual(err('newsletter_not_draft'))
  })

  it('is refused for an incomplete draft, for no recipients, and if the confirmed number is wrong', async () => {
    expect(await sendDraft(await makeDraft())).toEqual(err('newsletter_for_nobody'))
    await makeSubscriber(db)
    for (const fields of [{ subject: '' }, { body: '' }, { body: '[a](http://x.test)' }])
      expect(await sendDraft(await makeDraft(fields))).toEqual(err('newsletter_incomplete'))
    const { id, updatedAt: seenAt } = await makeDraft()
    const sending = { newsletterId: id, seenAt, recipients: 2, despitePromise: false }
    expect(await sendNewsletter(ctx(admin), sending)).toEqual(err('newsletter_count_changed'))
    expect(await findNewsletter(db, id)).toMatchObject({ status: 'draft', startedAt: null })
    expect(await recipientsOf(id)).toEqual([])
  })

  it('within 30 days of another newsletter requires `despitePromise`, which the audit log records', async () => {
    await makeSubscriber(db)
    expect(await sendDraft(await makeDraft())).toMatchObject({ ok: true })
    const tooSoon = err('newsletter_too_soon')
    const second = await makeDraft()
    expect(await sendDraft(second)).toEqual(tooSoon)
    expect(await sendDraft(second, { days: 29.9 })).toEqual(tooSoon)
    expect(await sendDraft(second, { days: 29.9, despitePromise: true })).toMatchObject({ ok: true })
    const [change] = await listChanges(db, { entityId: second.id, limit: 1 })
    expect(change).toMatchObject({
      action: 'send',
      after: { status: 'sending', recipients: 1, despitePromise: true },
    })
    expect(await sendDraft(await makeDraft(), { days: 60 })).toMatchObject({ ok: true })
  })

  it('starts for only one of several newsletters requested at the same time', async () => {
    await makeSubscriber(db)
    const drafts = [await makeDraft(), await makeDraft(), await makeDraft()]
    const outcomes = await Promise.all(drafts.map((newsletter) => sendDraft(newsletter)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes).toContainEqual(err('newsletter_too_soon'))
  })

  it('resumes once after a stop, in a new batch, with the recipients that did not get the email', async () => {
    await makeSubscriber(db)
    await makeSubscriber(db)
    const newsletter = await makeDraft()
    await sendDraft(newsletter, { despitePromise: true })
    const { id } = newsletter
    const { recipientIds = [] } = (await openBatch(ctx(), { newsletterId: id, batch: 1 })) ?? {}
    await claimRecipient(ctx(), recipientIds[0] ?? '')
    await recordOutcome(ctx(), recipientIds[0] ?? '', 'sent')
    expect(await resumeNewsletter(ctx(admin), id)).toMatchObject(err('newsletter_not_stopped'))
    await stopNewsletter(ctx(admin), id)
    const resumptions = await Promise.all([
      resumeNewsletter(ctx(admin), id),
      resumeNewsletter(ctx(other), id),
    ])
    expect(resumptions.filter(({ ok }) => ok)).toHaveLength(1)
    // A job of the stopped batch does nothing.
    expect(await openBatch(ctx(), { newsletterId: id, batch: 1 })).toBeNull()
    const resumed = await openBatch(ctx(), { newsletterId: id, batch: 2 })
    expect(resumed?.recipientIds).not.toContain(recipientIds[0])
    expect(resumed?.recipientIds.length).toBe(recipientIds.length - 1)
    expect((await listChanges(db, { entity: 'newsletter', entityId: id, limit: 1 }))[0]?.action).toBe(
      'resume',
    )
    await stopNewsletter(ctx(admin), id)
    for (const recipientId of resumed?.recipientIds ?? []) {
      await db
        .updateTable('newsletterRecipients')
        .set({ state: 'sent' })
        .where('id', '=', recipientId)
        .execute()
    }
    expect(await resumeNewsletter(ctx(admin), id)).toMatchObject(err('newsletter_not_stopped'))
  })

  it('counts the recipients that would get a second newsletter', async () => {
    await makeSubscriber(db)
    const first = await makeDraft()
    await sendDraft(first, { despitePromise: true })
    const since = new Date(NOW.getTime() - 30 * DAY_MS)
    const second = await makeDraft()
    expect(await countSentLately(db, second, { since, now: NOW })).toBe(0)
    await updateRows(db, 'newsletterRecipients', { newsletterId: first.id }, { state: 'sent', sentAt: NOW })
    expect(await countSentLately(db, second, { since, now: NOW })).toBe(await countAudience(db, second, NOW))
    expect(await countSentLately(db, second, { since: new Date(NOW.getTime() + 1), now: NOW })).toBe(0)
    expect(await countSentLately(db, { ...second, state: 'Kerala' }, { since, now: NOW })).toBe(0)
  })

  it('does not prevent copying the newsletter as a draft', async () => {
    await makeSubscriber(db)
    const newsletter = await makeDraft({ body: 'Copied words', ordered: 'no', days: 30 })
    await sendDraft(newsletter, { despitePromise: true })
    const copy = must(await copyNewsletter(ctx(other), newsletter.id))
    expect(copy).toMatchObject({ status: 'draft', body: 'Copied words', ordered: 'no', days: 30 })
    expect(copy.slug).not.toBe(newsletter.slug)
    expect(await copyNewsletter(ctx(admin), unknownId)).toMatchObject(err('newsletter_not_found'))
  })

  it('can be stopped until it ends', async () => {
    await makeSubscriber(db)
    const newsletter = await makeDraft()
    const notSending = err('newsletter_not_sending')
    expect(await stopNewsletter(ctx(admin), newsletter.id)).toEqual(notSending)
    await sendDraft(newsletter)
    expect(await stopNewsletter(ctx(admin), newsletter.id)).toEqual(ok(null))
    expect(await stopNewsletter(ctx(admin), newsletter.id)).toEqual(notSending)
    expect(await findNewsletter(db, newsletter.id)).toMatchObject({ status: 'stopped', endedAt: NOW })
    expect(await readResults(db, newsletter.id)).toMatchObject({ recipients: 1, queued: 1, sent: 0 })
    expect(await actionsOn(newsletter.id)).toEqual(['stop', 'send', 'create'])
  })
})

describe('sendTestNewsletter', () => {
  it('queues an email to the actor, and refuses an incomplete newsletter', async () => {
    const { id } = await makeDraft()
    expect(await sendTestNewsletter(ctx(admin), id)).toEqual(ok(null))
    expect((await readJobs(db, 'newsletter-test')).at(-1)).toEqual({ newsletterId: id, userId: admin.id })
    const empty = await makeDraft({ body: '' })
    expect(await sendTestNewsletter(ctx(admin), empty.id)).toEqual(err('newsletter_incomplete'))
  })
})
