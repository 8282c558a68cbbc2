import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { REAL_SETTINGS } from '#tests/real-shop.ts'

const { db, ctx, url } = await testDatabase()

const REAL = { ...REAL_SETTINGS, ORIGIN: 'http://shop.test', AUTH_SECRET: 'x'.repeat(32), DATABASE_URL: url }

async function checkStock(settings: Record<string, string> = REAL) {
  const { PATH = '' } = process.env
  const command = join(import.meta.dirname, '..', '..', 'bin', 'check-stock')
  const child = spawn(command, [], { env: { PATH, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, problem, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { said: said.trim(), problem: problem.trim(), code }
}

it('check-stock compares every stock level with the sum of its movements, and lists differences', async () => {
  const product = await makeProduct(db, { stockQuantity: 9, name: 'Ragi' })
  await makeOrder(ctx(await makeUser(db)), [{ productId: product, quantity: 2 }])
  expect(await checkStock()).toMatchObject({ code: 0, said: expect.stringMatching(/all 1 products/) })
  await db.updateTable('products').set({ stockQuantity: 8 }).where('id', '=', product).execute()
  const found = await checkStock()
  expect(found.code).toBe(1)
  expect(found.said).toContain(`${product} Ragi: the stock level is 8, the sum of its movements 7`)
  expect(found.problem).toContain('1 of 1 products')
})

it('check-stock says that there is no shop in an empty folder, and creates nothing', async () => {
  const room = makeOpenFolder()
  const found = await checkStock({ DATA_DIR: room })
  expect(found).toMatchObject({ code: 1, said: '' })
  expect(found.problem).toMatch(/^There is no shop in .*: set DATABASE_URL/)
  expect(readdirSync(room)).toEqual([])
  removeFolders()
})
