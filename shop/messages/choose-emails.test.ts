import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import type { Ctx } from '#shop/ctx.ts'
import { readEmailChoices, wantsReferralEmails } from '#shop/customers/users.read.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { err } from '#shop/kernel/result.ts'
import { chooseEmails, subscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { rowsOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const LATER = new Date(NOW.getTime() + 3_600_000)

describe('email choices', () => {
  it('are all off for a new account', async () => {
    const person = await makeUser(db)
    const none = { isGiven: false, decidedAt: null }
    expect(await readEmailChoices(db, person)).toEqual({ newsletter: none, 'referral-mails': none })
    expect(await wantsReferralEmails(db, person.id)).toBe(false)
  })

  it('can be switched on and off, and record the time of each change', async () => {
    const person = await makeUser(db)
    const choose = (newsletter: boolean, referral: boolean, now: Date) =>
      chooseEmails(ctx(person, { now }), { newsletter, 'referral-mails': referral })
    await choose(true, true, NOW)
    await choose(true, true, LATER)
    expect(await readEmailChoices(db, person)).toEqual({
      newsletter: { isGiven: true, decidedAt: NOW },
      'referral-mails': { isGiven: true, decidedAt: NOW },
    })
    expect(await wantsReferralEmails(db, person.id)).toBe(true)
    await choose(false, false, LATER)
    expect(await readEmailChoices(db, person)).toEqual({
      newsletter: { isGiven: false, decidedAt: LATER },
      'referral-mails': { isGiven: false, decidedAt: LATER },
    })
    expect(await wantsReferralEmails(db, person.id)).toBe(false)
    const records = await db
      .selectFrom('consents')
      .select('purpose')
      .where('userId', '=', person.id)
      .execute()
    expect(records).toHaveLength(4)
  })

  it('replace an unconfirmed subscription of the same address', async () => {
    const person = await makeUser(db)
    await subscribeNewsletter(ctx(VISITOR), { email: person.email })
    expect((await readEmailChoices(db, person)).newsletter.isGiven).toBe(false)
    await chooseEmails(ctx(person), { newsletter: true, 'referral-mails': true })
    const rows = await rowsOf(db, 'newsletterSubscriptions', { email: person.email })
    expect(rows).toMatchObject([{ status: 'confirmed', confirmTokenHash: null }])
  })

  it('cannot start the newsletter while it is disabled, but can end it', async () => {
    const person = await makeUser(db)
    const base = ctx().config
    const config = { ...base, features: { ...base.features, newsletter: false } }
    const choose = (newsletter: boolean, overrides: Partial<Ctx> = { config }) =>
      chooseEmails(ctx(person, overrides), { newsletter, 'referral-mails': false })
    const isGiven = async () => (await readEmailChoices(db, person)).newsletter.isGiven
    await choose(true)
    expect(await isGiven()).toBe(false)
    await choose(true, {})
    await choose(true)
    expect(await isGiven()).toBe(true)
    await choose(false)
    expect(await isGiven()).toBe(false)
  })

  it('cannot be changed by visitors', async () => {
    const choices = { newsletter: true, 'referral-mails': true }
    expect(await chooseEmails(ctx(VISITOR), choices)).toMatchObject(err('signed_out'))
  })
})
