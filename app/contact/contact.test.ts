import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { contactData } from '#app/contact/contact.server.ts'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { makeUser } from '#db/factories/user.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { testDatabase } from '#tests/database.ts'
import { story } from '#tests/story.ts'

const testDb = await testDatabase()
const { db, ctx } = testDb
const { orderProduct } = await story(testDb)

async function prefillFor(actor: Actor, orderId: string) {
  const value = { ctx: ctx(actor), seller: null } as unknown as RequestContext
  const context = new RouterContextProvider(new Map([[requestContext, value]]))
  return (await contactData(new Request(`http://shop.test/contact?order=${orderId}`), context)).prefill
}

it('prefills the form from an order, for its own customer only', async () => {
  const customer = await makeUser(db, { fullName: 'Meera Nair' })
  const { orderId } = await orderProduct(customer)
  expect(await prefillFor(customer, orderId)).toEqual({
    name: 'Meera Nair',
    email: customer.email,
    subject: 'customer-service',
    message: `Order #${orderId.slice(0, 8)}: `,
  })
  for (const other of [VISITOR, await makeUser(db), await makeUser(db, { staffRole: 'owner' })])
    expect(await prefillFor(other, orderId)).toBeNull()
})
