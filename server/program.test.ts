import { expect, it } from 'vitest'
import { shutDown } from '#server/program.ts'

const never = () => new Promise<never>(() => {})

it('ends the last first, and says that all have ended', async () => {
  const ended: string[] = []
  const ending = (name: string) => ({ name, end: async () => ended.push(name) })
  const onLeft = () => expect.unreachable()
  expect(await shutDown([ending('database'), ending('listener')], { ms: 60_000, onLeft })).toBe(true)
  expect(ended).toEqual(['listener', 'database'])
})

it('abandons steps that fail or hang, and still ends the others', async () => {
  const left: string[] = []
  const closed: string[] = []
  const endings = [
    { name: 'files', end: () => closed.push('files') },
    { name: 'database', end: never },
    { name: 'jobs', end: () => Promise.reject(new Error('no connection')) },
  ]
  expect(await shutDown(endings, { ms: 20, onLeft: (name) => left.push(name) })).toBe(false)
  expect({ left, closed }).toEqual({ left: ['jobs', 'database'], closed: ['files'] })
})
