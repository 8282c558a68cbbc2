import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { signOutDevices } from '#shop/customers/end-sessions.ts'
import { listDevices } from '#shop/customers/users.read.ts'
import { confirmByPassword } from '#shop/factors/prove-factor.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { browser, PASSWORD, testAuth } from '#tests/accounts.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRows, updateRows } from '#tests/rows.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const auth = testAuth(shop)

/** Makes an account with this many sessions. `devices` lists the newest first, `open` the oldest. */
async function signIn(count: number) {
  const person = await makeUser(db, { password: PASSWORD })
  const browsers = Array.from({ length: count }, () => browser(auth))
  for (const client of browsers)
    await client.call('sign-in/email', { email: person.email, password: PASSWORD })
  const devices = async () => listDevices(db, person.id, new Date())
  const open = async () => {
    const answers = await Promise.all(browsers.map((client) => client.call('get-session')))
    return answers.map(({ body }) => body !== 'null')
  }
  return { person, devices, open }
}

describe('signOutDevices', () => {
  it('ends the session of one device only', async () => {
    const { person, devices, open } = await signIn(3)
    const [here, middle] = await devices()
    expect(await signOutDevices(ctx(person), here?.id ?? '', { id: middle?.id ?? '' })).toEqual(ok(null))
    expect(await open()).toEqual([true, false, true])
    expect((await devices()).map(({ id }) => id)).not.toContain(middle?.id)
  })

  it('ends all sessions but the current one', async () => {
    const { person, devices, open } = await signIn(3)
    const [here] = await devices()
    await signOutDevices(ctx(person), here?.id ?? '', 'others')
    expect(await open()).toEqual([false, false, true])
  })

  it('refuses sessions of other persons', async () => {
    const [meera, asha] = [await signIn(1), await signIn(2)]
    const [theirs] = await meera.devices()
    const notFound = err('device_not_found')
    const [here] = await asha.devices()
    for (const id of [theirs?.id ?? '', randomUUID(), "x' or 1=1"])
      expect(await signOutDevices(ctx(asha.person), here?.id ?? '', { id })).toEqual(notFound)
    const signedOut = err('signed_out')
    for (const id of [theirs?.id ?? '', randomUUID(), "x' or 1=1"])
      expect(await signOutDevices(ctx(asha.person), id, 'others')).toEqual(signedOut)
    expect(await meera.open()).toEqual([true])
    expect(await asha.open()).toEqual([true, true])
    expect(await signOutDevices(ctx(VISITOR), randomUUID(), 'others')).toEqual(signedOut)
  })

  it('needs a proof within ten minutes: sign-in or password, or the factor if one is set up', async () => {
    const { person, devices } = await signIn(3)
    const [here, other] = await devices()
    const id = here?.id ?? ''
    const minutesFromNow = (minutes: number) => ({ now: new Date(Date.now() + minutes * 60_000) })
    const end = (minutes: number, which: { id: string } | 'others') =>
      signOutDevices(ctx(person, minutesFromNow(minutes)), id, which)
    const stale = err('factor_stale')
    for (const which of ['others', { id: other?.id ?? '' }] as const)
      expect(await end(11, which)).toEqual(stale)
    expect(await devices()).toHaveLength(3)
    const session = { id, person, isPending: false }
    expect(await confirmByPassword(ctx(person, minutesFromNow(20)), session)).toMatchObject({ ok: true })
    expect(await end(31, 'others')).toEqual(stale)
    expect(await end(29, { id: other?.id ?? '' })).toMatchObject({ ok: true })
    const factor = { userId: person.id, name: 'App', sealedSecret: '', lastStep: 0, createdAt: NOW }
    await insertRows(db, 'factors', { ...factor, kind: 'totp' })
    expect(await end(1, 'others')).toEqual(stale)
    // After the set-up of a factor, the password no longer suffices.
    expect(await confirmByPassword(ctx(person, minutesFromNow(1)), session)).toMatchObject(
      err('factor_needed'),
    )
    await updateRows(db, 'sessions', { id }, { factorAt: minutesFromNow(1).now })
    expect(await end(2, 'others')).toMatchObject({ ok: true })
    expect(await devices()).toHaveLength(1)
  })

  it('is preceded by a password check that replaces the session’s token', async () => {
    const { person, devices, open } = await signIn(1)
    const [here] = await devices()
    const session = { id: here?.id ?? '', person, isPending: false }
    expect(await confirmByPassword(ctx(person, { now: new Date() }), session)).toMatchObject({ ok: true })
    expect(await open()).toEqual([false])
  })
})

describe('listDevices', () => {
  it('describes devices without tokens', async () => {
    const { person } = await signIn(1)
    const [device] = await listDevices(db, person.id, NOW)
    expect(Object.keys(device ?? {}).toSorted()).toEqual(['id', 'lastSeenAt', 'signedInAt', 'userAgent'])
    expect(device?.userAgent).toBe('Testing')
  })

  it('leaves out expired sessions', async () => {
    const { person } = await signIn(1)
    expect(await listDevices(db, person.id, new Date(Date.now() + 31 * 24 * 3_600_000))).toEqual([])
  })
})
