import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { SESSION } from '#infra/accounts/auth.ts'
import { currentActor } from '#infra/accounts/current-actor.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { browser, PASSWORD, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { insertRow, updateRows } from '#tests/rows.ts'

const ground = await testDatabase()
const { db } = ground
const auth = testAuth(ground)
const NAME = 'better-auth.session_token'

async function signedIn() {
  const person = await makeUser(db, { password: PASSWORD, isWorker: true })
  const client = browser(auth)
  await client.call('sign-in/email', { email: person.email, password: PASSWORD })
  return { person, cookie: client.jar.get(NAME) ?? '' }
}

/** The actor of this cookie. */
function actorOf(cookie: string, how?: { renews: boolean }) {
  const now = () => new Date()
  const headers = new Headers({ cookie: `other=1; ${NAME}=${cookie}; last=2` })
  return currentActor({ auth, db, now }, headers, how)
}

describe('who asks', () => {
  it('is the person whose session the cookie names', async () => {
    const { person, cookie } = await signedIn()
    const { sessionId, ...who } = await actorOf(cookie)
    expect(who).toEqual({ actor: person, pinWorker: null, pending: null, setCookies: [] })
    const session = await db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', person.id)
      .executeTakeFirst()
    expect(sessionId).toBe(session?.id)
  })

  it('coordinates the groups of this moment, also when the session is renewed', async () => {
    const { person, cookie } = await signedIn()
    const group = { name: 'Annapurna', place: 'Dharwad', createdAt: new Date() }
    const { id: groupId } = await insertRow(db, 'shgGroups', group)
    const coordinates = { actor: { coordinates: [groupId] } }
    await db.insertInto('coordinatorGroups').values({ userId: person.id, groupId }).execute()
    // A coordinator sees others' data, so the session counts once its second factor is proven since then.
    expect(await actorOf(cookie)).toMatchObject({ actor: VISITOR })
    await db.updateTable('sessions').set({ factorAt: new Date() }).where('userId', '=', person.id).execute()
    expect(await actorOf(cookie)).toMatchObject(coordinates)
    expect(await actorOf(cookie, { renews: false })).toMatchObject(coordinates)
    const expiresAt = new Date(Date.now() + (SESSION.expiresIn - SESSION.updateAge) * 1000 - 1000)
    await db.updateTable('sessions').set({ expiresAt }).where('userId', '=', person.id).execute()
    const renewed = await actorOf(cookie)
    expect(renewed).toMatchObject(coordinates)
    expect(renewed.setCookies).not.toEqual([])
    await db.deleteFrom('coordinatorGroups').where('userId', '=', person.id).execute()
    expect(await actorOf(cookie)).toMatchObject({ actor: { coordinates: [] } })
  })

  it('is a visitor with another signature, another token, or none', async () => {
    const { cookie } = await signedIn()
    const [token = '', signature = ''] = decodeURIComponent(cookie).split('.')
    const changed = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    for (const value of [`${token}.${changed}`, `x${token}.${signature}`, token, `${token}.`, '', '%zz']) {
      const forged = value === '%zz' ? value : encodeURIComponent(value)
      expect((await actorOf(forged)).actor, value).toEqual({ kind: 'visitor' })
    }
  })

  it('is a visitor when the session has ended', async () => {
    const { person, cookie } = await signedIn()
    await updateRows(db, 'sessions', { userId: person.id }, { expiresAt: new Date(Date.now() - 1000) })
    expect((await actorOf(cookie)).actor).toEqual({ kind: 'visitor' })
  })

  it('keeps the session that is used: after an hour it is renewed', async () => {
    const { person, cookie } = await signedIn()
    expect((await actorOf(cookie)).setCookies).toEqual([])
    const old = new Date(Date.now() + (SESSION.expiresIn - SESSION.updateAge - 60) * 1000)
    await db.updateTable('sessions').set({ expiresAt: old }).where('userId', '=', person.id).execute()
    // Reading does not renew the session, because its cookie could not be set.
    expect(await actorOf(cookie, { renews: false })).toMatchObject({ actor: person, setCookies: [] })
    const { actor, setCookies } = await actorOf(cookie)
    expect(actor).toEqual(person)
    expect(setCookies.join()).toContain(NAME)
    const session = await db
      .selectFrom('sessions')
      .select('expiresAt')
      .where('userId', '=', person.id)
      .executeTakeFirst()
    expect(session?.expiresAt.getTime()).toBeGreaterThan(old.getTime())
  })
})
