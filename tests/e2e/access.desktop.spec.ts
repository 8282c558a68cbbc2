import { expect, test } from '@playwright/test'
import { STAFF_ROLES } from '#shop/kernel/staff-role.ts'
import { PAGE_ROWS } from '#tests/access/page-rows.ts'
import { pinCookie, sessionCookie } from '#tests/e2e/signed-in.ts'
import { demoThings, fillPath } from '#tests/e2e/things.ts'

test('every page and action answers as its handle says', async ({ baseURL }) => {
  if (!baseURL) throw new Error('the configuration names the shop')
  expect(PAGE_ROWS.length).toBeGreaterThan(80)
  const accounts = ['customer@demo.test', 'worker@demo.test', 'admin@demo.test', 'coordinator@demo.test']
  const staff = STAFF_ROLES.filter((role) => role !== 'owner')
  const byEmail = [
    ...(await Promise.all(accounts.map((email) => sessionCookie({ email })))),
    ...(await Promise.all(
      staff.map((staffRole) => sessionCookie({ email: `${staffRole}@access.test`, staffRole })),
    )),
  ]
  const cookies = ['', ...byEmail, await pinCookie('worker@demo.test')]
  const things = await demoThings()
  const guards = new Set<string>()
  for (const [id, path, asRoles, postAsRoles, guard] of PAGE_ROWS) {
    // One middleware enforces each guard, so its first page is opened by every role, the others by visitor, customer and PIN.
    const isFirst = !guards.has(guard)
    guards.add(guard)
    const opening = cookies.filter(
      (_, at) => isFirst || guard === 'none' || at < 2 || at === cookies.length - 1,
    )
    const pick = (roles: typeof asRoles) => {
      // A PIN opens the worker's screens, and is a visitor's everywhere else.
      const all = [...roles, roles[guard === 'worker' ? 2 : 0]]
      return opening.map((cookie) => all[cookies.indexOf(cookie)])
    }
    const [get, post] = [pick(asRoles), postAsRoles && pick(postAsRoles)]
    const url = baseURL + fillPath(path, things)
    const opened = opening.map((cookie) => fetch(url, { redirect: 'manual', headers: { cookie } }))
    expect(
      (await Promise.all(opened)).map(({ status }) => status),
      `GET ${id}`,
    ).toEqual(get)
    if (post) {
      const sent = opening.map((cookie) => fetch(url, emptyPost(baseURL, cookie)))
      expect(
        (await Promise.all(sent)).map(({ status }) => status),
        `POST ${id}`,
      ).toEqual(post)
    }
    // A page of another site could send this with the visitor's cookies.
    const foreign = await fetch(url, emptyPost('https://evil.example', cookies[3] ?? ''))
    expect(foreign.status, `a post from elsewhere to ${id}`).toBe(403)
  }
})

function emptyPost(origin: string, cookie: string): RequestInit {
  const type = 'application/x-www-form-urlencoded'
  const headers = { origin, cookie, 'content-type': type }
  return { method: 'POST', redirect: 'manual', headers, body: '' }
}
