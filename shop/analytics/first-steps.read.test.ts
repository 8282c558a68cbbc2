import { expect, it } from 'vitest'
import { makePastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { readFirstSteps } from '#shop/analytics/overview.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRow } from '#tests/rows.ts'

const { db } = await testDatabase()

it('lists the first steps of a shop until all are done or it has ten orders', async () => {
  const owner = await makeUser(db, { staffRole: 'owner' })
  const none = { products: false, policies: false, payment: false, staff: false }
  expect(await readFirstSteps(db, true)).toEqual(none)
  const product = await makeProduct(db)
  const items = [{ productId: product, quantity: 1, unitPrice: 100_00 }]
  const orderId = await makePastOrder(db, { userId: owner.id, placedAt: NOW, items })
  const payment = { orderId, amount: 118_00, capturedAt: NOW }
  await insertRow(db, 'payments', { ...payment, provider: 'cod', providerPaymentId: 'cash' })
  expect(await readFirstSteps(db, true)).toEqual({ ...none, products: true })
  expect(await readFirstSteps(db, false)).toMatchObject({ payment: true })
  await insertRow(db, 'payments', { ...payment, provider: 'razorpay', providerPaymentId: 'card' })
  await makeUser(db, { staffRole: 'packer' })
  expect(await readFirstSteps(db, true)).toEqual({
    products: true,
    policies: false,
    payment: true,
    staff: true,
  })
  await insertRow(db, 'siteTexts', { document: 'returns', version: 1, fields: '{}', savedAt: NOW })
  expect(await readFirstSteps(db, true)).toBeNull()
  await db.deleteFrom('siteTexts').execute()
  expect(await readFirstSteps(db, true)).not.toBeNull()
  const { id: userId } = await makeUser(db)
  for (let count = 0; count < 10; count++) await makePastOrder(db, { userId, placedAt: NOW, items })
  expect(await readFirstSteps(db, true)).toBeNull()
})
