import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { hintFor } from '#app/request/cookies.server.ts'
import { makeSession } from '#db/factories/session.ts'
import { makeUser, type UserFields } from '#db/factories/user.ts'
import { type Database, openDatabase } from '#infra/database/open.ts'
import { withSealedColumns } from '#infra/database/sealed-columns.ts'
import { findRunningDatabase } from '#infra/embedded-postgres/running.ts'
import { fieldSealer } from '#infra/keys/sealed-fields.ts'
import { expect, findLink, test } from '#tests/e2e/shop-page.ts'

export const PASSWORD = 'Ragi-mudde-7'

/** The origin of these tests' shop: 'http://127.0.0.1:…'. */
export function shopOrigin(): string {
  return new URL(test.info().project.use.baseURL ?? '').origin
}

/** The secret of these tests' shop, which signs its sessions and links. */
export const shopSecret = () => readFileSync(join(process.env.E2E_DATA_DIR ?? '', 'secret'), 'utf8')

let database: Database['db'] | undefined

/** The database of these tests' shop. Throws when the shop is not running. */
export function shopDatabase(): Database['db'] {
  database ??= openShopDatabase()
  return database
}

function openShopDatabase(): Database['db'] {
  const running = findRunningDatabase(process.env.E2E_DATA_DIR ?? '')
  if (!running) throw new Error('the shop has no running database')
  const { db } = openDatabase({ url: running.url, poolSize: 2, onError: () => {} })
  return withSealedColumns(db, { sealer: fieldSealer([shopSecret()]), onRefused: () => {} })
}

/** Creates a session of an account without signing in. Creates the account if needed. */
async function newSession(fields: UserFields) {
  const user = await makeUser(shopDatabase(), fields)
  return { user, session: await makeSession(shopDatabase(), user.id, shopSecret()) }
}

/** Creates a session of an account, and the account if needed. Returns the Cookie header. */
export async function sessionCookie(fields: UserFields): Promise<string> {
  const { session } = await newSession(fields)
  return `${session.name}=${session.value}`
}

/** Sends a request to the API as the demonstration's admin, without a page. */
export async function requestAsAdmin(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
): Promise<Response> {
  const cookie = await sessionCookie({ email: 'admin@demo.test' })
  const headers = { cookie, origin: shopOrigin(), 'content-type': 'application/json' }
  return fetch(`${shopOrigin()}/api${path}`, { method, headers, body: data && JSON.stringify(data) })
}

/** Signs an account in without the sign-in page, for tests of later pages. */
export async function openSession(context: BrowserContext, email: string): Promise<void> {
  await addSession(context, { email })
}

/** Sets the two cookies that a browser has after a sign-in. */
async function addSession(context: BrowserContext, fields: UserFields): Promise<void> {
  const { user, session } = await newSession(fields)
  // Like the real cookies, they expire with the session, so they survive a restart of the browser.
  const expires = Date.now() / 1000 + 30 * 86_400
  const common = { url: shopOrigin(), sameSite: 'Lax', expires } as const
  await context.addCookies([
    { ...common, ...session, httpOnly: true },
    { ...common, name: 'account', value: hintFor(user) },
  ])
}

/** Creates a customer with a verified address and signs in, without a page. Returns the email address. */
export async function newCustomer(page: Page, fields: Pick<UserFields, 'password'> = {}): Promise<string> {
  const email = `meera-${randomUUID()}@example.test`
  await addSession(page.context(), { email, fullName: 'Meera Nair', ...fields })
  return email
}

/** Signs an account in by the form. `onTo`: the page that is expected afterwards, such as an admin's dashboard. */
export async function signIn(page: Page, email: string, password = PASSWORD, onTo = '/'): Promise<void> {
  await page.goto('/auth/signin')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(onTo)
}

/** Opens the verification link of an email and confirms. */
export async function verifyEmail(page: Page, { text }: { text: string }): Promise<void> {
  await page.goto(findLink(text))
  await page.getByRole('button', { name: 'Verify My Email' }).click()
  await expect(page).not.toHaveURL(/\/auth\//)
}
