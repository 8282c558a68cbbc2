import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { action as deleteAccount } from '#app/account/delete.tsx'
import { action as signOutDevices } from '#app/account/devices.tsx'
import { action as chooseMails } from '#app/account/mails.ts'
import { action as addAddress } from '#app/account/new-address.tsx'
import Profile, { action, loader } from '#app/account/profile.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { ADDRESS } from '#db/factories/order.ts'
import { makeUser } from '#db/factories/user.ts'
import type { Ctx } from '#shop/ctx.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const person = await makeUser(db)

/** Returns a ctx whose database fails. */
const brokenCtx = () => ctx(person, { db: null as unknown as Ctx['db'] })

function contextOf(requestCtx: Ctx) {
  const reported: unknown[] = []
  const reportError = (error: unknown) => reported.push(error)
  const value = { ctx: requestCtx, sessionId: null, requestId: '', reportError } as unknown as RequestContext
  return { context: new RouterContextProvider(new Map([[requestContext, value]])), reported }
}

type Args = Parameters<typeof action>[0]

async function load(requestCtx: Ctx) {
  const { context, reported } = contextOf(requestCtx)
  const request = new Request('http://shop.test/profile')
  return { loaded: await loader({ request, context } as unknown as Parameters<typeof loader>[0]), reported }
}

async function post(requestCtx: Ctx, fields: Record<string, string>) {
  const { context, reported } = contextOf(requestCtx)
  const body = new URLSearchParams(fields)
  const request = new Request('http://shop.test/profile', { method: 'POST', body })
  const { data, init } = await action({ request, context } as unknown as Args)
  return { data, status: init?.status ?? 200, reported }
}

const GOOD = { fullName: 'Meera Nair', phoneNumber: '+4479111234' }

describe('the profile', () => {
  it('shows each person their own profile, and visitors none', async () => {
    expect((await load(ctx(VISITOR))).loaded).toEqual({ account: null })
    expect((await load(ctx(person))).loaded.account).toMatchObject({
      email: person.email,
      settings: { values: { fullName: person.fullName, phoneNumber: '' }, addresses: [] },
    })
  })

  it('shows “Failed to load profile” if the database fails', async () => {
    const { loaded, reported } = await load(brokenCtx())
    expect(loaded.account).toMatchObject({ settings: null })
    expect(reported).not.toEqual([])
    const props = { loaderData: loaded, actionData: undefined } as Parameters<typeof Profile>[0]
    const page = createElement(Profile, props)
    const router = createMemoryRouter([{ path: '/', element: page }])
    expect(renderToString(createElement(RouterProvider, { router }))).toContain('Failed to load profile')
  })

  it('shows “Failed to update profile” and the typed values if saving fails', async () => {
    const { data, status, reported } = await post(brokenCtx(), GOOD)
    expect({ data, status }).toMatchObject({
      status: 503,
      data: { ok: false, message: 'Failed to update profile', values: GOOD },
    })
    expect(reported).toHaveLength(1)
  })

  it.each([
    [{ fullName: 'M' }, { fullName: 'Full name must be at least 2 characters' }],
    [{ phoneNumber: '0123' }, { phoneNumber: 'Please enter a valid phone number' }],
  ])('refuses %o with a message at the field', async (wrong, problems) => {
    const { data, status } = await post(ctx(person), { ...GOOD, ...wrong })
    expect({ data, status }).toMatchObject({ status: 422, data: { problems } })
  })

  it('saves the profile of the signed-in person only, and none for visitors', async () => {
    const owner = await makeUser(db)
    const fields = { ...GOOD, userId: person.id, email: 'x@y.test' }
    expect((await post(ctx(owner), fields)).data).toMatchObject({
      ok: true,
      done: { savedAt: expect.any(Number) },
    })
    expect((await load(ctx(owner))).loaded.account).toMatchObject({
      email: owner.email,
      settings: { values: GOOD },
    })
    expect((await load(ctx(person))).loaded.account).toMatchObject({
      settings: { values: { fullName: person.fullName } },
    })
    expect((await post(ctx(VISITOR), GOOD)).status).toBe(401)
  })

  it('refuses a form that was opened before another person signed in', async () => {
    const other = await makeUser(db)
    const { data, status } = await post(ctx(other), { ...GOOD, account: person.email })
    expect({ data, status }).toMatchObject({ status: 409, data: { ok: false, values: GOOD } })
    expect((await load(ctx(other))).loaded.account).toMatchObject({
      settings: { values: { fullName: other.fullName } },
    })
    expect((await post(ctx(other), { ...GOOD, account: other.email })).data).toMatchObject({ ok: true })
  })
})

describe('a form of the profile’s other pages, opened in the session of another account', () => {
  const send = async (act: (args: never) => Promise<unknown>, fields: Record<string, string>) => {
    const { context } = contextOf(ctx(await makeUser(db)))
    const body = new URLSearchParams({ ...fields, account: person.email })
    const request = new Request('http://shop.test/profile', { method: 'POST', body })
    return act({ request, context } as never)
  }

  it.each([
    ['a new address', addAddress, ADDRESS],
    ['the deletion', deleteAccount, { intent: 'ask-link' }],
  ])('is refused: %s', async (_, act, fields) => {
    const values = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']))
    expect(await send(act, values)).toMatchObject({ init: { status: 409 }, data: { ok: false, values } })
  })

  it.each([
    ['emails', chooseMails, {}],
    ['devices', signOutDevices, { device: 'others' }],
  ])('does not change %s, and redirects to the profile, which says why', async (_, act, fields) => {
    const answer = (await send(act, fields)) as Response
    expect(answer.headers.get('location')).toBe('/profile?other-account')
  })
})
