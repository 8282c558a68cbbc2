import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import type { No } from '#shop/programme/refusal.ts'
import { isGoodLink, type PhotoLink } from '#shop/programme/signed-url.ts'
import { canSeeTask } from '#shop/programme/task.ts'
import { findPhotoFile } from '#shop/programme/tasks.read.ts'

export type OpenedPhoto = { bytes: Uint8Array<ArrayBuffer>; contentType: string }

/** The photo behind a link, for the task's worker and admins only, and only while the link is good. */
export async function openPhoto(
  ctx: Ctx,
  link: PhotoLink,
): Promise<Result<OpenedPhoto, No<'signed_out'> | No<'photo_not_found'>>> {
  const { actor, db, files, links, now } = ctx
  if (actor.kind === 'visitor') return refuse('signed_out')
  if (!isUuid(link.workLogId) || !isUuid(link.photoId)) return refuse('photo_not_found')
  if (!isGoodLink(links, link, now)) return refuse('photo_not_found')
  const photo = await findPhotoFile(db, link.workLogId, link.photoId)
  const opened = photo && canSeeTask(actor, photo) ? await files.read(photo.fileKey) : null
  return opened ? done(opened) : refuse('photo_not_found')
}
