import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { action } from '#app/account/edit-address.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { ADDRESS } from '#db/factories/order.ts'
import { makeUser } from '#db/factories/user.ts'
import { saveAddress } from '#shop/customers/saved-addresses.ts'
import { listAddresses } from '#shop/customers/users.read.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'

const { db, ctx } = await testDatabase()

/** Posts a button of the address list. Returns the removed addresses that the browser keeps. */
async function post(actor: Actor, id: string, fields: Record<string, string>, removed = ''): Promise<string> {
  const value = { ctx: ctx(actor) } as unknown as RequestContext
  const context = new RouterContextProvider(new Map([[requestContext, value]]))
  const request = new Request(`http://shop.test/profile/addresses/${id}`, {
    method: 'POST',
    headers: { cookie: `address_undo=${encodeURIComponent(removed)}` },
    body: new URLSearchParams(fields),
  })
  const answer = await action({ request, params: { id }, context } as unknown as Parameters<typeof action>[0])
  const [, stored = ''] =
    /address_undo=([^;]*)/.exec((answer as Response).headers.get('set-cookie') ?? '') ?? []
  return decodeURIComponent(stored)
}

it('restores removed addresses with their default mark, for their owner only', async () => {
  const [owner, other] = [await makeUser(db), await makeUser(db)]
  const lines = async (userId: string) =>
    (await listAddresses(db, userId)).map(({ addressLine1, isDefault }) => [addressLine1, isDefault])
  for (const addressLine1 of ['12 Lake View', '9 Hill Road'])
    must(
      await saveAddress(ctx(owner), { id: null, makeDefault: false, address: { ...ADDRESS, addressLine1 } }),
    )
  const all = await lines(owner.id)
  let removed = ''
  for (const { id } of await listAddresses(db, owner.id))
    removed = await post(owner, id, { intent: 'remove' }, removed)
  expect(await lines(owner.id)).toEqual([])
  for (const actor of [other, owner]) await post(actor, 'removed', { intent: 'restore', removed })
  expect(await lines(other.id)).toEqual([])
  expect(await lines(owner.id)).toEqual(all)
})
