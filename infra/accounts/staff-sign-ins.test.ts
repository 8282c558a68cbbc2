import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { notesDuring } from '#infra/logging/security-events.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { browser, linkIn, mailsTo, ORIGIN, PASSWORD, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { queued } from '#tests/queued.ts'

const ground = await testDatabase()
const { db } = ground
const auth = testAuth(ground)
const staff = () => makeUser(db, { password: PASSWORD, staffRole: 'owner' })
const entriesOf = async (actorId: string) =>
  (await listChanges(db, { actorId, limit: 20 })).toReversed().map(({ action, after }) => ({ action, after }))
const PHONE = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
}

describe('the security log of sign-ins, of everyone', () => {
  const eventsDuring = async (run: () => Promise<unknown>) => (await notesDuring(run)).events

  it('has those by password, the sign-out and the change of the password', async () => {
    const { id: userId, email } = await makeUser(db, { password: PASSWORD })
    const here = browser(auth)
    const signIn = { email, password: PASSWORD }
    expect(await eventsDuring(() => here.call('sign-in/email', signIn))).toEqual([
      { event: 'authn_login_success', way: 'password', userId },
    ])
    const wrong = { currentPassword: 'Wrong-2026', newPassword: 'Bajra-2027' }
    expect(await eventsDuring(() => here.call('change-password', wrong))).toEqual([
      { event: 'authn_password_change_fail', way: 'password', userId },
    ])
    const right = { currentPassword: PASSWORD, newPassword: 'Bajra-2027' }
    expect(await eventsDuring(() => here.call('change-password', right))).toEqual([
      { event: 'authn_password_change', way: 'password', userId },
    ])
    expect(await eventsDuring(() => here.call('sign-out', {}))).toEqual([
      { event: 'session_expired', reason: 'sign-out', userId },
    ])
  })

  it('has links that are refused, and new passwords by one', async () => {
    const { id: userId, email } = await makeUser(db, { password: PASSWORD })
    const here = browser(auth)
    expect(await eventsDuring(() => here.call('verify-email', { token: 'old' }))).toEqual([
      { event: 'authn_login_fail', way: 'link', userId: null },
    ])
    const newPassword = 'Jowar-2028'
    expect(await eventsDuring(() => here.call('reset-password', { token: 'old', newPassword }))).toEqual([
      { event: 'authn_password_change_fail', way: 'link', userId: null },
    ])
    await here.call('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
    const [mail] = (await mailsTo(ground, auth, email)).filter(({ text }) => text.includes('token='))
    const token = mail && linkIn(mail).searchParams.get('token')
    expect(await eventsDuring(() => here.call('reset-password', { token, newPassword }))).toEqual([
      { event: 'authn_password_change', way: 'link', userId },
    ])
  })

  it('leaves wrong passwords to the job that finds out whose they are', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    const wrong = { email, password: 'Wrong-2026' }
    const notes = await notesDuring(() => browser(auth).call('sign-in/email', wrong))
    expect(notes).toMatchObject({ events: [], isSaid: true })
    const long = { email: `${'a'.repeat(300)}@example.test`, password: 'Wrong-2026' }
    const longNotes = await notesDuring(() => browser(auth).call('sign-in/email', long))
    expect(longNotes).toMatchObject({ events: [{ event: 'authn_login_fail', userId: null }], isSaid: false })
  })
})

describe('the audit log of sign-ins', () => {
  it('has those of staff, with where from, and says which browser is new', async () => {
    const { id, email } = await staff()
    const here = browser(auth)
    const signIn = { email, password: PASSWORD }
    await here.call('sign-in/email', signIn, PHONE)
    await here.call('sign-out', {})
    await here.call('sign-in/email', signIn)
    await browser(auth).call('sign-in/email', signIn)
    const by = 'password'
    expect(await entriesOf(id)).toEqual([
      { action: 'sign in', after: { by, newDevice: true } },
      { action: 'end session', after: { by: 'sign-out' } },
      { action: 'sign in', after: { by, newDevice: false } },
      { action: 'sign in', after: { by, newDevice: true } },
    ])
    const [first] = (await listChanges(db, { actorId: id, limit: 9 })).toReversed()
    expect(first).toMatchObject({ network: '203.0.113.7', device: 'Chrome on Android' })
  })

  it('knows a browser for each person who used it, and believes no made-up cookie', async () => {
    const [first, two] = [await staff(), await staff()]
    const shared = browser(auth)
    for (const { email } of [first, two, first])
      await shared.call('sign-in/email', { email, password: PASSWORD })
    const news = async (id: string) =>
      (await entriesOf(id)).map(({ after }) => (after as { newDevice: boolean }).newDevice)
    expect([await news(first.id), await news(two.id)]).toEqual([[true, false], [true]])
    const forged = browser(auth)
    forged.jar.set('better-auth.known_device', `${first.id}.forged`)
    await forged.call('sign-in/email', { email: first.email, password: PASSWORD })
    expect(await news(first.id)).toEqual([true, false, true])
  })

  it('has nothing of customers, whose browser is remembered only', async () => {
    const { id, email } = await makeUser(db, { password: PASSWORD })
    const here = browser(auth)
    await here.call('sign-in/email', { email, password: PASSWORD })
    expect([...here.jar.keys()].toSorted()).toEqual(['better-auth.known_device', 'better-auth.session_token'])
    await here.call('sign-out', {})
    expect(await entriesOf(id)).toEqual([])
  })

  it('has new passwords of staff, changed or by a mailed link', async () => {
    const { id, email } = await staff()
    const here = browser(auth)
    await here.call('sign-in/email', { email, password: PASSWORD })
    await db.updateTable('sessions').set({ factorAt: new Date() }).where('userId', '=', id).execute()
    await here.call('change-password', { currentPassword: PASSWORD, newPassword: 'Bajra-2027' })
    await here.call('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
    const [mail] = (await mailsTo(ground, auth, email)).filter(({ text }) => text.includes('token='))
    const token = mail && linkIn(mail).searchParams.get('token')
    expect((await here.call('reset-password', { token, newPassword: 'Jowar-2028' })).status).toBe(200)
    expect((await entriesOf(id)).slice(1)).toEqual([
      { action: 'change password', after: { by: 'old password' } },
      { action: 'change password', after: { by: 'mailed link' } },
    ])
  })

  it('gets every wrong password as a job, also for an address without an account', async () => {
    const { email } = await staff()
    const addresses = [email, 'nobody@example.test']
    for (const tried of addresses)
      await browser(auth).call('sign-in/email', { email: tried, password: 'Wrong-2026' }, PHONE)
    const jobs = (await queued(db, 'sign-in-refused')).filter((job) => addresses.includes(`${job.email}`))
    expect(jobs).toMatchObject([
      { email, why: 'password', client: { network: '203.0.113.7', device: 'Chrome on Android' } },
      { email: 'nobody@example.test', why: 'password' },
    ])
  })

  it('gets the end of the tries once an hour, however often it is tried', async () => {
    const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
    const limited = testAuth(ground, { limits })
    const { email } = await makeUser(db, { password: PASSWORD })
    for (let tried = 0; tried < 14; tried += 1)
      await browser(limited, `198.51.100.${tried}`).call('sign-in/email', { email, password: 'Wrong-2026' })
    const jobs = (await queued(db, 'sign-in-refused')).filter((job) => job.email === email)
    expect(jobs.map(({ why }) => why)).toEqual([...Array<string>(10).fill('password'), 'limit'])
  })
})
