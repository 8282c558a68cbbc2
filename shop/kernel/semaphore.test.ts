import { expect, it } from 'vitest'
import { semaphore } from '#shop/kernel/semaphore.ts'

it('runs no more at a time than told, and goes on after one that failed', async () => {
  const inTurn = semaphore(2)
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    throw new Error('failed')
  }
  const ended = await Promise.allSettled(Array.from({ length: 7 }, () => inTurn(work)))
  expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
  expect([most, running]).toEqual([2, 0])
})

it('takes one of each client in turn, however many a client has sent before', async () => {
  const inTurn = semaphore(1)
  const order: string[] = []
  const send = (who: string) => inTurn(async () => void order.push(who), who)
  await Promise.all(['first', 'many', 'many', 'many', 'one', 'other', 'other'].map(send))
  expect(order).toEqual(['first', 'many', 'one', 'other', 'many', 'other', 'many'])
})
