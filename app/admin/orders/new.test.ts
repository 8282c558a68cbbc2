import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { action } from '#app/admin/orders/new.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import { ADDRESS } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { findNumbers } from '#shop/carts/carts.read.ts'
import { rupees } from '#shop/kernel/money.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })

/** Posts the form. Returns the status, the redirect and the answer. */
async function post(query: string, fields: Record<string, string>) {
  const context = new RouterContextProvider(new Map([[staffContext, ctx(admin)]]) as never)
  const body = new URLSearchParams(fields)
  const request = new Request(`http://localhost/admin/dashboard/orders/new${query}`, { method: 'POST', body })
  const answer = await action({ request, context, params: {} } as unknown as Parameters<typeof action>[0])
  if (answer instanceof Response) return { location: answer.headers.get('location') ?? '', draft: undefined }
  const { data, init } = answer
  return { status: init?.status, draft: 'draft' in data ? data.draft : undefined, ...data }
}

async function numberOf(id: string): Promise<string> {
  return String((await findNumbers(db, [id]))[0]?.number)
}

it('adds a customer, then lines and a mix, shows the total, and creates the order', async () => {
  const added = await post('', {
    ...{ intent: 'add-customer', fullName: 'Kamala Bai', phoneNumber: '98450 98450', email: '' },
  })
  const query = added.location?.replace(/^[^?]*/, '') ?? ''
  const again = { intent: 'add-customer', fullName: 'Kamala Bai', phoneNumber: '9845098450', email: '' }
  expect((await post('', again)).location).toMatch(/\?customer=[\da-f-]{36}&found$/)
  expect(query).not.toContain('found')
  const [ragi, mix, salt] = await Promise.all([
    makeProduct(db, { price: rupees(100), stockQuantity: 9 }, NOW),
    makeProduct(db, { price: rupees(50), stockQuantity: 9, tastemakerPicks: 2 }, NOW),
    makeProduct(db, { price: rupees(10), stockQuantity: 9, isPick: true }, NOW),
  ])
  const terms = { discountPercent: '10', couponCode: '', paymentMethod: 'cod', key: 'first' }
  const update = (fields: Record<string, string>) => post(query, { ...terms, intent: 'update', ...fields })
  const first = await update({ cart: '', add: await numberOf(ragi), addQuantity: '1' })
  expect(first.draft?.lines).toMatchObject([{ quantity: 1 }])
  const [ragiKey] = first.draft?.lines.map(({ key }) => key) ?? []
  const second = await update({
    ...{ cart: first.draft?.cart ?? '', [`quantity:${ragiKey}`]: '3', add: await numberOf(mix) },
    ...{ addQuantity: '1', [`pick-${await numberOf(salt)}`]: '1' },
  })
  expect(second.draft?.lines[1]?.message).toMatch(/Choose exactly 2/)
  const [, mixLine] = second.draft?.lines ?? []
  const third = await update({
    ...{ cart: second.draft?.cart ?? '', [`quantity:${mixLine?.key}`]: '0', add: await numberOf(mix) },
    ...{ addQuantity: '1', [`pick-${await numberOf(salt)}`]: '2' },
  })
  expect(third.draft).toMatchObject({ canOrder: true, quote: { subtotal: 35_000, discount: 3_500 } })

  const refused = await update({
    cart: third.draft?.cart ?? '',
    [`quantity:${ragiKey}`]: 'x',
    discountPercent: '101',
  })
  expect(refused).toMatchObject({
    status: 422,
    problems: { discountPercent: expect.stringMatching(/whole number from 0 to 100/) },
  })
  expect(refused.draft?.lines).toHaveLength(2)

  const { addressLine2: _, ...address } = ADDRESS
  const orderForm = { ...terms, intent: 'place', ...address, cart: third.draft?.cart ?? '' }
  expect(await post(query, orderForm)).toMatchObject({ status: 409, message: expect.stringMatching(/total/) })
  expect(await post(query, { ...orderForm, phone: '1' })).toMatchObject({
    status: 422,
    problems: { phone: expect.any(String) },
  })
  const expectedTotal = String(third.draft?.quote.total)
  const { location } = await post(query, { ...orderForm, expectedTotal })
  const id = /orders\/([\da-f-]{36})\?done=created$/.exec(location ?? '')?.[1] ?? ''
  expect(await findOrder(db, id)).toMatchObject({
    customerName: 'Kamala Bai',
    items: [{ quantity: 3 }, { quantity: 1 }],
  })
  const twice = await post(query, { ...orderForm, expectedTotal })
  expect(twice.location).toBe(location)
})
