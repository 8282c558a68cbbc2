/** Every page and action answers each role with the status that its handle declares. */
import { createRequestHandler, type ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import { handleError, provideRequestContext } from '#app/entry.server.tsx'
import * as root from '#app/root.tsx'
import { makeSession } from '#db/factories/session.ts'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import { sandboxBank } from '#infra/payments/sandbox/sandbox-bank.ts'
import { NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { readRegistry } from '#server/page-registry.ts'
import { renderPage } from '#server/render-page.ts'
import type { Web } from '#server/web-build.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { nameOfNumber } from '#shop/invoices/invoice-document.ts'
import { issueInvoice } from '#shop/invoices/issue-documents.ts'
import { type Actor, type Person, VISITOR } from '#shop/kernel/actor.ts'
import { listEditedTexts } from '#shop/texts/site-texts.read.ts'
import { makeEverybody, ownThings } from '#tests/access/api-things.ts'
import { fillPath, pageRows } from '#tests/access/page-statuses.ts'
import { STAFF_COLUMNS } from '#tests/access/staff-columns.ts'
import { ORIGIN, testAuth } from '#tests/accounts.ts'
import { NOW, SANDBOX_SECRET, SECRET, SELLER, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { pageRoutes } from '#tests/page-routes.ts'
import { renderInline } from '#tests/printed.ts'
import { rowOf, updateRows } from '#tests/rows.ts'

const shop = await testDatabase()
const { db, jobs } = shop
const people = await makeEverybody(shop)
const things = ownThings(shop, people)
const { orderId: order, productId: product } = await things.order('delivered')
// Makes the product a mix, so that a form without picks is refused and changes no cart.
await updateRows(db, 'products', { id: product }, { tastemakerPicks: 10 })
const { groupId } = await rowOf(db, 'workers', { userId: people.worker.id })
const ownIds = {
  order,
  document: nameOfNumber(must(await issueInvoice(shop.ctx(), order)).number),
  product,
  customer: people.customer.id,
  task: await things.task(),
  group: groupId ?? '',
  nothing: '00000000-0000-4000-8000-000000000099',
}

const errors: unknown[] = []
const deps = {
  ctxFor: shop.ctx,
  limits: NO_RATE_LIMITS,
  settings: { seller: SELLER, mail: { support: SELLER.email } },
  auth: testAuth(shop),
  mailbox: demoMailbox(db, () => NOW),
  pdf: renderInline,
  products: { get: () => listProducts(db) },
  texts: { get: () => listEditedTexts(db) },
  productSearch: shop.productSearch,
  sandbox: sandboxBank({ db, jobs, secret: SANDBOX_SECRET, now: () => NOW }),
  log: { error: ({ err }: { err: unknown }) => errors.push(err) },
} as unknown as Dependencies

const routes = { ...(await pageRoutes()), root: { id: 'root', path: '', module: root } }
const registry = readRegistry(routes)
const build = {
  routes,
  // Views are not rendered here. every-page.spec.ts renders them in a browser.
  entry: { module: { default: (_: Request, status: number) => new Response(null, { status }), handleError } },
  assets: { routes: {}, version: '' },
  future: {},
  routeDiscovery: { mode: 'initial' },
  ssr: true,
  basename: '/',
} as unknown as ServerBuild
const handler = createRequestHandler(build, 'production')
const web = {
  isLive: false,
  registry: () => registry,
  render: (request, context) => handler(request, provideRequestContext({ ...context, pages: registry })),
} as Pick<Web, 'isLive' | 'registry' | 'render'> as Web

type Role = { name: string; actor: Actor; sessionId: string | null; pinWorker: Person | null }

async function signedIn(name: string, actor: Person): Promise<Role> {
  await makeSession(db, actor.id, SECRET)
  const { id: sessionId } = await rowOf(db, 'sessions', { userId: actor.id })
  return { name, actor, sessionId, pinWorker: null }
}

const visitor: Role = { name: 'visitor', actor: VISITOR, sessionId: null, pinWorker: null }
const byPin: Role = { ...visitor, name: 'by PIN', pinWorker: { ...people.worker, withPin: true } }
const roles = [
  visitor,
  await signedIn('customer', people.customer),
  await signedIn('worker', people.worker),
  ...(await Promise.all(
    STAFF_COLUMNS.map((name) => signedIn(name, people[name === 'owner' ? 'admin' : name])),
  )),
]

async function statusAs(role: Role, path: string, body?: string) {
  const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
  const request = new Request(ORIGIN + path, body === undefined ? {} : { method: 'POST', headers, body })
  const catalogueEvents = { isLost: () => false }
  const response = await renderPage({ deps, web, catalogueEvents, request, ...role })
  await response.body?.cancel()
  return response.status
}

const rows = pageRows(registry.pages)
const firstOf = new Map(rows.map(([id, , , , guard]) => [guard, id] as const).toReversed())

it.each(rows.map((row) => [row[0], row] as const))(
  'answers each role as its handle says: %s',
  async (id, [, path, get, post, guard]) => {
    const isSameForAll = (statuses: readonly number[] | null) => new Set(statuses ?? []).size < 2
    // Only the first page with a guard is requested by all roles. Other pages with that guard are requested by four,
    // and so are pages that answer everyone alike.
    const isGuardTested =
      guard === 'none' ? isSameForAll(get) && isSameForAll(post) : firstOf.get(guard) !== id
    const testedRoles = isGuardTested ? roles.slice(0, 4) : roles
    const url = fillPath(path, ownIds)
    for (const [statuses, body] of [[get], [post, '']] as const) {
      if (!statuses) continue
      const answers: Record<string, number> = {}
      for (const role of [...testedRoles, byPin]) answers[role.name] = await statusAs(role, url, body)
      const expected = testedRoles.map(({ name }, column) => [name, statuses[column]])
      // A PIN session opens the worker's screens and counts as a visitor's everywhere else.
      expected.push([byPin.name, statuses[guard === 'worker' ? 2 : 0]])
      expect(answers, body === undefined ? 'opened' : 'posted').toEqual(Object.fromEntries(expected))
    }
    expect(errors).toEqual([])
  },
)
