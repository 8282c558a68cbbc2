import { expect, it } from 'vitest'
import { shopWithReplica } from '#tests/faults/replica.ts'
import { POLLING } from '#tests/faults/restartable-shop.ts'

const { replica, fetchOk, countLogLines, readPrice, setPrice } = await shopWithReplica()

it('the shop reads from the primary when the replica has stopped', async () => {
  await expect.poll(() => countLogLines('the read replica is used'), POLLING).toBeGreaterThan(0)
  const outages = countLogLines('the read replica is not used')
  await replica.stop()
  for (const path of ['/api/products?q=ragi', '/admin/dashboard/analytics', '/admin/dashboard'])
    await fetchOk(path)
  await expect.poll(() => countLogLines('the read replica is not used'), POLLING).toBeGreaterThan(outages)
  const price = await readPrice()
  await setPrice(price - 1)
  expect(await readPrice()).toBe(price - 1)
})
