import type { Approval, OpenPhoto } from '#app/admin/approvals/approval.ts'
import type { Ctx } from '#shop/ctx.ts'
import { photoPath } from '#shop/programme/signed-url.ts'
import type { Task } from '#shop/programme/task.ts'
import { findTask } from '#shop/programme/tasks.read.ts'

/** A task with the address of its photo, for whoever may see the task. */
export function toApproval({ photo, ...task }: Task, { links, now }: Pick<Ctx, 'links' | 'now'>): Approval {
  const address = photo && photoPath(links, { workLogId: task.id, photoId: photo.id }, now)
  return { ...task, photo: photo && address ? { ...photo, url: address } : null }
}

/** The photo that an address opens, beside the earlier one that it resembles. */
export async function openedPhoto(ctx: Ctx, taskId: string | null): Promise<OpenPhoto | null> {
  const task = taskId ? await findTask(ctx.db, taskId) : null
  if (!task?.photo) return null
  const { seenBeforeIn } = task.photo
  const earlier = seenBeforeIn && seenBeforeIn !== task.id ? await findTask(ctx.db, seenBeforeIn) : null
  const before = earlier && toApproval(earlier, ctx)
  return {
    approval: toApproval(task, ctx),
    before: before?.photo ? { url: before.photo.url, taskName: before.taskName } : null,
  }
}
