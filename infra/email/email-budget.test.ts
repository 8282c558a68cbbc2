import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { emailBudget, MAX_PER_DAY, mailboxOf } from '#infra/email/email-budget.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { confirmNewsletter, subscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'
import { browser, findLink, ORIGIN, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'

let now = NOW
const budget = emailBudget({ secret: 'a secret of the tests', now: () => now })
const testDb = await testDatabase({ budget, poolSize: 10 })
const { db, ctx } = testDb
const auth = testAuth(testDb)

const newAddress = () => `victim-${randomUUID()}@example.test`
let serial = 0
const contact = (email: string, actor: Actor = VISITOR) => {
  serial += 1
  const message = { name: 'Stranger', message: `Hello number ${serial}`, subject: 'other' } as const
  return sendContactMessage(ctx(actor, { now }), { side: 'millet', email, ...message })
}
const post = (path: string, body: object) => browser(auth).call(path, body)
const signUp = (email: string) => post('sign-up/email', { name: 'Stranger', email, password: PASSWORD })
const reset = (email: string) =>
  post('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })

/** Returns the number of emails queued for a mailbox, for any spelling of its address. */
async function countEmails(email: string): Promise<number> {
  const box = mailboxOf(email)
  await readMailsTo(testDb, auth, email)
  const tickets = (await readJobs(db, 'contact-acknowledgement')).map(({ messageId }) => messageId)
  const newsletters = [
    ...(await readJobs(db, 'newsletter-confirmation')),
    ...(await readJobs(db, 'newsletter-welcome')),
  ].map(({ subscriptionId }) => subscriptionId)
  const messages = await db.selectFrom('contactMessages').select(['id', 'email']).execute()
  const subscriptions = await db.selectFrom('newsletterSubscriptions').select(['id', 'email']).execute()
  const emails = [
    ...(await readJobs(db, 'mail')).map(({ to }) => to),
    ...messages.filter(({ id }) => tickets.includes(id)).map((message) => message.email),
    ...newsletters.map((id) => subscriptions.find((subscription) => subscription.id === id)?.email ?? ''),
  ]
  return emails.filter((email) => mailboxOf(email) === box).length
}

describe('an email address that strangers type', () => {
  it('gets at most three emails a day from all forms together; the forms still respond and store input as usual', async () => {
    const email = newAddress()
    const { id } = await makeUser(db, { email })
    const first = await reset(email)
    const results = await Promise.all([
      ...Array.from({ length: 5 }, () => contact(email)),
      subscribeNewsletter(ctx(VISITOR, { now }), { email }),
      signUp(email),
      post('send-verification-email', { email }),
    ])
    const again = await reset(email)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await countEmails(email)).toBe(MAX_PER_DAY)
    expect(results.slice(0, 5).every((result) => result && 'ticket' in result)).toBe(true)
    const messages = await db.selectFrom('contactMessages').select('id').where('email', '=', email).execute()
    expect(messages).toHaveLength(5)
    // Emails caused by their own actions are still sent.
    const [me] = [
      {
        kind: 'person',
        id,
        email,
        fullName: 'Asha',
        staffRole: null,
        isWorker: false,
        coordinates: [],
        factorAt: null,
      } as const,
    ]
    await contact(email, me)
    expect(await countEmails(email)).toBe(MAX_PER_DAY + 1)
    // Signed-in people count as strangers for other addresses.
    await contact(email, await makeUser(db))
    expect(await countEmails(email)).toBe(MAX_PER_DAY + 1)
  })

  it('is the same mailbox in upper and lower case, with any tag, and with Gmail’s dots', async () => {
    expect(mailboxOf('Asha+shop@Example.test')).toBe(mailboxOf('asha@example.test'))
    expect(mailboxOf('a.sha+x@googlemail.com')).toBe(mailboxOf('asha@gmail.com'))
    expect(mailboxOf('a.sha@example.test')).not.toBe(mailboxOf('asha@example.test'))
    const email = newAddress()
    for (let tag = 0; tag < 6; tag += 1) await signUp(email.replace('@', `+${tag}@`))
    expect(await countEmails(email)).toBe(MAX_PER_DAY)
  })

  it('has one email reserved for account links, so that contact forms do not lock the owner out', async () => {
    const email = newAddress()
    await makeUser(db, { email })
    for (let count = 0; count < 5; count += 1) await contact(email)
    expect(await countEmails(email)).toBe(MAX_PER_DAY - 1)
    await reset(email)
    expect(await countEmails(email)).toBe(MAX_PER_DAY)
  })

  it('gets the next email 24 hours after an earlier one, not at midnight', async () => {
    const email = newAddress()
    const budgetOf = async (hours: number) => {
      now = new Date(NOW.getTime() + hours * 3_600_000)
      return budget.claim(db, 'mail', { email, askedBy: 'anyone' })
    }
    expect([await budgetOf(0), await budgetOf(23), await budgetOf(23.5), await budgetOf(23.6)]).toEqual([
      true,
      true,
      true,
      false,
    ])
    // The first email is more than a day old, the other two are an hour old.
    expect([await budgetOf(24.1), await budgetOf(24.2), await budgetOf(47.5)]).toEqual([true, false, true])
    now = NOW
  })

  it('is counted exactly for simultaneous emails, and not stored', async () => {
    const email = newAddress()
    const admitted = await Promise.all(
      Array.from({ length: 20 }, () => budget.claim(db, 'mail', { email, askedBy: 'anyone' })),
    )
    expect(admitted.filter(Boolean)).toHaveLength(MAX_PER_DAY)
    const { rows } = await sql<{ row: string }>`select t::text as row from stranger_emails t`.execute(db)
    expect(rows.map(({ row }) => row).join()).not.toContain('victim')
  })
})

describe('the owner of a mailbox who uses a link from an email', () => {
  it('starts a new budget', async () => {
    const email = newAddress()
    await signUp(email)
    await contact(email)
    await subscribeNewsletter(ctx(VISITOR, { now }), { email })
    expect(await countEmails(email)).toBe(2)
    const [mail] = await readMailsTo(testDb, auth, email)
    const verificationToken = mail ? findLink(mail).searchParams.get('token') : ''
    const verified = await post('verify-email', {
      token: verificationToken,
      name: 'Asha Rao',
      password: PASSWORD,
    })
    expect(verified.status).toBe(200)
    for (let count = 0; count < 5; count += 1) await reset(email)
    expect(await countEmails(email)).toBe(2 + MAX_PER_DAY)
    const [link] = await readMailsTo(testDb, auth, email)
    const token = link ? findLink(link).searchParams.get('token') : ''
    expect((await post('reset-password', { newPassword: 'Bajra-2027', token })).status).toBe(200)
    // The notice about the password change does not count. Three more emails follow.
    for (let count = 0; count < 5; count += 1) await reset(email)
    expect(await countEmails(email)).toBe(2 + MAX_PER_DAY + 1 + MAX_PER_DAY)
  })

  it('gets the welcome email after confirming the newsletter', async () => {
    const email = newAddress()
    await subscribeNewsletter(ctx(VISITOR, { now }), { email })
    const [{ confirmToken = '' } = {}] = (await readJobs(db, 'newsletter-confirmation')).slice(-1)
    for (let count = 0; count < 4; count += 1) await contact(email)
    expect((await confirmNewsletter(ctx(VISITOR, { now }), confirmToken)).ok).toBe(true)
    expect(await countEmails(email)).toBe(MAX_PER_DAY)
  })
})
