import { expect } from 'vitest'

/** URLs of processes of one shop where an order is watched and changed, and Cookie headers. */
type OrderWatch = {
  orderId: string
  /** The shop's origin for browsers. */
  origin: string
  watchedAt: readonly string[]
  customer: string
  changedAt: string
  admin: string
}

/** Expects each event stream of an order to receive an admin's change by notification, not by polling. */
export async function expectOrderEvents(watch: OrderWatch): Promise<void> {
  const { orderId, origin, watchedAt, customer, changedAt, admin } = watch
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
  const texts = await Promise.all(streams.map(readUntilEvent))
  expect(texts).toEqual(watchedAt.map(() => expect.stringContaining('"status":"processing"')))
}

/** Reads a stream up to its first event or heartbeat. */
async function readUntilEvent({ body }: Response): Promise<string> {
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString()
    if (/processing|still here/.test(text)) break
  }
  return text
}
