import { expect, it } from 'vitest'
import { shutDown } from '#server/program.ts'

const never = () => new Promise<never>(() => {})

it('ends the steps in reverse order, and returns true', async () => {
  const order: string[] = []
  const stepNamed = (name: string) => ({ name, end: async () => order.push(name) })
  const onError = () => expect.unreachable()
  expect(await shutDown([stepNamed('database'), stepNamed('listener')], { ms: 60_000, onError })).toBe(true)
  expect(order).toEqual(['listener', 'database'])
})

it('abandons steps that fail or hang, ends the others, and returns false', async () => {
  const failed: string[] = []
  const closed: string[] = []
  const steps = [
    { name: 'files', end: () => closed.push('files') },
    { name: 'database', end: never },
    { name: 'jobs', end: () => Promise.reject(new Error('no connection')) },
  ]
  expect(await shutDown(steps, { ms: 20, onError: (name) => failed.push(name) })).toBe(false)
  expect({ failed, closed }).toEqual({ failed: ['jobs', 'database'], closed: ['files'] })
})
