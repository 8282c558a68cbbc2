/** Derives rows of the access table from a route's guard, and from its example in the contract with real ids. */
import { findTargetHandler } from 'hono/utils/handler'
import type { createApi } from '#api/api.ts'
import { IDS } from '#api/examples.ts'
import { signedIn, signedInWorker, type staffWith } from '#api/guards.ts'
import { adminOnly, everyone, type Row, requiredPermission, signedInOnly } from '#tests/access/api-rows.ts'
import type { Everybody, OwnThings } from '#tests/access/api-things.ts'
import { type Document, operationsOf } from '#tests/contract/document.ts'
import { exampleRequests } from '#tests/contract/example-requests.ts'

type DescribedOperation = ReturnType<typeof operationsOf>[number]

/** Creates the database row for an example id or slug. A route with other ids needs its own row in the table. */
const MAKERS: Record<string, (things: OwnThings, people: Everybody) => Promise<string> | string> = {
  [IDS.product]: (things) => things.product(),
  'ragi-mix': (things) => things.product(),
  [IDS.order]: async (things) => (await things.order()).orderId,
  [IDS.coupon]: async (things) => (await things.coupon()).id,
  [IDS.workLog]: (things) => things.task(),
  [IDS.customer]: (_, { customer }) => customer.id,
  [IDS.worker]: (_, { worker }) => worker.id,
}

/** 'GET /orders/:id', as in the router. */
export function routeOf({ method, path }: Pick<DescribedOperation, 'method' | 'path'>): string {
  return `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`
}

/** Returns a real id for each id in an operation's example. */
export async function exampleIds(
  contract: Document,
  operation: DescribedOperation,
  ...made: [OwnThings, Everybody]
): Promise<Record<string, string>> {
  const example = JSON.stringify(await exampleRequests(contract, operation, (text) => text))
  const ids: Record<string, string> = {}
  for (const [id, make] of Object.entries(MAKERS)) if (example.includes(id)) ids[id] = await make(...made)
  return ids
}

/** Returns a row for each route that `rows` lacks, if its guard says who may use it. */
export function deriveRows(
  api: ReturnType<typeof createApi>,
  contract: Document,
  rows: readonly Row[],
): Row[] {
  const listed = new Set(rows.map(({ route }) => route))
  return operationsOf(contract).flatMap((operation): Row[] => {
    const route = routeOf(operation)
    const handlers = api.routes
      .filter(({ method, path }) => `${method} ${path}` === route)
      .map(({ handler }) => findTargetHandler(handler))
    const status = Number(Object.keys(operation.responses).find((code) => code.startsWith('2')))
    const access = accessBy(handlers, Boolean(operation.security?.length), status, route)
    if (listed.has(route) || handlers.length === 0 || !access) return []
    const request: Row['request'] = async (things, people) => {
      const ids = Object.entries(await exampleIds(contract, operation, things, people))
      const replaceIds = (text: string) =>
        ids.reduce((result, [example, id]) => result.replaceAll(example, id), text)
      const [{ path, content } = { path: '' }] = await exampleRequests(contract, operation, replaceIds)
      return [path, content]
    }
    return [{ route, request, ...access }]
  })
}

/** Returns null if the status depends on the row's owner, or if guard and declared `security` differ. */
function accessBy(
  handlers: unknown[],
  isClosed: boolean,
  status: number,
  route: string,
): Pick<Row, 'expected' | 'permission'> | null {
  const staff = handlers.find(
    (handler): handler is ReturnType<typeof staffWith> =>
      handler instanceof Function && 'permission' in handler,
  )
  if (staff && isClosed)
    return { expected: adminOnly(status), permission: requiredPermission(route) ?? staff.permission }
  const isGuarded = staff || handlers.includes(signedIn) || handlers.includes(signedInWorker)
  if (!isGuarded && !isClosed) return { expected: everyone(status) }
  const isForAll = handlers.includes(signedIn) && !route.includes(':')
  return isForAll && isClosed ? { expected: signedInOnly(status) } : null
}
