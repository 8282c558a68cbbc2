import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeUser, type UserFields } from '#db/factories/user.ts'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import type { Ctx } from '#shop/ctx.ts'
import { addFactor, offerPasskey, sendSetUpLink } from '#shop/factors/add-factor.ts'
import {
  removeFactor,
  renewRecoveryCodes,
  resetFactors,
  resetFactorsByCommand,
} from '#shop/factors/change-factors.ts'
import type { OwnSession } from '#shop/factors/factor.ts'
import { countRecoveryCodes, listFactors } from '#shop/factors/factors.read.ts'
import { resealSecrets } from '#shop/factors/factors.sql.ts'
import { askPasskey, confirmByPassword, type Proof, proveFactor } from '#shop/factors/prove-factor.ts'
import { newRecoveryCodes } from '#shop/factors/recovery-codes.ts'
import { newTotpSecret, sealOffer } from '#shop/factors/totp.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { err } from '#shop/kernel/result.ts'
import { SECRET, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { softPasskey } from '#tests/passkey.ts'
import { readJobs } from '#tests/queued.ts'
import { rowOf, updateRows } from '#tests/rows.ts'

const testDb = await testDatabase()
const { db } = testDb
const START = new Date('2026-11-21T09:00:00Z')
const SITE = { origin: 'http://shop.test', host: 'shop.test' }

/** Returns the ctx of a real shop, `seconds` after START. */
function contextAt(seconds: number, actor?: Actor, overrides: Partial<Ctx> = {}): Ctx {
  const base = testDb.ctx(actor, { now: new Date(START.getTime() + seconds * 1000), ...overrides })
  return { ...base, config: { ...base.config, isDemo: false } }
}

async function sessionOf(person: OwnSession['person'], isPending = true): Promise<OwnSession> {
  const id = randomUUID()
  const expiresAt = new Date(START.getTime() + 86_400_000)
  await db.insertInto('sessions').values({ id, userId: person.id, token: randomUUID(), expiresAt }).execute()
  return { id, person, isPending }
}

/** Makes a person with a session without second factor. */
async function makeSignedIn(fields: UserFields = { staffRole: 'manager' }) {
  const person = await makeUser(db, fields)
  return { person, session: await sessionOf(person) }
}

const codeAt = (secret: string, seconds: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: START.getTime() + seconds * 1000 })

async function requestLink(session: OwnSession, seconds = 0): Promise<string> {
  expect(await sendSetUpLink(contextAt(seconds), session)).toMatchObject({ ok: true })
  const jobs = await readJobs(db, 'factor-link')
  return jobs.findLast(({ userId }) => userId === session.person.id)?.token ?? ''
}

function newApp(session: OwnSession, secret: string, seconds: number, name = 'My phone') {
  const offer = sealOffer(contextAt(seconds).sealer, session.person.id, secret, contextAt(seconds).now)
  return { kind: 'totp', name, offer, code: codeAt(secret, seconds) } as const
}

/** Makes a manager who sets up an app at second 0. `clockOffset`: by how many seconds the app's clock is wrong. */
async function enrolWithApp(fields?: UserFields, clockOffset = 0) {
  const { person, session } = await makeSignedIn(fields)
  const secret = newTotpSecret()
  const link = person.staffRole ? await requestLink(session) : null
  const app = { ...newApp(session, secret, 0), code: codeAt(secret, clockOffset) }
  const result = must(await addFactor(contextAt(0), session, app, link))
  return { person, session, secret, codes: result.codes ?? [] }
}

const factorAtOf = async ({ id }: OwnSession) =>
  (await db.selectFrom('sessions').select('factorAt').where('id', '=', id).executeTakeFirst())?.factorAt

const prove = (session: OwnSession, seconds: number, proof: Proof) =>
  proveFactor(contextAt(seconds), session, proof)

describe('the first factor of staff', () => {
  it('requires the mailed link, which expires after ten minutes', async () => {
    const { session } = await makeSignedIn()
    const app = () => newApp(session, newTotpSecret(), 0)
    const refusal = err('factor_link_invalid')
    expect(await addFactor(contextAt(0), session, app(), null)).toEqual(refusal)
    expect(await addFactor(contextAt(0), session, app(), 'guessed')).toEqual(refusal)
    const link = await requestLink(session)
    const late = newApp(session, newTotpSecret(), 601)
    expect(await addFactor(contextAt(601), session, late, link)).toEqual(refusal)
    expect(await factorAtOf(session)).toBeNull()
    expect(await addFactor(contextAt(0), session, app(), link)).toMatchObject({ ok: true })
    expect(await factorAtOf(session)).toEqual(START)
  })

  it('cannot be added with another person’s link, nor with an earlier one', async () => {
    const [own, other] = [await makeSignedIn(), await makeSignedIn()]
    const foreign = await requestLink(other.session)
    const earlier = await requestLink(own.session)
    await requestLink(own.session)
    for (const link of [foreign, earlier])
      expect(
        await addFactor(contextAt(0), own.session, newApp(own.session, newTotpSecret(), 0), link),
      ).toEqual(err('factor_link_invalid'))
  })

  it('can be added with the same link after a wrong code', async () => {
    const { session } = await makeSignedIn()
    const link = await requestLink(session)
    const wrong = { ...newApp(session, newTotpSecret(), 0), code: '000000' }
    expect(await addFactor(contextAt(0), session, wrong, link)).toEqual(err('factor_wrong'))
    expect(await addFactor(contextAt(0), session, newApp(session, newTotpSecret(), 0), link)).toMatchObject({
      ok: true,
    })
  })

  it('is added by only one of two concurrent sessions', async () => {
    const { person, session } = await makeSignedIn()
    const other = await sessionOf(person)
    const link = await requestLink(session)
    const race = await Promise.all(
      [session, other].map((session) =>
        addFactor(contextAt(0), session, newApp(session, newTotpSecret(), 0), link),
      ),
    )
    expect(race.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listFactors(db, person.id)).toHaveLength(1)
  })

  it('cannot be added without the link by the same session, even concurrently', async () => {
    const { person, session } = await makeSignedIn()
    const link = await requestLink(session)
    const race = await Promise.all(
      [link, null, null, 'guessed'].map((token) =>
        addFactor(contextAt(0), session, newApp(session, newTotpSecret(), 0), token),
      ),
    )
    expect(race.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await addFactor(contextAt(0), session, newApp(session, newTotpSecret(), 0))).toMatchObject({
      ok: false,
    })
    expect(await listFactors(db, person.id)).toHaveLength(1)
  })

  it('ends all other sessions, returns ten recovery codes, and is recorded and emailed', async () => {
    const { person, session } = await makeSignedIn()
    const other = await sessionOf(person)
    const link = await requestLink(session)
    const result = await addFactor(contextAt(0), session, newApp(session, newTotpSecret(), 0), link)
    expect(result.ok && new Set(result.value.codes).size).toBe(10)
    expect(await factorAtOf(other)).toBeUndefined()
    const stored = await db
      .selectFrom('recoveryCodes')
      .select('codeHash')
      .where('userId', '=', person.id)
      .execute()
    expect(stored).toHaveLength(10)
    for (const code of (result.ok && result.value.codes) || [])
      expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''))
    const log = db.selectFrom('auditLog').select('action').where('entityId', '=', person.id)
    expect(await log.execute()).toEqual([{ action: 'add factor' }])
    expect(await newsAbout(person.id)).toEqual([{ news: 'added', recipientId: person.id }])
  })

  it('cannot use the secret from another person’s form', async () => {
    const [own, other] = [await makeSignedIn(), await makeSignedIn()]
    const link = await requestLink(own.session)
    const secret = newTotpSecret()
    const foreign = newApp(other.session, secret, 0)
    expect(await addFactor(contextAt(0), own.session, foreign, link)).toEqual(err('factor_wrong'))
  })
})

async function newsAbout(userId: string) {
  const jobs = await readJobs(db, 'factor-mail')
  return jobs.filter((job) => job.userId === userId).map(({ news, recipientId }) => ({ news, recipientId }))
}

describe('an authenticator app', () => {
  const tryCode = async (
    { person, secret }: Awaited<ReturnType<typeof enrolWithApp>>,
    now: number,
    period: number,
  ) => (await prove(await sessionOf(person), now, { by: 'totp', code: codeAt(secret, period) })).ok

  it('proves a session by its code, at most one time step early or late', async () => {
    const phone = await enrolWithApp()
    for (const [now, period] of [
      [150, 90],
      [200, 270],
    ] as const)
      expect([now, period, await tryCode(phone, now, period)]).toEqual([now, period, false])
    for (const [now, period] of [
      [330, 300],
      [390, 420],
      [480, 480],
    ] as const) {
      const session = await sessionOf(phone.person)
      const proof = { by: 'totp', code: codeAt(phone.secret, period) } as const
      expect(await prove(session, now, proof)).toMatchObject({ ok: true })
      expect(await factorAtOf(session)).toEqual(contextAt(now).now)
    }
    for (const clockOffset of [-60, 60])
      await expect(enrolWithApp(undefined, clockOffset)).rejects.toThrow('factor_wrong')
  })

  it('is accepted once per code, even concurrently, and never with an older code', async () => {
    const { person, secret } = await enrolWithApp()
    const sessions = [await sessionOf(person), await sessionOf(person)]
    // The code that confirmed the set-up counts as used.
    expect(await prove(sessions[0] as OwnSession, 1, { by: 'totp', code: codeAt(secret, 0) })).toMatchObject({
      ok: false,
    })
    const proof = { by: 'totp', code: codeAt(secret, 60) } as const
    const tries = await Promise.all(sessions.map((session) => prove(session, 60, proof)))
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    const older = { by: 'totp', code: codeAt(secret, 30) } as const
    expect(await prove(await sessionOf(person), 60, older)).toMatchObject({ ok: false })
  })

  /** Enrols another person and copies the encrypted secret into their row until the test ends. */
  async function withCopyOf(person: Person) {
    const other = await enrolWithApp()
    const { sealedSecret } = await rowOf(db, 'factors', { userId: person.id })
    await updateRows(db, 'factors', { userId: other.person.id }, { sealedSecret })
    onTestFinished(
      async () => void (await db.deleteFrom('factors').where('userId', '=', other.person.id).execute()),
    )
    return { other, sealedSecret }
  }

  it('has an encrypted secret, and a copy of the secret does not work for another account', async () => {
    const { person, secret } = await enrolWithApp()
    const { other, sealedSecret } = await withCopyOf(person)
    expect(sealedSecret).not.toContain(secret)
    const session = await sessionOf(other.person)
    expect(await prove(session, 60, { by: 'totp', code: codeAt(secret, 60) })).toMatchObject({ ok: false })
  })

  it('is re-encrypted with a newer key, and then works with that key alone', async () => {
    const { person, secret } = await enrolWithApp()
    await withCopyOf(person)
    const both = createEncrypter(['a newer secret of the tests', SECRET])
    expect(await resealSecrets(db, both)).toMatchObject({ unopened: 1 })
    expect(await resealSecrets(db, both)).toEqual({ resealed: 0, unopened: 1 })
    const session = await sessionOf(person)
    const answer = { by: 'totp', code: codeAt(secret, 60) } as const
    const newest = createEncrypter(['a newer secret of the tests'])
    expect((await proveFactor({ ...contextAt(60), sealer: newest }, session, answer)).ok).toBe(true)
    await resealSecrets(db, createEncrypter([SECRET, 'a newer secret of the tests']))
  })

  it('gives the session a new token', async () => {
    const { person, secret } = await enrolWithApp()
    const session = await sessionOf(person)
    const token = () =>
      db.selectFrom('sessions').select('token').where('id', '=', session.id).executeTakeFirstOrThrow()
    const earlier = await token()
    const proven = await prove(session, 60, { by: 'totp', code: codeAt(secret, 60) })
    expect(proven).toEqual({ ok: true, value: await token() })
    expect(await token()).not.toEqual(earlier)
  })
})

async function withPasskey() {
  const { person, session } = await makeSignedIn()
  const passkey = softPasskey(SITE)
  const { challenge } = await offerPasskey(contextAt(0), session, SITE)
  const link = await requestLink(session)
  const factor = {
    kind: 'passkey',
    name: 'Key',
    answer: passkey.createCredential(challenge),
    site: SITE,
  } as const
  expect(await addFactor(contextAt(0), session, factor, link)).toMatchObject({ ok: true })
  return { person, passkey }
}

describe('a passkey', () => {
  it('proves a session once per challenge', async () => {
    const { person, passkey } = await withPasskey()
    const session = await sessionOf(person)
    const { challenge } = await askPasskey(contextAt(10), session, SITE)
    const proof = { by: 'passkey', answer: passkey.signChallenge(challenge), site: SITE } as const
    expect(await prove(session, 11, proof)).toMatchObject({ ok: true })
    expect(await prove(session, 12, proof)).toEqual(err('factor_wrong'))
  })

  it('is refused for another site, without user verification, too late, or for another session’s challenge', async () => {
    const { person, passkey } = await withPasskey()
    const session = await sessionOf(person)
    const other = await sessionOf(person)
    const challengeFor = async (of: OwnSession) => (await askPasskey(contextAt(10), of, SITE)).challenge
    const tryWith = async (answer: string, seconds = 11) =>
      (await prove(session, seconds, { by: 'passkey', answer, site: SITE })).ok
    expect(
      await tryWith(passkey.signChallenge(await challengeFor(session), { origin: 'http://shop.example' })),
    ).toBe(false)
    expect(await tryWith(passkey.signChallenge(await challengeFor(session), { host: 'shop.example' }))).toBe(
      false,
    )
    expect(await tryWith(passkey.signChallenge(await challengeFor(session), { isVerified: false }))).toBe(
      false,
    )
    expect(await tryWith(softPasskey(SITE).signChallenge(await challengeFor(session)))).toBe(false)
    expect(await tryWith('{"id":"x"}')).toBe(false)
    const foreign = passkey.signChallenge(await challengeFor(other))
    await challengeFor(session)
    expect(await tryWith(foreign)).toBe(false)
    expect(await tryWith(passkey.signChallenge(await challengeFor(session)), 10 + 301)).toBe(false)
    expect(await tryWith(passkey.signChallenge(await challengeFor(session)))).toBe(true)
  })

  it('is refused if its counter goes back, which indicates a copied key', async () => {
    const { person, passkey } = await withPasskey()
    const session = await sessionOf(person)
    const tryWith = async (counter: number) => {
      const { challenge } = await askPasskey(contextAt(10), session, SITE)
      const answer = passkey.signChallenge(challenge, { counter })
      return (await prove(session, 11, { by: 'passkey', answer, site: SITE })).ok
    }
    expect([await tryWith(5), await tryWith(5), await tryWith(4), await tryWith(6)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})

describe('of two concurrent requests', () => {
  it('one adds a customer’s first factor', async () => {
    const person = await makeUser(db)
    const sessions = [await sessionOf(person, false), await sessionOf(person, false)]
    const race = await Promise.all(
      sessions.map((session) => addFactor(contextAt(0), session, newApp(session, newTotpSecret(), 0), null)),
    )
    expect(race.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listFactors(db, person.id)).toHaveLength(1)
  })

  it('one succeeds with the same passkey counter', async () => {
    const { person, passkey } = await withPasskey()
    const sessions = [await sessionOf(person), await sessionOf(person)]
    const answers = await Promise.all(
      sessions.map(async (session) => {
        const { challenge } = await askPasskey(contextAt(10), session, SITE)
        return { session, answer: passkey.signChallenge(challenge, { counter: 7 }) }
      }),
    )
    const race = await Promise.all(
      answers.map(({ session, answer }) => prove(session, 11, { by: 'passkey', answer, site: SITE })),
    )
    expect(race.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('a recovery code', () => {
  it('has more than 128 random bits, so that its plain hash may be stored', () => {
    const codes = Array.from({ length: 200 }, newRecoveryCodes).flat()
    const letters = new Set(codes.join('').replaceAll('-', ''))
    for (const code of codes) expect(code).toMatch(/^([a-z0-9]{4}-){6}[a-z0-9]{4}$/)
    expect(28 * Math.log2(letters.size)).toBeGreaterThan(128)
  })

  it('works once, whatever case and separators are typed, and owners get an email', async () => {
    const owner = await makeUser(db, { staffRole: 'owner' })
    const { person, codes } = await enrolWithApp()
    const [code = ''] = codes
    const typed = code.replaceAll('-', ' ').toUpperCase()
    const tries = await Promise.all(
      [await sessionOf(person), await sessionOf(person)].map((session) =>
        prove(session, 60, { by: 'recovery', code: typed }),
      ),
    )
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await countRecoveryCodes(db, person.id)).toBe(9)
    const news = await newsAbout(person.id)
    for (const recipientId of [person.id, owner.id])
      expect(news).toContainEqual({ news: 'recovery-used', recipientId })
    const stranger = await enrolWithApp()
    const foreign = { by: 'recovery', code: stranger.codes[0] ?? '' } as const
    expect(await prove(await sessionOf(person), 60, foreign)).toMatchObject({ ok: false })
  })

  it('stops working when the codes are renewed', async () => {
    const { person, codes } = await enrolWithApp()
    const actor = { ...person, factorAt: START }
    expect(await renewRecoveryCodes(contextAt(601, actor))).toEqual(err('factor_stale'))
    const renewed = await renewRecoveryCodes(contextAt(60, actor))
    expect(renewed.ok && renewed.value).toHaveLength(10)
    const old = { by: 'recovery', code: codes[0] ?? '' } as const
    expect(await prove(await sessionOf(person), 60, old)).toMatchObject({ ok: false })
  })
})

describe('addFactor', () => {
  it('requires, for a further factor, a session that has proven one within ten minutes', async () => {
    const { person, session } = await enrolWithApp()
    const weak = await sessionOf(person)
    const add = (of: OwnSession, seconds: number) =>
      addFactor(contextAt(seconds), of, newApp(of, newTotpSecret(), seconds), null)
    expect(await add(weak, 60)).toEqual(err('factor_needed'))
    const strong = { ...session, isPending: false }
    expect(await add(strong, 601)).toEqual(err('factor_stale'))
    expect(await add(strong, 600)).toMatchObject({ ok: true, value: { codes: null } })
    // Adding a further factor does not end sessions that have proven none.
    expect(await factorAtOf(weak)).toBeNull()
  })

  it('requires, for a customer’s first, a session that began or confirmed the password within ten minutes', async () => {
    const person = await makeUser(db)
    const session = await sessionOf(person, false)
    await db.updateTable('sessions').set({ createdAt: START }).where('id', '=', session.id).execute()
    const add = (seconds: number) =>
      addFactor(contextAt(seconds), session, newApp(session, newTotpSecret(), seconds), null)
    expect(await add(601)).toEqual(err('factor_stale'))
    expect(await confirmByPassword(contextAt(700), session)).toMatchObject({ ok: true })
    expect(await add(1301)).toEqual(err('factor_stale'))
    expect(await listFactors(db, person.id)).toEqual([])
    expect(await add(1300)).toMatchObject({ ok: true })
  })

  it('needs no link for a customer’s first, and reports it by email', async () => {
    const { person } = await enrolWithApp({})
    expect(await newsAbout(person.id)).toEqual([{ news: 'added', recipientId: person.id }])
  })
})

describe('removing a factor', () => {
  it('requires a recent proof, and is refused for the last factor of staff', async () => {
    const { person } = await enrolWithApp()
    const actor = { ...person, factorAt: START }
    const [factor] = await listFactors(db, person.id)
    const remove = (seconds: number, id = factor?.id ?? '') => removeFactor(contextAt(seconds, actor), id)
    expect(await remove(601)).toEqual(err('factor_stale'))
    expect(await remove(60, randomUUID())).toEqual(err('factor_not_found'))
    expect(await remove(60)).toEqual(err('last_factor'))
    const other = await enrolWithApp()
    const foreign = (await listFactors(db, other.person.id))[0]?.id
    expect(await remove(60, foreign)).toEqual(err('factor_not_found'))
  })

  it('also removes the recovery codes if it is the last factor', async () => {
    const { person } = await enrolWithApp({})
    const [factor] = await listFactors(db, person.id)
    const actor = { ...person, factorAt: START }
    expect(await removeFactor(contextAt(60, actor), factor?.id ?? '')).toMatchObject({ ok: true })
    expect(await countRecoveryCodes(db, person.id)).toBe(0)
    expect(await newsAbout(person.id)).toContainEqual({ news: 'removed', recipientId: person.id })
  })
})

describe('resetting the factors of another person', () => {
  it('requires another owner with a recent proof, ends all sessions, and is emailed to person and owners', async () => {
    const { person, session } = await enrolWithApp()
    const owner = { ...(await makeUser(db, { staffRole: 'owner' })), factorAt: START }
    const reset = (actor: Actor, seconds: number, id = person.id) =>
      resetFactors(contextAt(seconds, actor), id)
    expect(await reset(owner, 601)).toEqual(err('factor_stale'))
    expect(await reset(owner, 60, owner.id)).toEqual(err('own_factors'))
    expect(await reset(owner, 60)).toMatchObject({ ok: true })
    expect(await listFactors(db, person.id)).toEqual([])
    expect(await countRecoveryCodes(db, person.id)).toBe(0)
    expect(await factorAtOf(session)).toBeUndefined()
    const news = await newsAbout(person.id)
    for (const recipientId of [person.id, owner.id])
      expect(news).toContainEqual({ news: 'reset', recipientId })
    // The next session needs a new mailed link.
    const next = await sessionOf(person)
    expect(await addFactor(contextAt(0), next, newApp(next, newTotpSecret(), 0), null)).toEqual(
      err('factor_link_invalid'),
    )
  })

  it('by command works without an actor, and is recorded without an actor', async () => {
    const { person } = await enrolWithApp()
    expect(await resetFactorsByCommand(contextAt(60), 'nobody@example.test')).toMatchObject({ ok: false })
    expect(await resetFactorsByCommand(contextAt(60), person.email.toUpperCase())).toEqual({
      ok: true,
      value: 1,
    })
    const log = db
      .selectFrom('auditLog')
      .select('actorId')
      .where('entityId', '=', person.id)
      .where('action', '=', 'reset factors')
    expect(await log.execute()).toEqual([{ actorId: null }])
  })
})
