import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { photosOfOrder, requestsOfOrder } from '#shop/orders/orders.read.ts'
import { chosenPhotosProblem, REQUEST_PHOTO_DAYS } from '#shop/orders/request-photo.ts'
import { photoFileKey } from '#shop/orders/request-photos.flow.ts'
import { openRequestPhoto, requestOrderRefund } from '#shop/orders/request-refund.ts'
import { PICTURE_BYTES_LIMIT } from '#shop/pictures.ts'
import { applyRetention } from '#shop/privacy/apply-retention.ts'
import { deleteAccount } from '#shop/privacy/delete-account.ts'
import { readPersonalData } from '#shop/privacy/personal-data.read.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { HEIC, oversizedPhoto, phonePhoto, TEXT } from '#tests/pictures.ts'
import { readJobs } from '#tests/queued.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx, files } = shop
const { admin, orderProduct } = await story(shop)
const customer = await makeUser(db)
const photo = await phonePhoto(1)

/** Keys of all files that were written. */
const writtenKeys = new Set<string>()
const recordedFiles: Ctx['files'] = {
  ...files,
  put: async (key, ...rest) => {
    writtenKeys.add(key)
    await files.put(key, ...rest)
  },
}
/** Counts the photographs' rows and files. */
async function countStored() {
  const rows = await db.selectFrom('requestPhotos').select('id').execute()
  const storedKeys = await Promise.all(
    [...writtenKeys].map(async (key) => ((await files.read(key)) ? [key] : [])),
  )
  return { rows: rows.length, files: storedKeys.flat().length }
}

const makeDeliveredOrder = async (person = customer) =>
  (await orderProduct(person, { status: 'delivered' })).orderId
const requestWithPhotos = (orderId: string, photos: Uint8Array[], person: Person | undefined = customer) =>
  requestOrderRefund(ctx(person, { files: recordedFiles }), {
    orderId,
    reason: 'damaged',
    details: '',
    photos,
  })
const decline = (orderId: string) =>
  decideRefund(ctx(admin), { orderId, decision: 'decline', answer: 'It was whole' })

describe('photographs of a refund request', () => {
  it('are stored without EXIF data, and can be opened only by the customer and staff', async () => {
    const orderId = await makeDeliveredOrder()
    expect(
      await requestWithPhotos(orderId, [photo, await phonePhoto(2, 400), await phonePhoto(3, 480)]),
    ).toEqual(ok(null))
    const [request] = await requestsOfOrder(db, orderId)
    const photos = await photosOfOrder(db, orderId)
    expect(photos).toMatchObject([
      { requestId: request?.id, width: 320, height: 320 },
      { requestId: request?.id, width: 400 },
      { requestId: request?.id, width: 480 },
    ])
    const photoId = photos[0]?.id ?? ''
    const open = (who?: Person, of = orderId, id = photoId) =>
      openRequestPhoto(ctx(who), { orderId: of, photoId: id })
    const own = must(await open(customer))
    expect(own.contentType).toBe('image/webp')
    expect((await sharp(own.bytes).metadata()).exif).toBeUndefined()
    expect((await open(admin)).ok).toBe(true)
    const unknown = err('photo_not_found')
    expect(await open(await makeUser(db, { isWorker: true }))).toEqual(unknown)
    expect(await open()).toEqual(err('signed_out'))
    expect(await open(customer, await makeDeliveredOrder())).toEqual(unknown)
    expect(await open(customer, orderId, 'no-id')).toEqual(unknown)
    expect(JSON.stringify(await readPersonalData(db, ctx(), customer))).toContain(
      `"/orders/${orderId}/photos/${photoId}"`,
    )
  })

  it('leave no rows or files when one photo or the request is refused, or a file cannot be written', async () => {
    const earlier = await countStored()
    const orderId = await makeDeliveredOrder()
    expect(await requestWithPhotos(orderId, [photo, HEIC])).toEqual({
      ok: false,
      reason: 'not_a_picture',
      photo: 1,
    })
    expect(await requestWithPhotos(orderId, [TEXT])).toEqual({ ok: false, reason: 'not_a_picture', photo: 0 })
    expect(await requestWithPhotos(orderId, [await oversizedPhoto()])).toEqual({
      ok: false,
      reason: 'picture_too_large',
      photo: 0,
    })
    expect(await requestWithPhotos(orderId, [photo, photo, photo, photo])).toEqual(err('too_many_photos'))
    const late = new Date(NOW.getTime() + 30 * DAY_MS)
    const lateRequest = { orderId, reason: 'late', details: '', photos: [TEXT] } as const
    expect(await requestOrderRefund(ctx(customer, { now: late, files: recordedFiles }), lateRequest)).toEqual(
      err('refund_request_late'),
    )
    expect(await requestWithPhotos(orderId, [TEXT], await makeUser(db))).toEqual(err('order_not_found'))
    // The disk is full when the second file is written.
    let puts = 0
    const full: Ctx['files'] = {
      ...recordedFiles,
      put: async (...file) => {
        puts += 1
        if (puts === 2) throw new Error('the disk is full')
        await recordedFiles.put(...file)
      },
    }
    const both = { orderId, reason: 'late', details: '', photos: [photo, photo] } as const
    await expect(requestOrderRefund(ctx(customer, { files: full }), both)).rejects.toThrow('disk is full')
    expect(await requestsOfOrder(db, orderId)).toEqual([])
    expect(await countStored()).toEqual(earlier)
  })

  it('are stored once when the same request is sent several times concurrently', async () => {
    const earlier = await countStored()
    const orderId = await makeDeliveredOrder()
    const outcomes = await Promise.all([1, 2, 3].map(() => requestWithPhotos(orderId, [photo, photo])))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(await photosOfOrder(db, orderId)).toHaveLength(2)
    expect(await countStored()).toEqual({ rows: earlier.rows + 2, files: earlier.files + 2 })
  })

  it('are deleted six months after the decision, and those of no request after a day', async () => {
    const orderId = await makeDeliveredOrder()
    await requestWithPhotos(orderId, [photo])
    const [photoOfRequest] = await photosOfOrder(db, orderId)
    const unattached = '00000000-0000-4000-8000-00000000aaaa'
    const removeAfter = new Date(NOW.getTime() + DAY_MS)
    const row = { id: unattached, width: 1, height: 1, createdAt: NOW, removeAfter }
    await db.insertInto('requestPhotos').values(row).execute()
    await files.put(photoFileKey(unattached), photo, 'image/webp')
    const isThere = async (id = '') => Boolean(await files.read(photoFileKey(id)))
    const deleteAfter = (days: number) =>
      applyRetention({ db, files, now: new Date(NOW.getTime() + days * DAY_MS) }, ['request-photos'])
    await deleteAfter(0.9)
    expect(await isThere(unattached)).toBe(true)
    await deleteAfter(1.1)
    expect(await isThere(unattached)).toBe(false)
    await deleteAfter(2 * REQUEST_PHOTO_DAYS)
    expect(await isThere(photoOfRequest?.id)).toBe(true)
    await decline(orderId)
    await deleteAfter(REQUEST_PHOTO_DAYS - 1)
    expect(await isThere(photoOfRequest?.id)).toBe(true)
    await deleteAfter(REQUEST_PHOTO_DAYS + 1)
    expect(await isThere(photoOfRequest?.id)).toBe(false)
    expect(await photosOfOrder(db, orderId)).toEqual([])
  })

  it('are deleted with the account', async () => {
    const leaving = await makeUser(db, { password: 'Millet-2026' })
    const orderId = await makeDeliveredOrder(leaving)
    await requestWithPhotos(orderId, [photo], leaving)
    const [photoOfRequest] = await photosOfOrder(db, orderId)
    await decline(orderId)
    await db.updateTable('orders').set({ paymentStatus: 'paid' }).where('id', '=', orderId).execute()
    expect(await deleteAccount(ctx(leaving), { by: 'password' })).toEqual(ok(null))
    const opened = await openRequestPhoto(ctx(admin), { orderId, photoId: photoOfRequest?.id ?? '' })
    expect(opened).toEqual(err('photo_not_found'))
    expect(await readJobs(db, 'retention')).toEqual([{ only: 'request-photos' }])
    await applyRetention(ctx(), ['request-photos'])
    expect(await files.read(photoFileKey(photoOfRequest?.id ?? ''))).toBeNull()
  })
})

it('chosenPhotosProblem describes the problem with the chosen files', () => {
  const file = (name: string, size = 1000) => ({ name, size })
  expect(chosenPhotosProblem([file('a.jpg'), file('b')])).toBeNull()
  expect(chosenPhotosProblem([file('a.jpg'), file('b.heic')], 'b.heic')).toMatch(/“b.heic”/)
  expect(chosenPhotosProblem([file('c.jpg', PICTURE_BYTES_LIMIT)])).toMatch(/“c.jpg” is 5 MB/)
  expect(chosenPhotosProblem(Array(4).fill(file('a.jpg')))).toMatch(/at most 3/)
})
