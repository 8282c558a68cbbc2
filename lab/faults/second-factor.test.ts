/** A real shop requires a second factor of staff: from the first sign-in to the dashboard. */
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, expect, it } from 'vitest'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import { forgetUsedCodes } from '#lab/unused-codes.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { readForm } from '#tests/page-form.ts'
import { startRealShop } from '#tests/real-shop.ts'
import { signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop } from '#tests/shop-program.ts'

const { url: databaseUrl, db, pool } = await testDatabase()
const mail = await startMailServer()
const secret = randomUUID()
const program = await startRealShop(databaseUrl, makeOpenFolder(), {
  AUTH_SECRET: secret,
  SMTP_URL: mail.url,
})
const url = await readyShop(program)

afterAll(async () => {
  await endShop(program, 'SIGTERM')
  await mail.close()
  removeFolders()
})

async function open(path: string, cookie: string) {
  const response = await fetch(new URL(path, url), { redirect: 'manual', headers: { cookie } })
  return { status: response.status, to: response.headers.get('location'), page: await response.text() }
}

async function send(path: string, fields: Record<string, string> | URLSearchParams, cookie: string) {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: url },
    body: new URLSearchParams(fields),
  })
  const [set] = response.headers.getSetCookie().filter((setCookie) => setCookie.includes('session_token'))
  return { status: response.status, page: await response.text(), cookie: set?.split(';', 1)[0] ?? '' }
}

/** Waits for this many emails with a link; returns the token of the newest. */
async function mailedToken(count: number): Promise<string> {
  await expect.poll(() => mail.deliveriesOf(/Set up your second factor/).length).toBe(count)
  const { rows } = await pool.query(
    "select data from pgboss.job where name = 'factor-link' order by created_on desc limit 1",
  )
  return (createEncrypter([secret]).decrypt('factor-link', rows[0].data) as { token: string }).token
}

const secretIn = (page: string) =>
  /type this secret into the app:[^<]*(?:<!-- -->)*\s*<code[^>]*>([A-Z2-7 ]+)</.exec(page)?.[1] ?? ''

it('an owner needs the emailed link and an app to sign in, and a stolen session gets no access', async () => {
  const email = 'admin@demo.test'
  const thief = await signIn(url, email)
  const owner = await signIn(url, email)
  expect(await open('/admin/dashboard', owner)).toMatchObject({
    status: 302,
    to: '/auth/factor?returnTo=%2Fadmin%2Fdashboard',
  })
  expect(await open('/auth/factor', owner)).toMatchObject({ status: 302, to: '/auth/factor/set-up' })
  expect(await (await fetch(`${url}/api/orders`, { headers: { cookie: owner } })).json()).toMatchObject({
    code: 'factor_needed',
  })

  const page = (await open('/auth/factor/set-up', owner)).page
  expect(page).toContain('Send the Link')
  expect(page).not.toContain('value="add-app"')
  expect((await send('/auth/factor/set-up', { intent: 'send-link' }, owner)).page).toContain(
    'The link is on its way',
  )
  const link = `/auth/factor/set-up?token=${await mailedToken(1)}`
  const setUp = (await open(link, owner)).page
  const app = new TOTP({ secret: Secret.fromBase32(secretIn(setUp).replaceAll(' ', '')) })
  const form = readForm(setUp, 'name="offer"') as URLSearchParams
  form.set('intent', 'add-app')
  const usedCode = app.generate()
  form.set('code', usedCode)
  // Without the link's token no factor is added.
  const stolen = new URLSearchParams(form)
  stolen.delete('token')
  expect((await send('/auth/factor/set-up', stolen, thief)).status).toBe(409)

  const done = await send(link, form, owner)
  expect(done.status).toBe(200)
  expect(done.page.match(/<code[^>]*>[a-z2-9]{4}(?:-[a-z2-9]{4}){6}</g)).toHaveLength(10)
  expect((await open('/admin/dashboard', done.cookie)).status).toBe(200)
  // Earlier cookies of this session, and the other session, have no access.
  for (const cookie of [owner, thief]) expect((await open('/admin/dashboard', cookie)).status).toBe(401)

  const next = await signIn(url, email)
  expect((await open('/auth/factor/set-up', next)).page).toContain(
    'Your account has a second factor already.',
  )
  expect((await send('/auth/factor', { intent: 'app', code: usedCode }, next)).status).toBe(422)
  await forgetUsedCodes(db, email)
  const code = { intent: 'app', code: app.generate() }
  const proven = await send('/auth/factor?returnTo=/admin/dashboard/orders', code, next)
  expect(proven.status).toBe(302)
  expect((await open('/admin/dashboard/orders', proven.cookie)).status).toBe(200)
}, 60_000)

it('the second factor answers 429 after six wrong codes', async () => {
  await pool.query('delete from request_limits')
  const session = await signIn(url, 'admin@demo.test')
  const statuses: number[] = []
  for (let tries = 0; tries < 8; tries++)
    statuses.push((await send('/auth/factor', { intent: 'app', code: `00000${tries}` }, session)).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429])
})
