import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { signOutDevices } from '#shop/customers/sign-out-devices.ts'
import { listDevices } from '#shop/customers/users.read.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { browser, PASSWORD, testAuth } from '#tests/accounts.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const ground = await testDatabase()
const { db, ctx } = ground
const auth = testAuth(ground)

/** An account with this many sessions, first opened last. */
async function signedIn(count: number) {
  const person = await makeUser(db, { password: PASSWORD })
  const browsers = Array.from({ length: count }, () => browser(auth))
  for (const one of browsers) await one.ask('sign-in/email', { email: person.email, password: PASSWORD })
  const devices = async () => listDevices(db, person.id, new Date())
  const open = async () => {
    const answers = await Promise.all(browsers.map((one) => one.ask('get-session')))
    return answers.map(({ body }) => body !== 'null')
  }
  return { person, devices, open }
}

describe('signOutDevices', () => {
  it('ends one device, and the others stay', async () => {
    const { person, devices, open } = await signedIn(3)
    const [, middle] = await devices()
    expect(await signOutDevices(ctx(person), { id: middle?.id ?? '' })).toEqual({ ok: true, value: null })
    expect(await open()).toEqual([true, false, true])
    expect((await devices()).map(({ id }) => id)).not.toContain(middle?.id)
  })

  it('ends all but the one that asks', async () => {
    const { person, devices, open } = await signedIn(3)
    const [here] = await devices()
    await signOutDevices(ctx(person), { allBut: here?.id ?? '' })
    expect(await open()).toEqual([false, false, true])
  })

  it('leaves the devices of others alone', async () => {
    const [meera, asha] = [await signedIn(1), await signedIn(2)]
    const [theirs] = await meera.devices()
    const notFound = { ok: false, reason: 'device_not_found' }
    for (const id of [theirs?.id ?? '', randomUUID(), "x' or 1=1"])
      expect(await signOutDevices(ctx(asha.person), { id })).toEqual(notFound)
    await signOutDevices(ctx(asha.person), { allBut: theirs?.id ?? '' })
    expect(await meera.open()).toEqual([true])
    expect(await signOutDevices(ctx(VISITOR), { allBut: randomUUID() })).toEqual({
      ok: false,
      reason: 'signed_out',
    })
  })
})

describe('listDevices', () => {
  it('describes the devices, without anything that opens a session', async () => {
    const { person } = await signedIn(1)
    const [device] = await listDevices(db, person.id, NOW)
    expect(Object.keys(device ?? {}).toSorted()).toEqual(['id', 'lastSeenAt', 'signedInAt', 'userAgent'])
    expect(device?.userAgent).toBe('Testing')
  })

  it('leaves out sessions that have ended by themselves', async () => {
    const { person } = await signedIn(1)
    expect(await listDevices(db, person.id, new Date(Date.now() + 31 * 24 * 3_600_000))).toEqual([])
  })
})
