import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()

it('counts the orders before it as of an unknown source, without counting everything again', async () => {
  const { id: userId } = await makeUser(db)
  const productId = await makeProduct(db)
  const items = [{ productId, quantity: 1, unitPrice: 100 }]
  const coupon = { couponCode: 'HARVEST10', discountKind: 'coupon' } as const
  await makePastOrder(db, { userId, placedAt: NOW, items, ...coupon })
  await makePastOrder(db, { userId, placedAt: NOW, items })
  await refreshRollups(ctx())
  const counted = await db.selectFrom('dailySources').selectAll().execute()
  expect(counted).toMatchObject([{ source: '', sales: 2, units: 2, revenue: 236 }])

  await db.deleteFrom('dailySources').execute()
  const migration = readFileSync('db/migrations/0075_order_sources.sql', 'utf8')
  const fill = migration.split(';').find((statement) => /^insert into daily_sources/m.test(statement)) ?? ''
  await sql.raw(fill).execute(db)
  expect(await db.selectFrom('dailySources').selectAll().execute()).toEqual(counted)
})
