import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { pictureKey, pictureSources } from '#shop/catalogue/picture.ts'
import { storePicture } from '#shop/catalogue/store-picture.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { phonePhoto, SVG_WITH_SCRIPT } from '#tests/pictures.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })
const photo = await phonePhoto(1, 700)

async function stored(productId: string | null, now = NOW): Promise<string> {
  const made = await storePicture(ctx(admin, { now }), { bytes: photo, productId })
  if (!made.ok) throw new Error(made.reason)
  return made.value
}

const copiesOf = (url: string) => {
  const { avif = '', webp = '' } = pictureSources(url) ?? {}
  return `${avif}, ${webp}`.split(', ').map((copy) => pictureKey(copy.split(' ')[0] ?? '') ?? '')
}
const filesOf = (url: string) => Promise.all(copiesOf(url).map((key) => ctx(admin).files.read(key)))

it('keeps AVIF and WebP in several widths, and puts the picture last on its product', async () => {
  const id = (await makeProduct(db, { imageUrls: ['/illustrations/mix-ragi.svg'] })) ?? ''
  const url = await stored(id)
  const files = await filesOf(url)
  expect(files.map((file) => file?.contentType)).toEqual([
    ...Array(3).fill('image/avif'),
    ...Array(3).fill('image/webp'),
  ])
  const { imageUrls } = await db
    .selectFrom('products')
    .select('imageUrls')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(imageUrls).toEqual(['/illustrations/mix-ragi.svg', url])
})

it('refuses a file that is no picture, an unknown product, and actors without the admin role', async () => {
  const refusal = (reason: string) => ({ ok: false, reason })
  expect(await storePicture(ctx(admin), { bytes: SVG_WITH_SCRIPT, productId: null })).toEqual(
    refusal('not_a_picture'),
  )
  const unknown = '00000000-0000-4000-8000-0000000000ff'
  expect(await storePicture(ctx(admin), { bytes: photo, productId: unknown })).toEqual(
    refusal('product_not_found'),
  )
  expect(await storePicture(ctx(await makeUser(db)), { bytes: photo, productId: null })).toEqual(
    refusal('not_allowed'),
  )
  const left = await db.selectFrom('pictures').select('id').execute()
  expect(left).toHaveLength(1)
})

it('loses no picture when several are added at once', async () => {
  const id = (await makeProduct(db, { imageUrls: [] })) ?? ''
  const urls = await Promise.all([stored(id), stored(id), stored(id)])
  const { imageUrls } = await db
    .selectFrom('products')
    .select('imageUrls')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(imageUrls.toSorted()).toEqual(urls.toSorted())
})

it('clears away uploads that no product names after a day, and nothing else', async () => {
  const unused = await stored(null)
  const used = await stored((await makeProduct(db)) ?? '')
  const nextDay = new Date(NOW.getTime() + 25 * 3600 * 1000)
  const fresh = await stored(null, nextDay)
  expect(await filesOf(unused)).toEqual(Array(6).fill(null))
  for (const url of [used, fresh]) expect(await filesOf(url)).not.toContain(null)
})
