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

describe('the mails one gets', () => {
  it('begin with none', async () => {
    const person = await makeUser(db)
    const none = { isGiven: false, decidedAt: null }
    expect(await readEmailChoices(db, person)).toEqual({ newsletter: none, 'referral-mails': none })
    expect(await wantsReferralEmails(db, person.id)).toBe(false)
  })

  it('are taken up and declined alike, each decision with its time', async () => {
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
    const noted = await db.selectFrom('consents').select('purpose').where('userId', '=', person.id).execute()
    expect(noted).toHaveLength(4)
  })

  it('know of a newsletter that was asked for without an account', async () => {
    const person = await makeUser(db)
    await subscribeNewsletter(ctx(VISITOR), { email: person.email })
    expect((await readEmailChoices(db, person)).newsletter.isGiven).toBe(false)
    await chooseEmails(ctx(person), { newsletter: true, 'referral-mails': true })
    const rows = await rowsOf(db, 'newsletterSubscriptions', { email: person.email })
    expect(rows).toMatchObject([{ status: 'confirmed', confirmTokenHash: null }])
  })

  it('take up no newsletter that is switched off, but end it', async () => {
    const person = await makeUser(db)
    const off = ctx().config
    const config = { ...off, features: { ...off.features, newsletter: false } }
    const choose = (newsletter: boolean, switched: Partial<Ctx> = { config }) =>
      chooseEmails(ctx(person, switched), { newsletter, 'referral-mails': false })
    const isGiven = async () => (await readEmailChoices(db, person)).newsletter.isGiven
    await choose(true)
    expect(await isGiven()).toBe(false)
    await choose(true, {})
    await choose(true)
    expect(await isGiven()).toBe(true)
    await choose(false)
    expect(await isGiven()).toBe(false)
  })

  it('cannot be chosen by others', async () => {
    const wanted = { newsletter: true, 'referral-mails': true }
    expect(await chooseEmails(ctx(VISITOR), wanted)).toMatchObject(err('signed_out'))
  })
})
