import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import { AUDITED_ENTITIES, type AuditEntity, type AuditEntry, NOT_RECORDED } from '#shop/audit/change.ts'
import { withoutPersonal } from '#shop/audit/recorded-fields.ts'
import { changedFields } from '#shop/audit/words.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { recordProduct } from '#shop/catalogue/products.sql.ts'
import { COUPON_FIELDS } from '#shop/coupons/coupon-fields.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { NEWSLETTER_FIELDS } from '#shop/newsletters/newsletter-fields.ts'
import { neverLogged } from '#shop/privacy/protection.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()
const ENTRY = { actorId: null, action: 'update', entity: 'product', entityId: 'p1', now: NOW } as const

it('records who changed what, and only the fields that differ', async () => {
  const actor = await makeUser(db, { staffRole: 'owner', fullName: 'Lakshmi Iyer' })
  const earlier = { name: 'Ragi', price: 100, allergens: ['a', 'b'], note: '' }
  const after = { ...earlier, price: 120, name: 'Ragi mix', note: 'Counted by Asha' }
  await recordProduct(db, { actor, now: NOW }, 'update', 'p1', earlier, after)
  await recordProduct(db, { actor: VISITOR, now: NOW }, 'delete', 'p2', earlier, null)
  const [removed, changed] = await listChanges(db, { limit: 10 })
  expect(removed).toMatchObject({
    action: 'delete',
    name: 'Ragi',
    actorName: null,
    before: earlier,
    after: null,
  })
  expect(changed).toMatchObject({
    actorId: actor.id,
    actorName: 'Lakshmi Iyer',
    before: { name: 'Ragi', price: 100, note: '' },
    after: { name: 'Ragi mix', price: 120, note: NOT_RECORDED },
  })
})

it('records nothing when nothing changed, whatever the order of the keys', async () => {
  const count = (await listChanges(db, { limit: 100 })).length
  await recordChange(db, {
    ...ENTRY,
    before: { a: 1, b: { c: 2, d: NOW } },
    after: { b: { d: NOW, c: 2 }, a: 1 },
  })
  await recordChange(db, { ...ENTRY, before: null, after: null })
  expect(await listChanges(db, { limit: 100 })).toHaveLength(count)
})

it('rolls back an entry together with its change', async () => {
  const attempt = db.transaction().execute(async (trx) => {
    await recordChange(trx, { ...ENTRY, entityId: 'undone', before: null, after: { a: 1 } })
    throw new Error('rolled back')
  })
  await expect(attempt).rejects.toThrow('rolled back')
  expect(await listChanges(db, { entityId: 'undone', limit: 1 })).toEqual([])
})

it('lists entries by object and by person, one page at a time', async () => {
  const { id: actorId } = await makeUser(db, { staffRole: 'owner' })
  for (const step of [1, 2, 3])
    await recordChange(db, {
      ...ENTRY,
      actorId,
      entity: 'coupon',
      entityId: 'c1',
      before: null,
      after: { currentUses: step },
    })
  const first = await listChanges(db, { entity: 'coupon', entityId: 'c1', actorId, limit: 2 })
  expect(first.map(({ after }) => after)).toEqual([{ currentUses: 3 }, { currentUses: 2 }])
  const older = await listChanges(db, { actorId, limit: 2, before: first[1]?.id })
  expect(older.map(({ after }) => after)).toEqual([{ currentUses: 1 }])
})

it.each(AUDITED_ENTITIES)(
  'records only that an undeclared field changed, not its values: %s',
  async (entity) => {
    const [first, second] = [
      { hobby: 'Chess', nested: { hobby: 'Chess' } },
      { hobby: 'Hockey', nested: ['Go'] },
    ]
    const entry = { ...ENTRY, entity, entityId: 'hobby' } as const
    if (entity === 'text') return
    await recordChange(db, { ...entry, before: first, after: second })
    await recordChange(db, { ...entry, before: second, after: { hobby: '', nested: null } })
    const [removed, changed] = await listChanges(db, { entity, limit: 2 })
    expect(changedFields(changed as AuditEntry)).toEqual([
      { field: 'Hobby', before: null, after: 'changed' },
      { field: 'Nested', before: null, after: 'changed' },
    ])
    expect(changedFields(removed as AuditEntry)).toMatchObject([{ after: 'removed' }, { after: 'removed' }])
    expect(JSON.stringify([removed, changed])).not.toMatch(/Chess|Hockey|Go"/)
  },
)

it('neither declares nor records a field of `neverLogged`', () => {
  const declared = Object.keys({ ...PRODUCT_FIELDS, ...COUPON_FIELDS, ...NEWSLETTER_FIELDS })
  expect(declared.filter((field) => neverLogged().includes(field))).toEqual([])
  const valuesOf = (entity: AuditEntity, fields: readonly string[]) =>
    withoutPersonal(entity, { before: null, after: Object.fromEntries(fields.map((field) => [field, 1])) })
      .after
  const recorded = AUDITED_ENTITIES.filter((entity) => entity !== 'text').flatMap((entity) =>
    Object.entries(valuesOf(entity, neverLogged()) ?? {}).filter(([, value]) => value !== NOT_RECORDED),
  )
  expect(recorded).toEqual([])
})

it('names actor and object from their accounts, and an account without a row is closed', async () => {
  const { id: actorId } = await makeUser(db, { staffRole: 'owner', fullName: 'Meera Rao' })
  const { id } = await makeUser(db, { fullName: 'Asha Patil' })
  const entry = { ...ENTRY, actorId, entity: 'worker', now: NOW } as const
  for (const entityId of [id, randomUUID(), 'all'])
    await recordChange(db, { ...entry, entityId, before: null, after: { isWorker: true } })
  const names = async () =>
    (await listChanges(db, { actorId, limit: 9 })).map(({ actorName, name }) => [actorName, name])
  expect(await names()).toEqual([
    ['Meera Rao', null],
    ['Meera Rao', 'Closed account'],
    ['Meera Rao', 'Asha Patil'],
  ])
})

it('shows a malformed amount as it is', () => {
  const [field] = changedFields({ before: { amount: 25651.2 }, after: { amount: 900 } })
  expect(field).toEqual({ field: 'Amount', before: '25651.2', after: '₹9' })
})
