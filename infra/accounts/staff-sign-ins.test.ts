import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { collectNotes } from '#infra/logging/security-events.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { browser, findLink, ORIGIN, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'

const testDb = await testDatabase()
const { db } = testDb
const auth = testAuth(testDb)
const staff = () => makeUser(db, { password: PASSWORD, staffRole: 'owner' })
const entriesOf = async (actorId: string) =>
  (await listChanges(db, { actorId, limit: 20 })).toReversed().map(({ action, after }) => ({ action, after }))
const PHONE = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
}

describe('the security log', () => {
  const eventsDuring = async (run: () => Promise<unknown>) => (await collectNotes(run)).events

  it('records password sign-ins, sign-outs and password changes', async () => {
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

  it('records refused links and password resets', async () => {
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
    const [mail] = (await readMailsTo(testDb, auth, email)).filter(({ text }) => text.includes('token='))
    const token = mail && findLink(mail).searchParams.get('token')
    expect(await eventsDuring(() => here.call('reset-password', { token, newPassword }))).toEqual([
      { event: 'authn_password_change', way: 'link', userId },
    ])
  })

  it('leaves wrong passwords to the job that looks up the account', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    const wrong = { email, password: 'Wrong-2026' }
    const notes = await collectNotes(() => browser(auth).call('sign-in/email', wrong))
    expect(notes).toMatchObject({ events: [], isLeftToJob: true })
    const long = { email: `${'a'.repeat(300)}@example.test`, password: 'Wrong-2026' }
    const longNotes = await collectNotes(() => browser(auth).call('sign-in/email', long))
    expect(longNotes).toMatchObject({
      events: [{ event: 'authn_login_fail', userId: null }],
      isLeftToJob: false,
    })
  })
})

describe('the audit log', () => {
  it('records staff sign-ins with network and device, and marks new browsers', async () => {
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

  it('recognises a browser for each person who used it, but not by a forged cookie', async () => {
    const [first, two] = [await staff(), await staff()]
    const shared = browser(auth)
    for (const { email } of [first, two, first])
      await shared.call('sign-in/email', { email, password: PASSWORD })
    const newDeviceFlags = async (id: string) =>
      (await entriesOf(id)).map(({ after }) => (after as { newDevice: boolean }).newDevice)
    expect([await newDeviceFlags(first.id), await newDeviceFlags(two.id)]).toEqual([[true, false], [true]])
    const forged = browser(auth)
    forged.jar.set('better-auth.known_device', `${first.id}.forged`)
    await forged.call('sign-in/email', { email: first.email, password: PASSWORD })
    expect(await newDeviceFlags(first.id)).toEqual([true, false, true])
  })

  it('records no sign-ins of customers, but remembers their browsers', async () => {
    const { id, email } = await makeUser(db, { password: PASSWORD })
    const here = browser(auth)
    await here.call('sign-in/email', { email, password: PASSWORD })
    expect([...here.jar.keys()].toSorted()).toEqual(['better-auth.known_device', 'better-auth.session_token'])
    await here.call('sign-out', {})
    expect(await entriesOf(id)).toEqual([])
  })

  it('records password changes and resets of staff', async () => {
    const { id, email } = await staff()
    const here = browser(auth)
    await here.call('sign-in/email', { email, password: PASSWORD })
    await db.updateTable('sessions').set({ factorAt: new Date() }).where('userId', '=', id).execute()
    await here.call('change-password', { currentPassword: PASSWORD, newPassword: 'Bajra-2027' })
    await here.call('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
    const [mail] = (await readMailsTo(testDb, auth, email)).filter(({ text }) => text.includes('token='))
    const token = mail && findLink(mail).searchParams.get('token')
    expect((await here.call('reset-password', { token, newPassword: 'Jowar-2028' })).status).toBe(200)
    expect((await entriesOf(id)).slice(1)).toEqual([
      { action: 'change password', after: { by: 'old password' } },
      { action: 'change password', after: { by: 'mailed link' } },
    ])
  })

  it('gets a job for each wrong password, also for an unknown address', async () => {
    const { email } = await staff()
    const addresses = [email, 'nobody@example.test']
    for (const address of addresses)
      await browser(auth).call('sign-in/email', { email: address, password: 'Wrong-2026' }, PHONE)
    const jobs = (await readJobs(db, 'sign-in-refused')).filter((job) => addresses.includes(`${job.email}`))
    expect(jobs).toMatchObject([
      { email, why: 'password', client: { network: '203.0.113.7', device: 'Chrome on Android' } },
      { email: 'nobody@example.test', why: 'password' },
    ])
  })

  it('gets one job an hour about attempts above the limit', async () => {
    const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
    const limited = testAuth(testDb, { limits })
    const { email } = await makeUser(db, { password: PASSWORD })
    for (let attempt = 0; attempt < 14; attempt += 1)
      await browser(limited, `198.51.100.${attempt}`).call('sign-in/email', { email, password: 'Wrong-2026' })
    const jobs = (await readJobs(db, 'sign-in-refused')).filter((job) => job.email === email)
    expect(jobs.map(({ why }) => why)).toEqual([...Array<string>(10).fill('password'), 'limit'])
  })
})
