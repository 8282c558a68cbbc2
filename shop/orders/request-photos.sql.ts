import type { Insertable } from 'kysely'
import type { RequestPhotos } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'

/** `removeAfter`: null for photographs with a request. */
export async function insertPhotos(db: Db, photos: readonly Insertable<RequestPhotos>[]): Promise<void> {
  if (photos.length > 0) await db.insertInto('requestPhotos').values(photos).execute()
}

export async function attachPhotos(db: Db, requestId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('requestPhotos')
    .set({ requestId, removeAfter: null })
    .where('id', 'in', ids)
    .where('requestId', 'is', null)
    .execute()
}

/** Detaches a customer's photographs for immediate removal; returns their number. */
export async function detachPhotosOf(db: Db, userId: string, now: Date): Promise<number> {
  const requests = db
    .selectFrom('orderRequests')
    .innerJoin('orders', 'orders.id', 'orderRequests.orderId')
    .select('orderRequests.id')
    .where('orders.userId', '=', userId)
  const { numUpdatedRows } = await db
    .updateTable('requestPhotos')
    .set({ requestId: null, removeAfter: now })
    .where('requestId', 'in', requests)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function photosWithoutRequest(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('requestPhotos')
    .select('id')
    .where('id', 'in', ids)
    .where('requestId', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists photographs to remove: expired ones without a request, and of requests decided before `decidedBefore`. */
export async function photosToRemove(
  db: Db,
  { now, decidedBefore, limit }: { now: Date; decidedBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('requestPhotos')
    .leftJoin('orderRequests', 'orderRequests.id', 'requestPhotos.requestId')
    .select('requestPhotos.id')
    .where((eb) => eb.or([eb('removeAfter', '<=', now), eb('decidedAt', '<', decidedBefore)]))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deletePhotos(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const result = await db.deleteFrom('requestPhotos').where('id', 'in', ids).executeTakeFirst()
  return Number(result.numDeletedRows)
}
