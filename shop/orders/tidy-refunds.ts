import type { Ctx } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { REQUEST_PHOTO_DAYS } from '#shop/orders/request-photo.ts'
import { removePhotos } from '#shop/orders/request-photos.flow.ts'
import { photosToRemove } from '#shop/orders/request-photos.sql.ts'
import { forgetRefundAccounts } from '#shop/payments/refund-accounts.sql.ts'

/** The most photographs that one run removes. */
const PHOTOS_AT_ONCE = 500

/** Deletes what refunds no longer need: accounts a week after the last one was paid. Returns their number. */
export async function tidyRefunds({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return forgetRefundAccounts(db, now)
}

/** Deletes photographs of requests that were decided months ago, and those that have no request. Returns their number. */
export async function tidyRequestPhotos({
  db,
  files,
  now,
}: Pick<Ctx, 'db' | 'files' | 'now'>): Promise<number> {
  const decidedBefore = new Date(now.getTime() - REQUEST_PHOTO_DAYS * DAY_MS)
  const ids = await photosToRemove(db, { now, decidedBefore, limit: PHOTOS_AT_ONCE })
  await removePhotos({ db, files }, ids)
  return ids.length
}
