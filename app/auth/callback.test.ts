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

const testDb = await testDatabase()
const { db, ctx } = testDb

type Accounts = { handler(request: Request): Promise<Response> }

/** Runs the callback for this actor. Returns the redirect, its cookie and the reported errors. */
async function runCallback(
  actor: Actor | undefined,
  auth: Accounts = testAuth(testDb),
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

it('redirects people to the page they came from with their cart, and admins to the dashboard', async () => {
  const [person, admin] = [await makeUser(db), await makeUser(db, { staffRole: 'owner' })]
  expect(await runCallback(person)).toMatchObject({ to: '/', cookie: 'cart=2x1~mark' })
  expect((await runCallback(person, undefined, '?returnTo=/checkout')).to).toBe('/checkout')
  expect((await runCallback(person, undefined, '?returnTo=//evil.test')).to).toBe('/')
  expect((await runCallback(admin)).to).toBe('/admin/dashboard')
})

it('saves the language that a worker chose while signing in, but not an unknown language', async () => {
  const worker = await makeUser(db, { isWorker: true })
  const language = async () => (await findWorker(db, worker.id))?.language
  await saveWorker(db, worker.id, workerInput.parse({ language: 'en' }), NOW)
  expect((await runCallback(worker, undefined, '?returnTo=/shg-worker-dashboard')).to).toBe(
    '/shg-worker-dashboard',
  )
  expect(await language()).toBe('en')
  await runCallback(worker, undefined, '?language=fr')
  expect(await language()).toBe('en')
  await runCallback(worker, undefined, '?returnTo=/shg-worker-dashboard&language=hi')
  expect(await language()).toBe('hi')
  // Readers of Marathi get emails in Hindi, so a link with Hindi keeps Marathi.
  await runCallback(worker, undefined, '?language=mr')
  await runCallback(worker, undefined, '?language=hi')
  expect(await language()).toBe('mr')
  await runCallback(worker, undefined, '?language=en')
  expect(await language()).toBe('en')
  expect((await runCallback(await makeUser(db), undefined, '?language=hi')).to).toBe('/')
})

it('redirects a visitor back to the sign-in form', async () => {
  expect(await runCallback(undefined)).toEqual({ to: '/auth/signin', cookie: null, reported: [] })
  expect((await runCallback(undefined, undefined, '?returnTo=/orders&language=hi')).to).toBe(
    '/auth/signin?returnTo=%2Forders&language=hi',
  )
})

it('says that the browser blocks cookies if it sends none', async () => {
  for (const query of ['', '?error=please_restart_the_process&provider=google'])
    expect((await runCallback(undefined, undefined, query, '')).to).toBe('/auth/signin?error=cookies_blocked')
})

it('says that the sign-in failed if the session cannot be read', async () => {
  const failing = { handler: async () => new Response(null, { status: 500 }) }
  expect((await runCallback(undefined, failing)).to).toBe('/auth/signin?error=auth_failed')
})

it('says that something went wrong and reports the error', async () => {
  const bug = new Error('a bug')
  const broken = {
    handler: async () => {
      throw bug
    },
  }
  expect(await runCallback(undefined, broken)).toMatchObject({
    to: '/auth/signin?error=unexpected_error',
    reported: [bug],
  })
})
