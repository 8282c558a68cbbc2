import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { loader } from '#app/auth/callback.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { makeUser } from '#db/factories/user.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { workerInput } from '#shop/programme/input.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { saveWorker } from '#shop/programme/workers.sql.ts'
import { testAuth } from '#tests/accounts.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const ground = await testDatabase()
const { db, ctx } = ground

type Accounts = { handler(request: Request): Promise<Response> }

/** Where the callback leads this actor, and what it reported. */
async function ledTo(
  actor: Actor | undefined,
  auth: Accounts = testAuth(ground),
  query = '',
  cookie = 'cart=2x1',
) {
  const reported: unknown[] = []
  const value = {
    auth,
    ctx: ctx(actor),
    cart: { setCookie: async () => 'cart=2x1~mark' },
    reportError: (error: unknown) => reported.push(error),
  } as unknown as RequestContext
  const context = new RouterContextProvider(new Map([[requestContext, value]]))
  const request = new Request(`http://shop.test/auth/callback${query}`, { headers: { cookie } })
  const answer = await loader({ request, context } as unknown as Parameters<typeof loader>[0])
  return { to: answer.headers.get('location'), cookie: answer.headers.get('set-cookie'), reported }
}

it('leads people on with their cart, and admins to the dashboard', async () => {
  const [person, admin] = [await makeUser(db), await makeUser(db, { staffRole: 'owner' })]
  expect(await ledTo(person)).toMatchObject({ to: '/', cookie: 'cart=2x1~mark' })
  expect((await ledTo(person, undefined, '?returnTo=/checkout')).to).toBe('/checkout')
  expect((await ledTo(person, undefined, '?returnTo=//evil.test')).to).toBe('/')
  expect((await ledTo(admin)).to).toBe('/admin/dashboard')
})

it('saves the language that a worker chose on the way in, and no other', async () => {
  const worker = await makeUser(db, { isWorker: true })
  const language = async () => (await findWorker(db, worker.id))?.language
  await saveWorker(db, worker.id, workerInput.parse({ language: 'en' }), NOW)
  expect((await ledTo(worker, undefined, '?returnTo=/shg-worker-dashboard')).to).toBe('/shg-worker-dashboard')
  expect(await language()).toBe('en')
  await ledTo(worker, undefined, '?language=fr')
  expect(await language()).toBe('en')
  await ledTo(worker, undefined, '?returnTo=/shg-worker-dashboard&language=hi')
  expect(await language()).toBe('hi')
  // A link in an email in Hindi is followed by a reader of Marathi, whose emails are in Hindi.
  await ledTo(worker, undefined, '?language=mr')
  await ledTo(worker, undefined, '?language=hi')
  expect(await language()).toBe('mr')
  await ledTo(worker, undefined, '?language=en')
  expect(await language()).toBe('en')
  expect((await ledTo(await makeUser(db), undefined, '?language=hi')).to).toBe('/')
})

it('leads a visitor who is not signed in back to the form', async () => {
  expect(await ledTo(undefined)).toEqual({ to: '/auth/signin', cookie: null, reported: [] })
  expect((await ledTo(undefined, undefined, '?returnTo=/orders&language=hi')).to).toBe(
    '/auth/signin?returnTo=%2Forders&language=hi',
  )
})

it('says that the browser has kept no cookie', async () => {
  for (const query of ['', '?error=please_restart_the_process&provider=google'])
    expect((await ledTo(undefined, undefined, query, '')).to).toBe('/auth/signin?error=cookies_blocked')
})

it('reports when the session cannot be read', async () => {
  const away = { handler: async () => new Response(null, { status: 500 }) }
  expect((await ledTo(undefined, away)).to).toBe('/auth/signin?error=auth_failed')
})

it('says when something broke, and reports it', async () => {
  const bug = new Error('a bug')
  const broken = {
    handler: async () => {
      throw bug
    },
  }
  expect(await ledTo(undefined, broken)).toMatchObject({
    to: '/auth/signin?error=unexpected_error',
    reported: [bug],
  })
})
