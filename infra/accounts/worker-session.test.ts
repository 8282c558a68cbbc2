import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { currentActor, senderOfCookies } from '#infra/accounts/current-actor.ts'
import { signCookie } from '#infra/accounts/current-session.ts'
import { deviceCookie, knownAccounts } from '#infra/accounts/known-devices.ts'
import { phoneCookie } from '#infra/accounts/worker-session.ts'
import { withoutPlaceholders } from '#infra/email/mailer.ts'
import { bodyLimit } from '#infra/rate-limits/body-limits.ts'
import { noMailAddress } from '#shop/customers/no-mail.ts'
import { findPerson } from '#shop/customers/people.read.ts'
import { findUser } from '#shop/customers/users.read.ts'
import { readPersonalData } from '#shop/privacy/personal-data.read.ts'
import { type KnownAccount, MAX_KNOWN_ACCOUNTS } from '#shop/programme/pin.ts'
import { hashPin } from '#shop/programme/pin-hash.ts'
import { signInWithPin } from '#shop/programme/pin-sign-in.ts'
import { insertPhoneSession, savePin } from '#shop/programme/sign-in.sql.ts'
import { browser, PASSWORD, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'

const testDb = await testDatabase()
const { db, ctx } = testDb
const auth = testAuth(testDb)
const admin = await makeUser(db, { staffRole: 'owner' })
const deps = { auth, db, now: () => new Date() }

let serial = 0
/** A worker with a PIN session; `cookie` is its Cookie header. */
async function makePinSession() {
  serial += 1
  const phone = String(9_600_000_000 + serial)
  const worker = await makeWorker(ctx(admin), { phone, user: { password: PASSWORD } })
  const token = `phone-${serial}`
  await insertPhoneSession(db, { userId: worker.id, token, isShared: false, now: new Date() })
  const [cookie = ''] = phoneCookie(token, { isShared: false, isSecure: false }).split(';')
  return { worker, phone, cookie }
}

const actorOf = (cookie: string) => currentActor(deps, new Headers({ cookie }))

describe('a PIN session', () => {
  it('has a visitor as its actor and names the PIN worker, also for an account with a password', async () => {
    const { worker, cookie } = await makePinSession()
    expect(await actorOf(cookie)).toEqual({
      actor: { kind: 'visitor' },
      pinWorker: { ...worker, withPin: true },
      pending: null,
      sessionId: null,
      setCookies: [
        expect.stringMatching(
          /^worker_screens=own\.[0-9a-f]{16}\.[\w.-]+; Max-Age=\d+; Path=\/; SameSite=Lax$/,
        ),
      ],
    })
    expect((await actorOf(`${cookie}; worker_screens=own.1.${worker.id}.key`)).setCookies).toEqual([])
    expect((await actorOf(`${cookie}x`)).pinWorker).toBeNull()
  })

  it('ends when its browser signs in by email', async () => {
    const { cookie } = await makePinSession()
    const person = await makeUser(db, { password: PASSWORD })
    const client = browser(auth)
    await client.call('sign-in/email', { email: person.email, password: PASSWORD })
    const cookieName = 'better-auth.session_token'
    const both = await actorOf(`${cookie}; ${cookieName}=${client.jar.get(cookieName)}`)
    expect(both).toMatchObject({ actor: { id: person.id }, pinWorker: null })
    for (const name of ['session', 'screens'])
      expect(both.setCookies.join()).toContain(`worker_${name}=; Max-Age=0`)
    expect((await actorOf(cookie)).pinWorker).toBeNull()
  })

  it('ends 180 days after it began, however much it is used', async () => {
    const { worker, cookie } = await makePinSession()
    const day = 86_400_000
    const start = Date.now()
    const actorOnDay = (days: number) =>
      currentActor({ auth, db, now: () => new Date(start + days * day) }, new Headers({ cookie }))
    for (let days = 25; days < 180; days += 25) expect((await actorOnDay(days)).pinWorker?.id).toBe(worker.id)
    const stored = db.selectFrom('workerSessions').select(['startedAt', 'expiresAt'])
    const row = await stored.where('userId', '=', worker.id).executeTakeFirstOrThrow()
    expect((row.expiresAt.getTime() - row.startedAt.getTime()) / day).toBe(180)
    expect((await actorOnDay(180.01)).pinWorker).toBeNull()
    expect((await actorOnDay(179)).pinWorker?.id).toBe(worker.id)
  })

  it('may send photos of tasks, and no other large body', async () => {
    const { cookie } = await makePinSession()
    const sender = await senderOfCookies(deps, cookie)
    const may = (path: string) => bodyLimit(path).isSender(sender)
    expect(may('/upload-task-photo/one')).toBe(true)
    expect(may('/api/work-logs/one/photo')).toBe(true)
    for (const path of ['/orders/one', '/admin/dashboard/products/one', '/admin/dashboard/workers/list'])
      expect(may(path), path).toBe(false)
  })
})

describe('the placeholder address of an account without email', () => {
  it('is refused by every form of the account library', async () => {
    const { worker } = await makePinSession()
    const email = noMailAddress(worker.id)
    await db.updateTable('users').set({ email, emailVerified: false }).where('id', '=', worker.id).execute()
    const jobs = () =>
      db
        .withoutPlugins()
        .selectFrom('pgboss.job' as never)
        .selectAll()
        .execute()
    const earlier = await jobs()
    const forms = {
      'sign-in/email': { email, password: PASSWORD },
      'sign-up/email': { email: email.toUpperCase(), password: PASSWORD, name: 'Mallory' },
      'request-password-reset': { email },
      'send-verification-email': { email: ` ${email}` },
    }
    for (const [path, body] of Object.entries(forms)) {
      const answer = await browser(auth).call(path, body)
      expect({ path, status: answer.status }).toEqual({ path, status: 400 })
    }
    expect(await jobs()).toEqual(earlier)
  })

  it('is never mailed, shown or exported', async () => {
    const { worker } = await makePinSession()
    const email = noMailAddress(worker.id)
    await db.updateTable('users').set({ email }).where('id', '=', worker.id).execute()
    const texts: string[] = []
    const mailer = withoutPlaceholders({ send: async ({ to }) => void texts.push(to) })
    const mail = { subject: 'Hello', text: '', html: '' }
    for (const to of [email, 'asha@example.test']) await mailer.send({ ...mail, to }, 'key')
    expect(texts).toEqual(['asha@example.test'])
    expect((await findUser(db, worker.id))?.email).toBeNull()
    expect((await findPerson(db, worker.id))?.email).toBeNull()
    const file = JSON.stringify(await readPersonalData(db, ctx(), { ...worker, email }))
    expect(file).not.toContain('no-mail.invalid')
  })
})

it('a wrong PIN costs as many hashes for an unknown phone number as for a number that four workers share', async () => {
  const { phone } = await makePinSession()
  const sharing = await Promise.all([1, 2, 3, 4].map(() => makeWorker(ctx(admin), { phone })))
  for (const { id: userId } of sharing)
    await savePin(db, {
      userId,
      pinHash: await hashPin(ctx().pinPeppers, { userId, pin: '483920' }),
      now: new Date(),
    })
  const hashesFor = async (number: string, accounts: KnownAccount[] = []) => {
    const real = crypto.scrypt
    let hashes = 0
    const countingScrypt = (...args: Parameters<typeof real>) => {
      hashes += 1
      return real(...args)
    }
    Object.assign(crypto, { scrypt: countingScrypt })
    syncBuiltinESMExports()
    await signInWithPin(ctx(), {
      phone: number,
      pin: '593017',
      userId: null,
      isShared: false,
      known: accounts,
    })
    Object.assign(crypto, { scrypt: real })
    syncBuiltinESMExports()
    return hashes
  }
  const accounts = sharing.map(({ id: userId }) => ({ userId, signedInAt: new Date() }))
  expect([await hashesFor(phone), await hashesFor('9999999999')]).toEqual([4, 4])
  expect([await hashesFor(phone, accounts), await hashesFor('9999999999', accounts)]).toEqual([4, 4])
})

it('a device cookie names the last accounts that signed in on the phone, is signed, and is hidden from scripts', async () => {
  const library = await auth.$context
  const signedInAt = new Date('2026-11-20T10:00:00.123Z')
  const ids = Array.from({ length: MAX_KNOWN_ACCOUNTS + 1 }, () => crypto.randomUUID())
  let cookies = ''
  for (const userId of [...ids, ...ids.slice(-1)]) {
    const { name, value, attributes } = deviceCookie(library, { cookies, userId, now: signedInAt })
    expect(attributes).toMatchObject({ httpOnly: true, sameSite: 'lax' })
    cookies = `${name}=${encodeURIComponent(signCookie(value, library.secret))}`
    expect(knownAccounts(library, cookies.replace(userId, crypto.randomUUID()))).toEqual([])
  }
  // Browsers refuse cookies above 4 KB.
  expect(cookies.length).toBeLessThan(4096)
  expect(knownAccounts(library, cookies)).toEqual(
    ids
      .slice(1)
      .map((userId) => ({ userId, signedInAt }))
      .toReversed(),
  )
  for (const list of ['', '~', 'a_b.c'])
    expect(knownAccounts(library, `better-auth.known_device=${list}`)).toEqual([])
})
