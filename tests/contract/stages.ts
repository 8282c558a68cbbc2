/**
 * Prepares each operation's example in the contract: chooses an allowed role and creates rows for the example's
 * ids.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createEmailVerificationToken } from 'better-auth/api'
import { BODIES, IDS, RESET_TOKEN, VERIFICATION_TOKEN } from '#api/examples.ts'
import { makeUser } from '#db/factories/user.ts'
import { mailedLinkKeys } from '#infra/keys/key-ring.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { DECLARED, type Row } from '#tests/access/api-rows.ts'
import { type Everybody, ownThings, type Shop } from '#tests/access/api-things.ts'
import { exampleIds, routeOf } from '#tests/access/derived-rows.ts'
import type { Document, operationsOf } from '#tests/contract/document.ts'
import { SECRET } from '#tests/database.ts'

type Ids = Record<string, string>
type DescribedOperation = ReturnType<typeof operationsOf>[number]

/** Ids for Better Auth's operations, which have no rows of their own. */
function authIds({ db }: Shop): Record<string, () => Promise<Ids>> {
  return {
    'POST /auth/verify-email': async () => {
      const { email } = await makeUser(db, { emailVerified: false })
      return { [VERIFICATION_TOKEN]: await createEmailVerificationToken(mailedLinkKeys([SECRET])[0], email) }
    },
    'POST /auth/reset-password': async () => {
      const token = randomUUID().replaceAll('-', '')
      // Hashed as in the account library.
      const identifier = createHash('sha256').update(`reset-password:${token}`).digest('base64url')
      const { id: value } = await makeUser(db, { password: BODIES.SignIn.password })
      const expiresAt = new Date(Date.now() + HOUR_MS)
      await db.insertInto('verifications').values({ identifier, value, expiresAt }).execute()
      return { [RESET_TOKEN]: token }
    },
    'POST /auth/sign-in/email': async () => {
      const { email, password } = BODIES.SignIn
      return { [email]: (await makeUser(db, { password })).email }
    },
  }
}

/** Maps the ids in the example's path to the ids in the path of a row's request. */
function idsInPath({ path, parameters = [] }: DescribedOperation, url: string): Ids {
  const { pathname, searchParams } = new URL(url, 'http://shop.test')
  const segments = pathname.split('/')
  const values = new Map([
    ...path.split('/').map((name, at) => [name.replace(/^\{(\w+)\}$/, '$1'), segments[at] ?? ''] as const),
    ...searchParams,
  ])
  return Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const value = values.get(name)
      return value ? [[`${schema.example}`, value]] : []
    }),
  )
}

/**
 * Returns the admin if the summary says so, otherwise a customer or a visitor. If the row refuses that role, returns
 * the first role that the row accepts.
 */
function roleOf({ security, summary = '' }: DescribedOperation, row: Row | undefined): keyof Everybody {
  const defaultRole = !security?.length ? 'visitor' : summary.includes('(admin)') ? 'admin' : 'customer'
  if (!row) return defaultRole
  const [visitor, customer, , worker, , admin] = row.expected
  const statuses = { visitor, customer, worker, admin }
  const roles = [defaultRole, 'visitor', 'customer', 'worker', 'admin'] as const
  return roles.find((role) => statuses[role] < 300) ?? defaultRole
}

/** Returns the role that sends an operation's example, and `replaceIds`, which replaces example ids by real ids. */
export function exampleStages(shop: Shop, people: Everybody, contract: Document) {
  const things = ownThings(shop, people)
  const auth = authIds(shop)
  const names = { [IDS.customer]: people.customer.id, [IDS.worker]: people.worker.id }
  const prepareExample = async (operation: DescribedOperation) => {
    const route = routeOf(operation)
    const rows = DECLARED.filter((row) => row.route === route)
    const row = rows.find(({ example }) => example) ?? rows[0]
    const leaver = row?.example?.as === 'leaver' ? await things.leaver() : null
    const ids: Ids = row
      ? row.example
        ? await row.example.ids(things, leaver)
        : idsInPath(operation, (await row.request(things, people))[0])
      : await (auth[route]?.() ?? exampleIds(contract, operation, things, people))
    const real = Object.entries({ ...names, ...ids })
    const replaceIds = (text: string) =>
      real.reduce((result, [example, id]) => result.replaceAll(example, id), text)
    const as = row?.example?.as
    return { actor: leaver ?? people[as && as !== 'leaver' ? as : roleOf(operation, row)], replaceIds }
  }
  return { names: Object.keys(auth), prepareExample }
}
