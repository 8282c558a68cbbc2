import { randomUUID } from 'node:crypto'
import { isRecorded, recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isOwnAccount } from '#shop/customers/own-accounts.read.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { mayCoordinate, reviewRefusal } from '#shop/programme/coordination.ts'
import type { Decision } from '#shop/programme/decision.ts'
import type { RejectionInput } from '#shop/programme/input.ts'
import { insertNews } from '#shop/programme/news.sql.ts'
import { insertExample } from '#shop/programme/photos.sql.ts'
import { presetWords } from '#shop/programme/rejection.ts'
import { smallKey } from '#shop/programme/signed-url.ts'
import { afterTransition } from '#shop/programme/task.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { EXAMPLE_PICTURE } from '#shop/programme/template-fields.ts'
import { inTransaction } from '#shop/transaction.ts'
import { removeUnlessKept } from '#shop/unkept-files.ts'

type Rejected = RejectionInput & Decision & { workLogId: string }

/**
 * An admin, or the group’s coordinator, rejects a task with a reason: it is in progress again, and the worker is told. A
 * picture of how the work should look is shown with the reason.
 */
export async function rejectTask(
  ctx: Ctx,
  { picture, ...rejection }: Rejected & { picture?: Uint8Array | null },
) {
  if (!mayCoordinate(ctx.actor)) return err('not_allowed')
  if (!picture) return reject(ctx, ctx.actor, rejection, null)
  // Checked again inside the transaction; here it avoids decoding a picture that would be refused.
  const checked = await reviewedTask(ctx.db, ctx.actor, rejection)
  if (!checked.ok) return checked
  if (!checked.value) return ok(null)
  const made = await ctx.pictures.photo(picture)
  if (!made.ok) return made
  const id = randomUUID()
  const fileKey = `task-examples/${id}.webp`
  const { bytes, contentType, width, height } = made.value
  // Her first screen shows the small copy.
  const small = await ctx.pictures.thumbnail(bytes, EXAMPLE_PICTURE)
  if (!small.ok) return small
  const keys = [fileKey, smallKey(fileKey)]
  await removeUnlessKept(ctx, { id, keys })
  await ctx.files.put(fileKey, bytes, contentType)
  await ctx.files.put(smallKey(fileKey), small.value.bytes, small.value.contentType)
  const rejected = await reject(ctx, ctx.actor, rejection, { id, fileKey, width, height })
  if (!rejected.ok) for (const key of keys) await ctx.files.remove(key)
  return rejected
}

/** The task to reject, locked; null if this decision is recorded already. */
async function reviewedTask(db: Db, actor: Person, { workLogId, photoId, decisionId }: Rejected) {
  const task = await lockTask(db, workLogId)
  if (!task) return err('task_not_found')
  const sent = { actorId: actor.id, entity: 'task', entityId: workLogId } as const
  if (decisionId && (await isRecorded(db, { ...sent, decisionId }))) return ok(null)
  const refusal = reviewRefusal(actor, task)
  if (refusal) return err(refusal)
  if (task.userId && (await isOwnAccount(db, actor.id, task.userId))) return err('own_task')
  const isOpen = afterTransition(task.state, 'reject') !== null && (!photoId || photoId === task.photoId)
  return isOpen ? ok(task) : err('task_not_in_review')
}

type Example = { id: string; fileKey: string; width: number; height: number }

async function reject(ctx: Ctx, actor: Person, rejected: Rejected, example: Example | null) {
  const { now, jobs } = ctx
  const { workLogId, preset, reason, decisionId } = rejected
  const actorId = actor.id
  const rejectionReason = reason || presetWords(preset, 'en')
  return inTransaction(ctx, async (db) => {
    const checked = await reviewedTask(db, actor, rejected)
    if (!checked.ok) return checked
    const task = checked.value
    if (!task) return ok(null)
    const sent = { actorId, entity: 'task', entityId: workLogId } as const
    const set = { reviewDate: now, rejectionReason, rejectionPreset: preset }
    const note = rejectionReason
    if (!(await transitionTask(db, { task, move: 'reject', set, actorId, note, now }))) {
      return err('task_not_in_review')
    }
    if (example) await insertExample(db, { ...example, workLogId, createdAt: now })
    await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-returned', id: workLogId } })
    const { userId } = task
    if (userId) await insertNews(db, [{ userId, kind: 'do_again', workLogId, occasion: now }], now)
    const change = { ...sent, action: 'reject', now } as const
    const withPicture = example && { hasPicture: true }
    const after = { state: 'returned', rejectionReason, ...withPicture, ...(decisionId && { decisionId }) }
    await recordChange(db, { ...change, before: { state: task.state }, after })
    return ok(null)
  })
}
