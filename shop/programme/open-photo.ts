import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { coordinatesGroup } from '#shop/programme/coordination.ts'
import { isValidPhotoUrl, type SignedPhotoUrl, smallKey } from '#shop/programme/signed-url.ts'
import { canSeeTask } from '#shop/programme/task.ts'
import { findPhotoFile } from '#shop/programme/tasks.read.ts'

/** Returns the photo of a signed link to its worker, coordinators and admins. `isSmall`: its small copy. */
export async function openPhoto(
  ctx: Ctx,
  { isSmall = false, ...link }: SignedPhotoUrl & { isSmall?: boolean },
) {
  const { actor, db, files, links, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!isUuid(link.workLogId) || !isUuid(link.photoId)) return err('photo_not_found')
  if (!isValidPhotoUrl(links, link, now)) return err('photo_not_found')
  const photo = await findPhotoFile(db, link.workLogId, link.photoId)
  const isSeen = photo && (canSeeTask(actor, photo) || coordinatesGroup(actor, photo.groupId))
  if (!isSeen) return err('photo_not_found')
  const small = isSmall ? await files.read(smallKey(photo.fileKey)) : null
  const opened = small ?? (await files.read(photo.fileKey))
  return opened ? ok(opened) : err('photo_not_found')
}
