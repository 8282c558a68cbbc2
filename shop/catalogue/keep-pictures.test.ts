import sharp from 'sharp'
import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { pictureKey } from '#shop/catalogue/picture.ts'
import { storeRemotePictures } from '#shop/catalogue/product-pictures.ts'
import { pictureProblems } from '#shop/catalogue/products.read.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import type { FetchRefusal } from '#shop/pictures.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { updateRows } from '#tests/rows.ts'

const { db, ctx, files } = await testDatabase()
const PNG = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7a3' } })
  .png()
  .toBuffer()
const A = 'https://pictures.example/a.png'
const B = 'https://pictures.example/b.png'

/** Fakes the internet: each URL has bytes or a problem. Also returns the requested URLs. */
function fakeInternet(pages: Record<string, Uint8Array | FetchRefusal['reason']>) {
  const requests: string[] = []
  const fetch = async (url: string) => {
    requests.push(url)
    const found = pages[url] ?? 'not_reached'
    return typeof found === 'string'
      ? ({ ok: false, reason: found } as const)
      : ({ ok: true, value: found } as const)
  }
  return { requests, remotePictures: { fetch } }
}

const runJob = async (remotePictures: ReturnType<typeof fakeInternet>['remotePictures'], hours = 0) =>
  storeRemotePictures(ctx(VISITOR, { remotePictures, now: new Date(NOW.getTime() + hours * HOUR_MS) }))

const readProduct = async (id: string) =>
  db.selectFrom('products').select(['imageUrls', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

it('fetches a picture by its URL once, stores it like an upload, and records that in the audit log', async () => {
  const id = await makeProduct(db, { imageUrls: ['/illustrations/mix-ragi.svg', A] })
  const product = await readProduct(id)
  const { requests, remotePictures } = fakeInternet({ [A]: PNG })
  await runJob(remotePictures)
  await runJob(remotePictures)
  expect(requests).toEqual([A])
  const { imageUrls, version } = await readProduct(id)
  expect(imageUrls[0]).toBe('/illustrations/mix-ragi.svg')
  expect(imageUrls[1]).toMatch(/^\/pictures\/[\w-]+-40x30\/40\.webp$/)
  // The version stays, so that an open form can still be saved.
  expect(version).toBe(product.version)
  const file = await files.read(pictureKey(imageUrls[1] ?? '') ?? '')
  expect(file?.contentType).toBe('image/webp')
  const [entry] = await db.selectFrom('auditLog').selectAll().where('entityId', '=', id).execute()
  expect(entry).toMatchObject({ action: 'update', actorId: null })

  // The open form is saved with the original URL.
  await updateRows(db, 'products', { id }, { imageUrls: [A] })
  await runJob(remotePictures)
  expect(requests).toEqual([A])
  expect((await readProduct(id)).imageUrls).toEqual([imageUrls[1]])
})

it('tries a picture five times, an hour apart, and stores why it failed', async () => {
  const id = await makeProduct(db, { imageUrls: [A, B] })
  const { requests, remotePictures } = fakeInternet({
    [A]: Buffer.from('no picture'),
    [B]: 'address_not_allowed',
  })
  await runJob(remotePictures)
  await runJob(remotePictures, 0.5)
  expect(requests).toEqual([A, B])
  expect(await pictureProblems(db, id)).toEqual(
    new Map([
      [A, 'not_a_picture'],
      [B, 'address_not_allowed'],
    ]),
  )
  for (let hour = 1; hour < 10; hour += 1) await runJob(remotePictures, hour)
  expect(requests.length).toBe(10)
  // A URL that was removed and added again is retried.
  await updateRows(db, 'products', { id }, { imageUrls: [A] })
  await runJob(remotePictures, 10)
  await updateRows(db, 'products', { id }, { imageUrls: [B] })
  const retryInternet = fakeInternet({ [B]: PNG })
  await runJob(retryInternet.remotePictures, 10)
  expect(retryInternet.requests).toEqual([B])
  expect((await readProduct(id)).imageUrls[0]).toMatch(/^\/pictures\//)
  expect(await pictureProblems(db, id)).toEqual(new Map())
})

it('leaves no file of a picture that is removed from the product while it is fetched', async () => {
  const id = await makeProduct(db, { imageUrls: [A] })
  const fetch = async () => {
    await db.updateTable('products').set({ imageUrls: [] }).where('id', '=', id).execute()
    return { ok: true, value: PNG } as const
  }
  const earlier = await db.selectFrom('pictures').select('id').execute()
  const put: string[] = []
  const removed: string[] = []
  const counting = {
    ...files,
    put: async (...given: Parameters<typeof files.put>) => {
      put.push(given[0])
      await files.put(...given)
    },
    remove: async (key: string) => {
      removed.push(key)
      await files.remove(key)
    },
  }
  await storeRemotePictures(ctx(VISITOR, { remotePictures: { fetch }, files: counting }))
  expect(new Set(put).size).toBe(2)
  expect(removed).toEqual(expect.arrayContaining(put))
  expect(await db.selectFrom('pictures').select('id').execute()).toEqual(earlier)
})
