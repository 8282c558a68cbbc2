import { expect, it } from 'vitest'
import { shopWithReplica } from '#tests/faults/replica.ts'
import { POLLING } from '#tests/faults/restartable-shop.ts'

const { replica, fetchOk, countLogLines: said, readPrice, setPrice } = await shopWithReplica()

it('reads from the primary when the replica is gone', async () => {
  await replica.stop()
  for (const path of ['/api/products?q=ragi', '/admin/dashboard/analytics', '/admin/dashboard'])
    await fetchOk(path)
  await expect.poll(() => said('the read replica is not used'), POLLING).toBeGreaterThan(1)
  const price = await readPrice()
  await setPrice(price - 1)
  expect(await readPrice()).toBe(price - 1)
})
