import type { Ctx } from '#shop/ctx.ts'
import { removeUploadsBefore } from '#shop/programme/photos.sql.ts'

const MAX_AGE_MS = 14 * 24 * 3600 * 1000

/** Deletes uploads without progress for two weeks, and those completed long ago. Returns their number. */
export async function deleteStaleUploads(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return removeUploadsBefore(ctx.db, new Date(ctx.now.getTime() - MAX_AGE_MS))
}
