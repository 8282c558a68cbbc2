import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { pictureKey, pictureSources, sharedId, sharedKey, sharedUrl } from '#shop/catalogue/picture.ts'
import { openSharedPicture, storePicture } from '#shop/catalogue/product-pictures.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { err } from '#shop/kernel/result.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { SVG_WITH_SCRIPT, stripPhoto } from '#tests/pictures.ts'
import { rowOf, rowsOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })
const photo = await stripPhoto()

async function storePhoto(productId: string | null, now = NOW): Promise<string> {
  return must(await storePicture(ctx(admin, { now }), { bytes: photo, productId }))
}

const copiesOf = (url: string) => {
  const { avif = '', webp = '' } = pictureSources(url) ?? {}
  return `${avif}, ${webp}`.split(', ').map((copy) => pictureKey(copy.split(' ')[0] ?? '') ?? '')
}
const filesOf = (url: string) => Promise.all(copiesOf(url).map((key) => ctx(admin).files.read(key)))

it('stores AVIF and WebP in several widths, and appends the picture to its product', async () => {
  const id = await makeProduct(db, { imageUrls: ['/illustrations/mix-ragi.svg'] })
  const url = await storePhoto(id)
  const files = await filesOf(url)
  expect(files.map((file) => file?.contentType)).toEqual([
    ...Array(3).fill('image/avif'),
    ...Array(3).fill('image/webp'),
  ])
  const { imageUrls } = await rowOf(db, 'products', { id })
  expect(imageUrls).toEqual(['/illustrations/mix-ragi.svg', url])
})

it('refuses a file that is not a picture, and an unknown product', async () => {
  const pictures = () => rowsOf(db, 'pictures')
  const earlier = await pictures()
  const script = { bytes: SVG_WITH_SCRIPT, productId: null }
  expect(await storePicture(ctx(admin), script)).toEqual(err('not_a_picture'))
  const unknown = '00000000-0000-4000-8000-0000000000ff'
  expect(await storePicture(ctx(admin), { ...script, productId: unknown })).toEqual(err('product_not_found'))
  expect(await pictures()).toEqual(earlier)
})

it('loses no picture of concurrent uploads', async () => {
  const id = await makeProduct(db, { imageUrls: [] })
  const urls = await Promise.all([storePhoto(id), storePhoto(id), storePhoto(id)])
  const { imageUrls } = await rowOf(db, 'products', { id })
  expect(imageUrls.toSorted()).toEqual(urls.toSorted())
})

it('makes the picture for shared links once, deletes it with the others, and has none for unknown ids', async () => {
  const url = await storePhoto(null)
  const shared = `${sharedUrl(url)}`
  const key = sharedKey(`${sharedId(shared)}`)
  const opened = await openSharedPicture(ctx(), shared)
  expect(opened).toMatchObject({ contentType: 'image/jpeg' })
  expect((await ctx().files.read(key))?.bytes).toEqual(new Uint8Array(opened?.bytes ?? []))
  await Promise.all(copiesOf(url).map((copy) => ctx().files.remove(copy)))
  expect((await openSharedPicture(ctx(), shared))?.contentType).toBe('image/jpeg')
  for (const id of ['00000000-0000-4000-8000-0000000000ff', '-'.repeat(36)])
    expect(await openSharedPicture(ctx(), `/pictures/${id}/share.jpg`)).toBeNull()
  await storePhoto(null, new Date(NOW.getTime() + 7 * DAY_MS + 1))
  expect(await ctx().files.read(key)).toBeNull()
})

it('deletes uploads after a week if no product uses them, and no others', async () => {
  const unused = await storePhoto(null)
  const used = await storePhoto(await makeProduct(db))
  const nextWeek = new Date(NOW.getTime() + 7 * DAY_MS + 1)
  const fresh = await storePhoto(null, nextWeek)
  expect(await filesOf(unused)).toEqual(Array(6).fill(null))
  for (const url of [used, fresh]) expect(await filesOf(url)).not.toContain(null)
})
