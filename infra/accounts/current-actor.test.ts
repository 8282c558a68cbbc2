import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { SESSION } from '#infra/accounts/auth.ts'
import { currentActor } from '#infra/accounts/current-actor.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { browser, PASSWORD, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { insertRow, updateRows } from '#tests/rows.ts'

const testDb = await testDatabase()
const { db } = testDb
const auth = testAuth(testDb)
const NAME = 'better-auth.session_token'

async function signInNewUser() {
  const person = await makeUser(db, { password: PASSWORD, isWorker: true })
  const client = browser(auth)
  await client.call('sign-in/email', { email: person.email, password: PASSWORD })
  return { person, cookie: client.jar.get(NAME) ?? '' }
}

/** Returns the current actor for a session cookie. */
function actorOf(cookie: string, options?: { renew: boolean }) {
  const now = () => new Date()
  const headers = new Headers({ cookie: `other=1; ${NAME}=${cookie}; last=2` })
  return currentActor({ auth, db, now }, headers, options)
}

describe('currentActor', () => {
  it('returns the person of the session cookie', async () => {
    const { person, cookie } = await signInNewUser()
    const { sessionId, ...who } = await actorOf(cookie)
    expect(who).toEqual({ actor: person, pinWorker: null, pending: null, setCookies: [] })
    const session = await db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', person.id)
      .executeTakeFirst()
    expect(sessionId).toBe(session?.id)
  })

  it('reads the person’s groups at each request, also when it renews the session', async () => {
    const { person, cookie } = await signInNewUser()
    const group = { name: 'Annapurna', place: 'Dharwad', createdAt: new Date() }
    const { id: groupId } = await insertRow(db, 'shgGroups', group)
    const coordinates = { actor: { coordinates: [groupId] } }
    await db.insertInto('coordinatorGroups').values({ userId: person.id, groupId }).execute()
    // Coordinators need a second factor, so the session is weak until it is verified.
    expect(await actorOf(cookie)).toMatchObject({ actor: VISITOR })
    await db.updateTable('sessions').set({ factorAt: new Date() }).where('userId', '=', person.id).execute()
    expect(await actorOf(cookie)).toMatchObject(coordinates)
    expect(await actorOf(cookie, { renew: false })).toMatchObject(coordinates)
    const expiresAt = new Date(Date.now() + (SESSION.expiresIn - SESSION.updateAge) * 1000 - 1000)
    await db.updateTable('sessions').set({ expiresAt }).where('userId', '=', person.id).execute()
    const renewed = await actorOf(cookie)
    expect(renewed).toMatchObject(coordinates)
    expect(renewed.setCookies).not.toEqual([])
    await db.deleteFrom('coordinatorGroups').where('userId', '=', person.id).execute()
    expect(await actorOf(cookie)).toMatchObject({ actor: { coordinates: [] } })
  })

  it('returns a visitor for a forged or empty cookie', async () => {
    const { cookie } = await signInNewUser()
    const [token = '', signature = ''] = decodeURIComponent(cookie).split('.')
    const changed = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    for (const value of [`${token}.${changed}`, `x${token}.${signature}`, token, `${token}.`, '', '%zz']) {
      const forged = value === '%zz' ? value : encodeURIComponent(value)
      expect((await actorOf(forged)).actor, value).toEqual({ kind: 'visitor' })
    }
  })

  it('returns a visitor if the session has expired', async () => {
    const { person, cookie } = await signInNewUser()
    await updateRows(db, 'sessions', { userId: person.id }, { expiresAt: new Date(Date.now() - 1000) })
    expect((await actorOf(cookie)).actor).toEqual({ kind: 'visitor' })
  })

  it('renews a session an hour after its last renewal', async () => {
    const { person, cookie } = await signInNewUser()
    expect((await actorOf(cookie)).setCookies).toEqual([])
    const old = new Date(Date.now() + (SESSION.expiresIn - SESSION.updateAge - 60) * 1000)
    await db.updateTable('sessions').set({ expiresAt: old }).where('userId', '=', person.id).execute()
    // Reading does not renew the session, because its cookie could not be set.
    expect(await actorOf(cookie, { renew: false })).toMatchObject({ actor: person, setCookies: [] })
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
