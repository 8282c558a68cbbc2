import { expect } from 'vitest'

/** Addresses of processes of one shop, where an order is watched and changed, and Cookie headers. */
type Watched = {
  orderId: string
  /** The shop's origin for browsers. */
  origin: string
  watchedAt: readonly string[]
  customer: string
  changedAt: string
  admin: string
}

/** Expects a stream of an order to receive an admin's change by notification, not by polling. */
export async function expectOrderEvents(watched: Watched): Promise<void> {
  const { orderId, origin, watchedAt, customer, changedAt, admin } = watched
  const path = `/api/orders/${orderId}`
  const streams = await Promise.all(
    watchedAt.map((url) => fetch(`${url}${path}/events`, { headers: { cookie: customer } })),
  )
  expect(streams.map(({ status }) => status)).toEqual(watchedAt.map(() => 200))
  const changed = await fetch(changedAt + path, {
    method: 'PUT',
    headers: { cookie: admin, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'processing' }),
  })
  expect(changed.status).toBe(200)
  const heard = await Promise.all(streams.map(readUntilEvent))
  expect(heard).toEqual(watchedAt.map(() => expect.stringContaining('"status":"processing"')))
}

/** The text of a stream up to its first event or heartbeat. */
async function readUntilEvent({ body }: Response): Promise<string> {
  let heard = ''
  for await (const piece of body ?? []) {
    heard += Buffer.from(piece).toString()
    if (/processing|still here/.test(heard)) break
  }
  return heard
}
