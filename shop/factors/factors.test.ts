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
import { queued } from '#tests/queued.ts'
import { rowOf, updateRows } from '#tests/rows.ts'

const ground = await testDatabase()
const { db } = ground
const START = new Date('2026-11-21T09:00:00Z')
const SITE = { origin: 'http://shop.test', host: 'shop.test' }

/** The ctx of a real shop, so many seconds after the start. */
function at(seconds: number, actor?: Actor, more: Partial<Ctx> = {}): Ctx {
  const base = ground.ctx(actor, { now: new Date(START.getTime() + seconds * 1000), ...more })
  return { ...base, config: { ...base.config, isDemo: false } }
}

async function sessionOf(person: OwnSession['person'], isPending = true): Promise<OwnSession> {
  const id = randomUUID()
  const expiresAt = new Date(START.getTime() + 86_400_000)
  await db.insertInto('sessions').values({ id, userId: person.id, token: randomUUID(), expiresAt }).execute()
  return { id, person, isPending }
}

/** A person with a session that lacks the factor. */
async function signedIn(fields: UserFields = { staffRole: 'manager' }) {
  const person = await makeUser(db, fields)
  return { person, session: await sessionOf(person) }
}

const codeAt = (secret: string, seconds: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: START.getTime() + seconds * 1000 })

async function mailedLink(session: OwnSession, seconds = 0): Promise<string> {
  expect(await sendSetUpLink(at(seconds), session)).toMatchObject({ ok: true })
  const jobs = await queued(db, 'factor-link')
  return jobs.findLast(({ userId }) => userId === session.person.id)?.token ?? ''
}

function newApp(session: OwnSession, secret: string, seconds: number, name = 'My phone') {
  const offer = sealOffer(at(seconds).sealer, session.person.id, secret, at(seconds).now)
  return { kind: 'totp', name, offer, code: codeAt(secret, seconds) } as const
}

/** A manager whose app, with a clock that is so many seconds off, is set up at second 0. */
async function enrolled(fields?: UserFields, off = 0) {
  const { person, session } = await signedIn(fields)
  const secret = newTotpSecret()
  const link = person.staffRole ? await mailedLink(session) : null
  const app = { ...newApp(session, secret, 0), code: codeAt(secret, off) }
  const added = must(await addFactor(at(0), session, app, link))
  return { person, session, secret, codes: added.codes ?? [] }
}

const factorAtOf = async ({ id }: OwnSession) =>
  (await db.selectFrom('sessions').select('factorAt').where('id', '=', id).executeTakeFirst())?.factorAt

const prove = (session: OwnSession, seconds: number, proof: Proof) => proveFactor(at(seconds), session, proof)

describe('the first factor of staff', () => {
  it('needs the link that was mailed, once, within ten minutes', async () => {
    const { session } = await signedIn()
    const app = () => newApp(session, newTotpSecret(), 0)
    const refused = err('factor_link_invalid')
    expect(await addFactor(at(0), session, app(), null)).toEqual(refused)
    expect(await addFactor(at(0), session, app(), 'guessed')).toEqual(refused)
    const link = await mailedLink(session)
    const late = newApp(session, newTotpSecret(), 601)
    expect(await addFactor(at(601), session, late, link)).toEqual(refused)
    expect(await factorAtOf(session)).toBeNull()
    expect(await addFactor(at(0), session, app(), link)).toMatchObject({ ok: true })
    expect(await factorAtOf(session)).toEqual(START)
  })

  it('is not set up by the link of somebody else, nor by an earlier one', async () => {
    const [own, other] = [await signedIn(), await signedIn()]
    const theirs = await mailedLink(other.session)
    const earlier = await mailedLink(own.session)
    await mailedLink(own.session)
    for (const link of [theirs, earlier])
      expect(await addFactor(at(0), own.session, newApp(own.session, newTotpSecret(), 0), link)).toEqual(
        err('factor_link_invalid'),
      )
  })

  it('keeps a wrong code from using the link up', async () => {
    const { session } = await signedIn()
    const link = await mailedLink(session)
    const wrong = { ...newApp(session, newTotpSecret(), 0), code: '000000' }
    expect(await addFactor(at(0), session, wrong, link)).toEqual(err('factor_wrong'))
    expect(await addFactor(at(0), session, newApp(session, newTotpSecret(), 0), link)).toMatchObject({
      ok: true,
    })
  })

  it('is won by one of two sessions at the same moment', async () => {
    const { person, session } = await signedIn()
    const other = await sessionOf(person)
    const link = await mailedLink(session)
    const race = await Promise.all(
      [session, other].map((session) => addFactor(at(0), session, newApp(session, newTotpSecret(), 0), link)),
    )
    expect(race.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listFactors(db, person.id)).toHaveLength(1)
  })

  it('gives nothing to who has the same session and not the link, also at the same moment', async () => {
    const { person, session } = await signedIn()
    const link = await mailedLink(session)
    const race = await Promise.all(
      [link, null, null, 'guessed'].map((token) =>
        addFactor(at(0), session, newApp(session, newTotpSecret(), 0), token),
      ),
    )
    expect(race.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await addFactor(at(0), session, newApp(session, newTotpSecret(), 0))).toMatchObject({ ok: false })
    expect(await listFactors(db, person.id)).toHaveLength(1)
  })

  it('ends all other sessions, gives ten codes once, and is recorded and mailed', async () => {
    const { person, session } = await signedIn()
    const other = await sessionOf(person)
    const link = await mailedLink(session)
    const added = await addFactor(at(0), session, newApp(session, newTotpSecret(), 0), link)
    expect(added.ok && new Set(added.value.codes).size).toBe(10)
    expect(await factorAtOf(other)).toBeUndefined()
    const stored = await db
      .selectFrom('recoveryCodes')
      .select('codeHash')
      .where('userId', '=', person.id)
      .execute()
    expect(stored).toHaveLength(10)
    for (const code of (added.ok && added.value.codes) || [])
      expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''))
    const log = db.selectFrom('auditLog').select('action').where('entityId', '=', person.id)
    expect(await log.execute()).toEqual([{ action: 'add factor' }])
    expect(await newsAbout(person.id)).toEqual([{ news: 'added', recipientId: person.id }])
  })

  it('refuses the secret of another person’s form', async () => {
    const [own, other] = [await signedIn(), await signedIn()]
    const link = await mailedLink(own.session)
    const secret = newTotpSecret()
    const theirs = newApp(other.session, secret, 0)
    expect(await addFactor(at(0), own.session, theirs, link)).toEqual(err('factor_wrong'))
  })
})

async function newsAbout(userId: string) {
  const jobs = await queued(db, 'factor-mail')
  return jobs.filter((job) => job.userId === userId).map(({ news, recipientId }) => ({ news, recipientId }))
}

describe('an authenticator app', () => {
  const typed = async (
    { person, secret }: Awaited<ReturnType<typeof enrolled>>,
    now: number,
    period: number,
  ) => (await prove(await sessionOf(person), now, { by: 'totp', code: codeAt(secret, period) })).ok

  it('opens a session by its code, one step early or late at most', async () => {
    const phone = await enrolled()
    for (const [now, period] of [
      [150, 90],
      [200, 270],
    ] as const)
      expect([now, period, await typed(phone, now, period)]).toEqual([now, period, false])
    for (const [now, period] of [
      [330, 300],
      [390, 420],
      [480, 480],
    ] as const) {
      const session = await sessionOf(phone.person)
      const proof = { by: 'totp', code: codeAt(phone.secret, period) } as const
      expect(await prove(session, now, proof)).toMatchObject({ ok: true })
      expect(await factorAtOf(session)).toEqual(at(now).now)
    }
    for (const off of [-60, 60]) await expect(enrolled(undefined, off)).rejects.toThrow('factor_wrong')
  })

  it('is accepted once for each code, also by two tries at the same moment, and never with an older one', async () => {
    const { person, secret } = await enrolled()
    const sessions = [await sessionOf(person), await sessionOf(person)]
    // The code of the set-up is used, too.
    expect(await prove(sessions[0] as OwnSession, 1, { by: 'totp', code: codeAt(secret, 0) })).toMatchObject({
      ok: false,
    })
    const proof = { by: 'totp', code: codeAt(secret, 60) } as const
    const tries = await Promise.all(sessions.map((session) => prove(session, 60, proof)))
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    const older = { by: 'totp', code: codeAt(secret, 30) } as const
    expect(await prove(await sessionOf(person), 60, older)).toMatchObject({ ok: false })
  })

  /** Another account, into whose row the person's encrypted secret is copied until the end of the test. */
  async function withCopyOf(person: Person) {
    const other = await enrolled()
    const { sealedSecret } = await rowOf(db, 'factors', { userId: person.id })
    await updateRows(db, 'factors', { userId: other.person.id }, { sealedSecret })
    onTestFinished(
      async () => void (await db.deleteFrom('factors').where('userId', '=', other.person.id).execute()),
    )
    return { other, sealedSecret }
  }

  it('is stored encrypted, and opens no other account', async () => {
    const { person, secret } = await enrolled()
    const { other, sealedSecret } = await withCopyOf(person)
    expect(sealedSecret).not.toContain(secret)
    const session = await sessionOf(other.person)
    expect(await prove(session, 60, { by: 'totp', code: codeAt(secret, 60) })).toMatchObject({ ok: false })
  })

  it('moves to a newer key, and is proven with that alone', async () => {
    const { person, secret } = await enrolled()
    await withCopyOf(person)
    const both = createEncrypter(['a newer secret of the tests', SECRET])
    expect(await resealSecrets(db, both)).toMatchObject({ unopened: 1 })
    expect(await resealSecrets(db, both)).toEqual({ resealed: 0, unopened: 1 })
    const session = await sessionOf(person)
    const answer = { by: 'totp', code: codeAt(secret, 60) } as const
    const newest = createEncrypter(['a newer secret of the tests'])
    expect((await proveFactor({ ...at(60), sealer: newest }, session, answer)).ok).toBe(true)
    await resealSecrets(db, createEncrypter([SECRET, 'a newer secret of the tests']))
  })

  it('gives the session a new token', async () => {
    const { person, secret } = await enrolled()
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
  const { person, session } = await signedIn()
  const passkey = softPasskey(SITE)
  const { challenge } = await offerPasskey(at(0), session, SITE)
  const link = await mailedLink(session)
  const factor = { kind: 'passkey', name: 'Key', answer: passkey.make(challenge), site: SITE } as const
  expect(await addFactor(at(0), session, factor, link)).toMatchObject({ ok: true })
  return { person, passkey }
}

describe('a passkey', () => {
  it('opens a session by its answer, once for each question', async () => {
    const { person, passkey } = await withPasskey()
    const session = await sessionOf(person)
    const { challenge } = await askPasskey(at(10), session, SITE)
    const proof = { by: 'passkey', answer: passkey.answer(challenge), site: SITE } as const
    expect(await prove(session, 11, proof)).toMatchObject({ ok: true })
    expect(await prove(session, 12, proof)).toEqual(err('factor_wrong'))
  })

  it('is refused for another site, without its owner’s finger, too late, or to another session’s question', async () => {
    const { person, passkey } = await withPasskey()
    const session = await sessionOf(person)
    const other = await sessionOf(person)
    const challengeFor = async (of: OwnSession) => (await askPasskey(at(10), of, SITE)).challenge
    const tryWith = async (answer: string, seconds = 11) =>
      (await prove(session, seconds, { by: 'passkey', answer, site: SITE })).ok
    expect(
      await tryWith(passkey.answer(await challengeFor(session), { origin: 'http://shop.example' })),
    ).toBe(false)
    expect(await tryWith(passkey.answer(await challengeFor(session), { host: 'shop.example' }))).toBe(false)
    expect(await tryWith(passkey.answer(await challengeFor(session), { isVerified: false }))).toBe(false)
    expect(await tryWith(softPasskey(SITE).answer(await challengeFor(session)))).toBe(false)
    expect(await tryWith('{"id":"x"}')).toBe(false)
    const theirs = passkey.answer(await challengeFor(other))
    await challengeFor(session)
    expect(await tryWith(theirs)).toBe(false)
    expect(await tryWith(passkey.answer(await challengeFor(session)), 10 + 301)).toBe(false)
    expect(await tryWith(passkey.answer(await challengeFor(session)))).toBe(true)
  })

  it('is refused when its counter goes back, as a copied key’s does', async () => {
    const { person, passkey } = await withPasskey()
    const session = await sessionOf(person)
    const tryWith = async (counter: number) => {
      const { challenge } = await askPasskey(at(10), session, SITE)
      const answer = passkey.answer(challenge, { counter })
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

describe('of two at the same moment', () => {
  it('one first factor of a customer wins, though it needs no link', async () => {
    const person = await makeUser(db)
    const sessions = [await sessionOf(person, false), await sessionOf(person, false)]
    const race = await Promise.all(
      sessions.map((session) => addFactor(at(0), session, newApp(session, newTotpSecret(), 0), null)),
    )
    expect(race.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listFactors(db, person.id)).toHaveLength(1)
  })

  it('one answer with the same counter wins', async () => {
    const { person, passkey } = await withPasskey()
    const sessions = [await sessionOf(person), await sessionOf(person)]
    const answers = await Promise.all(
      sessions.map(async (session) => {
        const { challenge } = await askPasskey(at(10), session, SITE)
        return { session, answer: passkey.answer(challenge, { counter: 7 }) }
      }),
    )
    const race = await Promise.all(
      answers.map(({ session, answer }) => prove(session, 11, { by: 'passkey', answer, site: SITE })),
    )
    expect(race.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('a recovery code', () => {
  it('has more than 112 random bits, from which its plain hash may be stored', () => {
    const codes = Array.from({ length: 200 }, newRecoveryCodes).flat()
    const letters = new Set(codes.join('').replaceAll('-', ''))
    for (const code of codes) expect(code).toMatch(/^([a-z0-9]{4}-){6}[a-z0-9]{4}$/)
    expect(28 * Math.log2(letters.size)).toBeGreaterThan(128)
  })

  it('works once, however it is typed, and the owners are told', async () => {
    const boss = await makeUser(db, { staffRole: 'owner' })
    const { person, codes } = await enrolled()
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
    for (const recipientId of [person.id, boss.id])
      expect(news).toContainEqual({ news: 'recovery-used', recipientId })
    const stranger = await enrolled()
    const theirs = { by: 'recovery', code: stranger.codes[0] ?? '' } as const
    expect(await prove(await sessionOf(person), 60, theirs)).toMatchObject({ ok: false })
  })

  it('stops working when new ones are made', async () => {
    const { person, codes } = await enrolled()
    const actor = { ...person, factorAt: START }
    expect(await renewRecoveryCodes(at(601, actor))).toEqual(err('factor_stale'))
    const renewed = await renewRecoveryCodes(at(60, actor))
    expect(renewed.ok && renewed.value).toHaveLength(10)
    const old = { by: 'recovery', code: codes[0] ?? '' } as const
    expect(await prove(await sessionOf(person), 60, old)).toMatchObject({ ok: false })
  })
})

describe('a further factor', () => {
  it('needs a session that has proven one within ten minutes', async () => {
    const { person, session } = await enrolled()
    const weak = await sessionOf(person)
    const add = (of: OwnSession, seconds: number) =>
      addFactor(at(seconds), of, newApp(of, newTotpSecret(), seconds), null)
    expect(await add(weak, 60)).toEqual(err('factor_needed'))
    const strong = { ...session, isPending: false }
    expect(await add(strong, 601)).toEqual(err('factor_stale'))
    expect(await add(strong, 600)).toMatchObject({ ok: true, value: { codes: null } })
    // The session that lacks it is not ended, since it is nobody's.
    expect(await factorAtOf(weak)).toBeNull()
  })

  it('that is a customer’s first needs a session that began, or was given the password, within ten minutes', async () => {
    const person = await makeUser(db)
    const session = await sessionOf(person, false)
    await db.updateTable('sessions').set({ createdAt: START }).where('id', '=', session.id).execute()
    const add = (seconds: number) =>
      addFactor(at(seconds), session, newApp(session, newTotpSecret(), seconds), null)
    expect(await add(601)).toEqual(err('factor_stale'))
    expect(await confirmByPassword(at(700), session)).toMatchObject({ ok: true })
    expect(await add(1301)).toEqual(err('factor_stale'))
    expect(await listFactors(db, person.id)).toEqual([])
    expect(await add(1300)).toMatchObject({ ok: true })
  })

  it('of a customer needs no link, and is mailed', async () => {
    const { person } = await enrolled({})
    expect(await newsAbout(person.id)).toEqual([{ news: 'added', recipientId: person.id }])
  })
})

describe('removing a factor', () => {
  it('needs a fresh one, and leaves staff at least one', async () => {
    const { person } = await enrolled()
    const actor = { ...person, factorAt: START }
    const [factor] = await listFactors(db, person.id)
    const remove = (seconds: number, id = factor?.id ?? '') => removeFactor(at(seconds, actor), id)
    expect(await remove(601)).toEqual(err('factor_stale'))
    expect(await remove(60, randomUUID())).toEqual(err('factor_not_found'))
    expect(await remove(60)).toEqual(err('last_factor'))
    const other = await enrolled()
    const theirs = (await listFactors(db, other.person.id))[0]?.id
    expect(await remove(60, theirs)).toEqual(err('factor_not_found'))
  })

  it('takes the recovery codes with the last one', async () => {
    const { person } = await enrolled({})
    const [factor] = await listFactors(db, person.id)
    const actor = { ...person, factorAt: START }
    expect(await removeFactor(at(60, actor), factor?.id ?? '')).toMatchObject({ ok: true })
    expect(await countRecoveryCodes(db, person.id)).toBe(0)
    expect(await newsAbout(person.id)).toContainEqual({ news: 'removed', recipientId: person.id })
  })
})

describe('resetting the factors of somebody', () => {
  it('is for another owner who has just confirmed, ends all sessions, and is told to all', async () => {
    const { person, session } = await enrolled()
    const boss = { ...(await makeUser(db, { staffRole: 'owner' })), factorAt: START }
    const reset = (actor: Actor, seconds: number, id = person.id) => resetFactors(at(seconds, actor), id)
    expect(await reset(boss, 601)).toEqual(err('factor_stale'))
    expect(await reset(boss, 60, boss.id)).toEqual(err('own_factors'))
    expect(await reset(boss, 60)).toMatchObject({ ok: true })
    expect(await listFactors(db, person.id)).toEqual([])
    expect(await countRecoveryCodes(db, person.id)).toBe(0)
    expect(await factorAtOf(session)).toBeUndefined()
    const news = await newsAbout(person.id)
    for (const recipientId of [person.id, boss.id])
      expect(news).toContainEqual({ news: 'reset', recipientId })
    // The next session needs the mailed link again.
    const next = await sessionOf(person)
    expect(await addFactor(at(0), next, newApp(next, newTotpSecret(), 0), null)).toEqual(
      err('factor_link_invalid'),
    )
  })

  it('by the command needs no other person, and is recorded without one', async () => {
    const { person } = await enrolled()
    expect(await resetFactorsByCommand(at(60), 'nobody@example.test')).toMatchObject({ ok: false })
    expect(await resetFactorsByCommand(at(60), person.email.toUpperCase())).toEqual({ ok: true, value: 1 })
    const log = db
      .selectFrom('auditLog')
      .select('actorId')
      .where('entityId', '=', person.id)
      .where('action', '=', 'reset factors')
    expect(await log.execute()).toEqual([{ actorId: null }])
  })
})
