import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { changeWorkers, checkOrAddList } from '#app/programme/members/workers.server.ts'
import { makeCoordinator } from '#db/factories/task.ts'
import { testDatabase } from '#tests/database.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { asAdmin, makeGroup } = await story(shop)
const toRequest = (fields: Iterable<readonly [string, string]>) => {
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, value]))
  return new Request('http://shop.test/', { method: 'POST', body })
}

it('asks once about numbers of a list that look like landlines, before it adds anybody', async () => {
  const workers = [
    { fullName: 'Lakshmi Devi', phone: '8362345678', groupId: null },
    { fullName: 'Kamala Devi', phone: '9812300001', groupId: null },
  ]
  const send = (fields: Iterable<readonly [string, string]>) =>
    checkOrAddList(asAdmin, toRequest(fields), { path: '/workers', cards: '/cards', group: null })
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

it('asks before it adds a worker whose number is in use in the coordinator’s groups, and ignores other groups', async () => {
  const groupId = await makeGroup()
  const phone = '9812300002'
  const coordinator = await makeCoordinator(asAdmin, [groupId])
  const addTo = async (group: string, fullName: string, actor = asAdmin) => {
    const fields = Object.entries({ intent: 'add', formId: randomUUID(), fullName, phone, groupId: group })
    const page = { path: '/workers', cards: '/cards', group: { id: group, name: 'Group', place: 'Dharwad' } }
    const send = (form: Iterable<readonly [string, string]>) => changeWorkers(actor, toRequest(form), page)
    return { answer: await send(fields), send }
  }
  expect((await addTo(await makeGroup(), 'Radha Devi')).answer).toBeInstanceOf(Response)
  expect((await addTo(groupId, 'Sunita Devi', ctx(coordinator))).answer).toBeInstanceOf(Response)
  const { answer, send } = await addTo(groupId, 'Lakshmi Bai', ctx(coordinator))
  if (answer instanceof Response || !('confirmation' in answer.data)) throw new Error('not asked')
  expect(answer.data.confirmation?.title).toBe('9812300002 is already the number of Sunita Devi')
  expect(await send(answer.data.confirmation?.fields ?? [])).toBeInstanceOf(Response)
})
