import { expect } from 'vitest'

/** Where an order is watched and where it is changed: addresses of processes of one shop, and Cookie headers. */
type Watched = {
  orderId: string
  /** The address by which browsers know the shop. */
  origin: string
  watchedAt: readonly string[]
  customer: string
  changedAt: string
  admin: string
}

/** Whoever watches an order hears of what the admin does, by the server's notice and not by looking again. */
export async function expectNewsOfOrder(watched: Watched): Promise<void> {
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
  const heard = await Promise.all(streams.map(untilNews))
  expect(heard).toEqual(watchedAt.map(() => expect.stringContaining('"status":"processing"')))
}

/** What a stream says up to its first news, or up to the sign that it has none. */
async function untilNews({ body }: Response): Promise<string> {
  let heard = ''
  for await (const piece of body ?? []) {
    heard += Buffer.from(piece).toString()
    if (/processing|still here/.test(heard)) break
  }
  return heard
}
