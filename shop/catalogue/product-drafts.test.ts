import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { createProduct } from '#shop/catalogue/create-product.ts'
import { type DraftContent, MAX_DRAFTS } from '#shop/catalogue/draft.ts'
import { findDraft, listDrafts } from '#shop/catalogue/drafts.read.ts'
import { deleteDraft, saveDraft } from '#shop/catalogue/product-drafts.ts'
import { findRecord } from '#shop/catalogue/products.read.ts'
import { removeProduct } from '#shop/catalogue/remove-product.ts'
import { storePicture } from '#shop/catalogue/store-picture.ts'
import { updateProduct } from '#shop/catalogue/update-product.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { phonePhoto } from '#tests/pictures.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Meena Patil' })
const other = await makeUser(db, { staffRole: 'owner', fullName: 'Lakshmi Iyer' })
const product = async () => await makeProduct(db)

const content = (name: string): DraftContent => ({
  texts: { name, price: 'much', short_description: '' },
  pictures: [],
  stockReason: '',
  stockNote: '',
})

type Given = Partial<Parameters<typeof saveDraft>[1]>

const save = (name: string, given: Given = {}, actor = admin, now = NOW) =>
  saveDraft(
    { ...ctx(actor), now },
    {
      ...{ draft: null, productId: null, productVersion: null, stockShown: null },
      content: content(name),
      ...given,
    },
  )

async function begun(name: string, given: Given = {}, actor = admin, now = NOW) {
  return must(await save(name, given, actor, now))
}

it('keeps what was typed, valid or not, and lists who saved it when', async () => {
  const draft = await begun('Kodo mix')
  expect(await findDraft(db, draft.id)).toMatchObject({
    ...{ version: 1, productId: null, content: content('Kodo mix'), savedBy: 'Meena Patil', savedAt: NOW },
  })
  const later = new Date(NOW.getTime() + 1000)
  expect(await save('Kodo', { draft }, other, later)).toEqual({
    ok: true,
    value: { id: draft.id, version: 2 },
  })
  expect((await listDrafts(db))[0]).toEqual({
    ...{ id: draft.id, version: 2, productId: null, productName: null, name: 'Kodo' },
    ...{ savedBy: 'Lakshmi Iyer', savedAt: later },
  })
  expect(await findDraft(db, 'no-id')).toBe(null)
})

it('refuses the second of two who save the same version, and says who was first', async () => {
  const draft = await begun('Race')
  const both = await Promise.all([save('Mine', { draft }), save('Theirs', { draft }, other)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const kept = await findDraft(db, draft.id)
  expect(both.find(({ ok }) => !ok)).toEqual({
    ...{ ok: false, reason: 'draft_conflict', by: kept?.savedBy, at: NOW },
  })
  expect(kept).toMatchObject({ version: 2, content: content(both[0].ok ? 'Mine' : 'Theirs') })
})

it('has one draft of a product, whoever begins it first, and it goes with the product', async () => {
  const productId = await product()
  const given = { productId, productVersion: 1, stockShown: 100 }
  const all = await Promise.all([save('A', given), save('B', given, other), save('C', given)])
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  for (const one of all) if (!one.ok) expect(one).toMatchObject(err('draft_conflict'))
  expect(await findDraft(db, productId, 'product')).toMatchObject(given)
  expect((await removeProduct(ctx(admin), productId)).ok).toBe(true)
  expect(await findDraft(db, productId, 'product')).toBe(null)
  expect(await save('Gone', given)).toMatchObject(err('product_not_found'))
})

it('creates the product once, however many publish its draft at the same time', async () => {
  const draft = await begun('Little millet')
  const names = ['Little millet', 'Little millet of mine', 'Little millet of others']
  const publish = (name: string) =>
    createProduct(ctx(admin), { name, price: rupees(90), category: 'meal-mix' }, draft)
  const all = await Promise.all(names.map(publish))
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  expect(all.filter((one) => !one.ok && one.reason === 'draft_not_found')).toHaveLength(2)
  expect(await findDraft(db, draft.id)).toBe(null)
})

it('changes a product only when its draft is published as it was seen', async () => {
  const productId = await product()
  const given = { productId, productVersion: 1, stockShown: 100 }
  const draft = await begun('Draft', given)
  const before = await findRecord(db, productId, 'all')
  const newer = await begun('Newer', { ...given, draft }, other)
  expect(await findRecord(db, productId, 'all')).toEqual(before)
  const publish = (ref: typeof draft) => updateProduct(ctx(admin), productId, { name: 'Published' }, ref)
  expect(await publish(draft)).toMatchObject({ reason: 'draft_conflict', by: 'Lakshmi Iyer' })
  const elsewhere = await begun('Of another product')
  expect(await publish(elsewhere)).toMatchObject(err('draft_conflict'))
  expect((await findRecord(db, productId, 'all'))?.name).toBe(before?.name)
  // What the use case refuses leaves the draft as it is.
  const above = { price: rupees(10), discountPrice: rupees(20) }
  expect(await updateProduct(ctx(admin), productId, above, newer)).toMatchObject(
    err('discount_not_below_price'),
  )
  expect(await findDraft(db, newer.id)).toMatchObject({ version: 2 })
  expect(await publish(newer)).toEqual(ok(null))
  expect(await findDraft(db, newer.id)).toBe(null)
  expect((await findRecord(db, productId, 'all'))?.name).toBe('Published')
})

it('is deleted at the version that was seen, which the log tells', async () => {
  const draft = await begun('Given up')
  const newer = await begun('Given up after all', { draft }, other)
  expect(await deleteDraft(ctx(admin), draft)).toMatchObject({ reason: 'draft_conflict', by: 'Lakshmi Iyer' })
  expect(await deleteDraft(ctx(admin), newer)).toEqual(ok(null))
  expect(await deleteDraft(ctx(admin), newer)).toEqual(err('draft_not_found'))
  const log = db.selectFrom('auditLog').select(['action', 'before', 'after']).where('entityId', '=', draft.id)
  expect(await log.orderBy('id').execute()).toEqual([
    { action: 'create', before: null, after: { productId: null, name: 'Given up' } },
    { action: 'delete', before: { productId: null, name: 'Given up after all' }, after: null },
  ])
})

it('begins at most fifty for one person, also at the same time, and none that is too large', async () => {
  const busy = await makeUser(db, { staffRole: 'owner' })
  await Promise.all(Array.from({ length: MAX_DRAFTS - 2 }, (_, at) => begun(`Draft ${at}`, {}, busy)))
  const last = await Promise.all(Array.from({ length: 6 }, () => save('One more', {}, busy)))
  expect(last.filter(({ ok }) => ok)).toHaveLength(2)
  for (const one of last) if (!one.ok) expect(one.reason).toBe('too_many_drafts')
  const texts = Object.fromEntries('abcdefg'.split('').map((name) => [name, 'क'.repeat(20_000)]))
  expect(await save('', { content: { ...content(''), texts } })).toMatchObject(err('draft_too_large'))
})

it('keeps its uploaded pictures', async () => {
  const stored = must(await storePicture(ctx(admin), { bytes: await phonePhoto(1, 200), productId: null }))
  const pictures = [{ url: stored, alt: '' }]
  await begun('With a picture', { content: { ...content(''), pictures } })
  const later = { ...ctx(admin), now: new Date(NOW.getTime() + 3 * DAY_MS) }
  await storePicture(later, { bytes: await phonePhoto(2, 200), productId: null })
  const rows = await db.selectFrom('pictures').select('id').execute()
  expect(rows.filter(({ id }) => stored.includes(id))).toHaveLength(1)
})
