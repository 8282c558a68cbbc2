import type { Ctx } from '#shop/ctx.ts'
import { removeUploadsBefore } from '#shop/programme/photos.sql.ts'

const KEPT_MS = 14 * 24 * 3600 * 1000

/** Forgets uploads that nobody has gone on with for two weeks, and those that became photos long ago. Gives how many. */
export async function deleteStaleUploads(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return removeUploadsBefore(ctx.db, new Date(ctx.now.getTime() - KEPT_MS))
}
