import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import { changedFields } from '#shop/audit/words.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()
const noted = { actorId: null, action: 'update', entity: 'product', entityId: 'p1', now: NOW } as const

it('records who changed what, and only the fields that differ', async () => {
  const { id: actorId } = await makeUser(db, { staffRole: 'owner', fullName: 'Lakshmi Iyer' })
  const before = { name: 'Ragi', price: 100, tags: ['a', 'b'] }
  await recordChange(db, { ...noted, actorId, before, after: { ...before, price: 120, name: 'Ragi mix' } })
  await recordChange(db, { ...noted, action: 'delete', entityId: 'p2', before, after: null })
  const [removed, changed] = await listChanges(db, { limit: 10 })
  expect(removed).toMatchObject({ action: 'delete', name: 'Ragi', actorName: null, before, after: null })
  expect(changed).toMatchObject({
    actorId,
    actorName: 'Lakshmi Iyer',
    before: { name: 'Ragi', price: 100 },
    after: { name: 'Ragi mix', price: 120 },
  })
})

it('notes nothing when nothing changed, however the keys are ordered', async () => {
  const count = (await listChanges(db, { limit: 100 })).length
  await recordChange(db, {
    ...noted,
    before: { a: 1, b: { c: 2, d: NOW } },
    after: { b: { d: NOW, c: 2 }, a: 1 },
  })
  await recordChange(db, { ...noted, before: null, after: undefined })
  expect(await listChanges(db, { limit: 100 })).toHaveLength(count)
})

it('vanishes with the change that it notes', async () => {
  const undone = db.transaction().execute(async (trx) => {
    await recordChange(trx, { ...noted, entityId: 'undone', before: null, after: { a: 1 } })
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  expect(await listChanges(db, { entityId: 'undone', limit: 1 })).toEqual([])
})

it('finds by thing and by person, a page at a time', async () => {
  const { id: actorId } = await makeUser(db, { staffRole: 'owner' })
  for (const step of [1, 2, 3])
    await recordChange(db, {
      ...noted,
      actorId,
      entity: 'coupon',
      entityId: 'c1',
      before: null,
      after: { step },
    })
  const first = await listChanges(db, { entity: 'coupon', entityId: 'c1', actorId, limit: 2 })
  expect(first.map(({ after }) => after)).toEqual([{ step: 3 }, { step: 2 }])
  const rest = await listChanges(db, { entity: 'coupon', limit: 2, before: first[1]?.id })
  expect(rest.map(({ after }) => after)).toEqual([{ step: 1 }])
})

it('an unreadable entry does not prevent reading the others', () => {
  const [field] = changedFields({ before: { amount: 25651.2 }, after: { amount: 900 } })
  expect(field).toEqual({ field: 'Amount', before: '25651.2', after: '₹9' })
})
