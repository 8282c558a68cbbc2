import { expect, it } from 'vitest'
import { checkOrAddList } from '#app/programme/members/workers.server.ts'
import { testDatabase } from '#tests/database.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db } = shop
const { asAdmin } = await story(shop)

it('numbers of a list that look like landlines are asked about once before anybody is added', async () => {
  const workers = [
    { fullName: 'Lakshmi Devi', phone: '8362345678', groupId: null },
    { fullName: 'Radha Devi', phone: '9812300001', groupId: null },
  ]
  const send = (fields: Iterable<readonly [string, string]>) => {
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, value]))
    const request = new Request('http://shop.test/', { method: 'POST', body })
    return checkOrAddList(asAdmin, request, { path: '/workers', cards: '/cards', group: null })
  }
  const names = workers.map(({ fullName }) => fullName)
  const findAdded = () => db.selectFrom('users').select('id').where('fullName', 'in', names).execute()
  const answer = await send([
    ['formId', crypto.randomUUID()],
    ['workers', JSON.stringify(workers)],
  ])
  if (answer instanceof Response || !('confirmation' in answer.data)) throw new Error('not asked')
  const { title, lines, fields } = answer.data.confirmation
  expect([title, lines[0], lines.length]).toEqual(['Mobile or landline?', 'Lakshmi Devi: 8362345678', 2])
  expect(await findAdded()).toEqual([])
  expect(await send(fields)).toBeInstanceOf(Response)
  expect(await findAdded()).toHaveLength(2)
})
