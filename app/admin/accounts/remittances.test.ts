import { randomUUID } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { action } from '#app/admin/accounts/remittances.tsx'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import { testDatabase } from '#tests/database.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { admin } = await story(shop)
const asAdmin: StaffCtx = { ...shop.ctx(admin), actor: admin }

type Args = Parameters<typeof action>[0]

it('a refused record of cash keeps the ticked orders', async () => {
  const orders = [randomUUID(), randomUUID()]
  const body = new URLSearchParams([
    ['intent', 'record'],
    ['carrier', ''],
    ...orders.map((orderId) => ['order', orderId]),
  ])
  const request = new Request('http://shop.test/admin/dashboard/accounts/remittances', {
    method: 'POST',
    body,
  })
  const context = new RouterContextProvider(new Map([[staffContext, asAdmin]]))
  expect(await action({ request, context } as unknown as Args)).toMatchObject({
    init: { status: 422 },
    data: { values: { order: orders.join(' ') } },
  })
})
