import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { action, loader } from '#app/admin/orders/items.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { parseCart, removeLine, serializeCart } from '#shop/carts/cart.ts'
import { rupees } from '#shop/kernel/money.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { updateRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const manager = await makeUser(db, { staffRole: 'manager' })

async function open(id: string) {
  const context = new RouterContextProvider(new Map([[staffContext, ctx(manager)]]) as never)
  return loader({ params: { id }, context } as unknown as Parameters<typeof loader>[0])
}

/**
 * Posts the form, and then the dialog that asks for confirmation. Returns the redirect and the dialog's sentences.
 */
async function save(id: string, cart: string): Promise<{ location: string | null; lines: string[] }> {
  const context = new RouterContextProvider(new Map([[staffContext, ctx(manager)]]) as never)
  const send = (fields: string[][]) => {
    const request = new Request('http://localhost/', { method: 'POST', body: new URLSearchParams(fields) })
    return action({ params: { id }, request, context } as unknown as Parameters<typeof action>[0])
  }
  const { version } = await open(id)
  const dialog = await send([
    ['intent', 'save'],
    ['version', String(version)],
    ['cart', cart],
  ])
  if (dialog instanceof Response) return { location: dialog.headers.get('location'), lines: [] }
  const confirmation = 'confirmation' in dialog.data ? dialog.data.confirmation : undefined
  const answer = await send(confirmation?.fields ?? [])
  const location = answer instanceof Response ? answer.headers.get('location') : null
  return { location, lines: confirmation?.lines ?? [] }
}

it('removes a product that is no longer sold from an order, and changes nothing the second time', async () => {
  const [ragi, jowar] = [
    await makeProduct(db, { name: 'Ragi', price: rupees(100) }, NOW),
    await makeProduct(db, { name: 'Jowar', price: rupees(50) }, NOW),
  ]
  const items = [ragi, jowar].map((productId) => ({ productId, quantity: 1 }))
  const id = await makeOrder(ctx(await makeUser(db)), items)
  await updateRows(db, 'products', { id: jowar }, { isActive: false })
  const { draft } = await open(id)
  expect(draft).toMatchObject({ lines: [{ name: 'Ragi' }, { name: 'Jowar', message: null }], canOrder: true })
  const cart = removeLine(parseCart(draft?.cart ?? ''), draft?.lines[1]?.key ?? '')
  const { location, lines } = await save(id, serializeCart(cart))
  expect(location).toBe(`/admin/dashboard/orders/${id}?done=items`)
  expect(lines).toContain('The courier collects ₹118.00.')
  expect((await findOrder(db, id))?.items).toMatchObject([{ name: 'Ragi' }])
  const again = await save(id, serializeCart(cart))
  expect(again.location).toBe(`/admin/dashboard/orders/${id}?done=items-same`)
})
