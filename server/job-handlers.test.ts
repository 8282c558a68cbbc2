import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { readSettings } from '#infra/config/settings.ts'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { referralJobs } from '#server/job-handlers.ts'
import { insertReferralReward, setUnusedActive } from '#shop/coupons/coupons.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { chooseEmails } from '#shop/messages/newsletter-subscription.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { rowOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const mailbox = demoMailbox(db, () => NOW)
const read = readSettings({})
if (!read.ok) throw new Error('the settings of a demonstration')
// Only the dependencies of these jobs. All of them are real.
const jobs = referralJobs({ db, mailer: mailbox, settings: read.settings } as unknown as Dependencies)

const rewardFor = (person: Person) =>
  insertReferralReward(db, { customerId: person.id, basisPoints: 2000, now: NOW })

async function mailAbout(couponId: string, to: string) {
  await jobs['referral-reward']({ couponId }, { id: randomUUID() })
  return (await mailbox.list(to))[0]
}

it('a referral reward is emailed with its code and a link to turn these emails off', async () => {
  const person = await makeUser(db)
  await chooseEmails(ctx(person), { newsletter: false, 'referral-mails': true })
  const mail = await mailAbout(await rewardFor(person), person.email)
  const coupon = await rowOf(db, 'coupons', { customerId: person.id })
  expect(mail?.text).toContain(`The code ${coupon.code} takes 20% off one order of yours`)
  for (const words of [mail?.text, mail?.html])
    expect(words).toContain(`${read.ok && read.settings.origin}/profile#mails`)
})

it('no email is sent about a withdrawn reward, or to customers who do not want referral emails', async () => {
  const person = await makeUser(db)
  const couponId = await rewardFor(person)
  expect(await mailAbout(couponId, person.email)).toBeUndefined()
  await chooseEmails(ctx(person), { newsletter: false, 'referral-mails': true })
  await setUnusedActive(db, couponId, false, new Date())
  expect(await mailAbout(couponId, person.email)).toBeUndefined()
  await setUnusedActive(db, couponId, true, new Date())
  await chooseEmails(ctx(person), { newsletter: false, 'referral-mails': false })
  expect(await mailAbout(couponId, person.email)).toBeUndefined()
  await chooseEmails(ctx(person), { newsletter: false, 'referral-mails': true })
  expect(await mailAbout(couponId, person.email)).toBeDefined()
})
