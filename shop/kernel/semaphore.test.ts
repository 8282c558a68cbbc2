import { expect, it } from 'vitest'
import { semaphore } from '#shop/kernel/semaphore.ts'

it('runs at most `max` tasks at a time, and continues after a failed one', async () => {
  const run = semaphore(2)
  let running = 0
  let maxRunning = 0
  const work = async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    throw new Error('failed')
  }
  const results = await Promise.allSettled(Array.from({ length: 7 }, () => run(work)))
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect([maxRunning, running]).toEqual([2, 0])
})

it('runs one task of each client in turn, however many tasks of one client wait', async () => {
  const run = semaphore(1)
  const order: string[] = []
  const send = (client: string) => run(async () => void order.push(client), client)
  await Promise.all(['first', 'many', 'many', 'many', 'one', 'other', 'other'].map(send))
  expect(order).toEqual(['first', 'many', 'one', 'other', 'many', 'other', 'many'])
})
