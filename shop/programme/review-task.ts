import { randomUUID } from 'node:crypto'
import { isRecorded, recordAction } from '#shop/audit/audit.sql.ts'
import { productExists } from '#shop/catalogue/products.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isOwnAccount } from '#shop/customers/own-accounts.read.ts'
import { lockStock, moveStock } from '#shop/inventory/stock.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { scheduleOrphanRemoval } from '#shop/orphan-files.ts'
import { mayCoordinate, reviewRefusal } from '#shop/programme/coordination.ts'
import type { BatchInput, RejectionInput } from '#shop/programme/input.ts'
import { insertNews } from '#shop/programme/news.sql.ts'
import { insertEarnings } from '#shop/programme/pay.sql.ts'
import { paymentFor } from '#shop/programme/pay.ts'
import { insertExample } from '#shop/programme/photos.sql.ts'
import { presetWords } from '#shop/programme/rejection.ts'
import { smallKey } from '#shop/programme/signed-url.ts'
import { afterTransition } from '#shop/programme/task.ts'
import { type LockedTask, lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { EXAMPLE_PICTURE } from '#shop/programme/template-fields.ts'
import { inTransaction } from '#shop/transaction.ts'

export type ApprovalFields = Decision & {
  workLogId: string
  rating: number
  /** The number of accepted pieces; omitted: all. */
  doneQuantity?: number | undefined
  /** Units to add to stock; only admins may. */
  stockQuantity?: number | undefined
}

/** Approves a task with 1 to 5 stars. Its accepted pieces become payable: 11 of 50 are paid as 11. */
export async function approveTask(
  ctx: Ctx,
  { workLogId, rating, doneQuantity, stockQuantity = 0, photoId, decisionId }: ApprovalFields,
) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor) || (stockQuantity && !may(actor, 'programme'))) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task?.userId) return err('task_not_found')
    const subject = { actorId: actor.id, entity: 'task', entityId: workLogId } as const
    if (decisionId && (await isRecorded(db, { ...subject, decisionId }))) return ok(null)
    const refusal = reviewRefusal(actor, task)
    if (refusal) return err(refusal)
    if (await isOwnAccount(db, actor.id, task.userId)) return err('own_task')
    if (photoId && photoId !== task.photoId) return err('task_not_in_review')
    const done = doneQuantity ?? task.quantity
    if (done < 1 || done > task.quantity) return err('count_out_of_range')
    const isPart = done < task.quantity
    const amount = isPart ? paymentFor(task, done) : task.paymentAmount
    const stockedQuantity = stockQuantity || null
    const reviewed = { reviewDate: now, rejectionReason: null, rejectionPreset: null }
    const part = isPart && { approvedQuantity: done, paymentAmount: amount }
    const set = { ...reviewed, rating, stockedQuantity, ...part }
    const note = isPart ? `${rating} of 5, ${done} of ${task.quantity} accepted` : `${rating} of 5`
    if (!(await transitionTask(db, { task, move: 'approve', set, actorId: actor.id, note, now }))) {
      return err('task_not_in_review')
    }
    const stockResult = await setTaskStock(db, { task, quantity: stockQuantity, actorId: actor.id, now })
    if (stockResult !== 'moved') return err(stockResult)
    await insertEarnings(db, { userId: task.userId, workLogId, amount, actorId: actor.id, now })
    const previous = { state: task.state, ...(isPart && { paymentAmount: task.paymentAmount }) }
    const stocked = stockedQuantity && { stockedQuantity }
    const after = { state: 'approved', rating, ...stocked, ...part, ...(decisionId && { decisionId }) }
    await recordAction(db, ctx, 'approve', 'task', workLogId, previous, after)
    return ok(null)
  })
}

type RejectionRequest = RejectionInput & Decision & { workLogId: string }

/** Returns a task to its worker with a reason and, optionally, an example picture. */
export async function rejectTask(
  ctx: Ctx,
  { picture, ...rejection }: RejectionRequest & { picture?: Uint8Array | null },
) {
  if (!mayCoordinate(ctx.actor)) return err('not_allowed')
  if (!picture) return reject(ctx, ctx.actor, rejection, null)
  // This check avoids decoding a picture that the transaction would refuse.
  const checked = await lockForRejection(ctx.db, ctx.actor, rejection)
  if (!checked.ok) return checked
  if (!checked.value) return ok(null)
  const decoded = await ctx.pictures.photo(picture)
  if (!decoded.ok) return decoded
  const id = randomUUID()
  const fileKey = `task-examples/${id}.webp`
  const { bytes, contentType, width, height } = decoded.value
  // The worker's first screen shows the small copy.
  const small = await ctx.pictures.thumbnail(bytes, EXAMPLE_PICTURE)
  if (!small.ok) return small
  const keys = [fileKey, smallKey(fileKey)]
  await scheduleOrphanRemoval(ctx, { id, keys })
  await ctx.files.put(fileKey, bytes, contentType)
  await ctx.files.put(smallKey(fileKey), small.value.bytes, small.value.contentType)
  const outcome = await reject(ctx, ctx.actor, rejection, { id, fileKey, width, height })
  if (!outcome.ok) for (const key of keys) await ctx.files.remove(key)
  return outcome
}

/** Locks the task and returns it. Null if this decision is already recorded. */
async function lockForRejection(db: Db, actor: Person, { workLogId, photoId, decisionId }: RejectionRequest) {
  const task = await lockTask(db, workLogId)
  if (!task) return err('task_not_found')
  const subject = { actorId: actor.id, entity: 'task', entityId: workLogId } as const
  if (decisionId && (await isRecorded(db, { ...subject, decisionId }))) return ok(null)
  const refusal = reviewRefusal(actor, task)
  if (refusal) return err(refusal)
  if (task.userId && (await isOwnAccount(db, actor.id, task.userId))) return err('own_task')
  const isOpen = afterTransition(task.state, 'reject') !== null && (!photoId || photoId === task.photoId)
  return isOpen ? ok(task) : err('task_not_in_review')
}

type Example = { id: string; fileKey: string; width: number; height: number }

async function reject(ctx: Ctx, actor: Person, rejection: RejectionRequest, example: Example | null) {
  const { now, jobs } = ctx
  const { workLogId, preset, reason, decisionId } = rejection
  const rejectionReason = reason || presetWords(preset, 'en')
  return inTransaction(ctx, async (db) => {
    const checked = await lockForRejection(db, actor, rejection)
    if (!checked.ok) return checked
    const task = checked.value
    if (!task) return ok(null)
    const set = { reviewDate: now, rejectionReason, rejectionPreset: preset }
    const note = rejectionReason
    if (!(await transitionTask(db, { task, move: 'reject', set, actorId: actor.id, note, now }))) {
      return err('task_not_in_review')
    }
    if (example) await insertExample(db, { ...example, workLogId, createdAt: now })
    await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-returned', id: workLogId } })
    const { userId } = task
    if (userId) await insertNews(db, [{ userId, kind: 'do_again', workLogId, occasion: now }], now)
    const withPicture = example && { hasPicture: true }
    const after = { state: 'returned', rejectionReason, ...withPicture, ...(decisionId && { decisionId }) }
    await recordAction(db, ctx, 'reject', 'task', workLogId, { state: task.state }, after)
    return ok(null)
  })
}

/** Sets how many units an approved task has added to stock; 0 for none. The stock changes by the difference. */
export async function adjustStock(
  ctx: Ctx,
  { workLogId, quantity }: { workLogId: string; quantity: number },
) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task) return err('task_not_found')
    if (!task.productId && quantity > 0) return err('task_without_product')
    const set = { stockedQuantity: quantity || null }
    const note = `${quantity}`
    if (!(await transitionTask(db, { task, move: 'stock', set, actorId: actor.id, note, now })))
      return err('task_not_approved')
    const stockResult = await setTaskStock(db, { task, quantity, actorId: actor.id, now })
    if (stockResult !== 'moved') return err(stockResult)
    const { stockedQuantity } = task
    await recordAction(db, ctx, 'add to stock', 'task', workLogId, { stockedQuantity }, set)
    return ok(null)
  })
}

/** Sets the product and production batch of approved work; null clears them. */
export async function setProductBatch(
  ctx: Ctx,
  { workLogId, productId, batchCode }: BatchInput & { workLogId: string },
) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task) return err('task_not_found')
    if (productId && !(await productExists(db, productId))) return err('product_not_found')
    // The units that the task added to stock belong to the current product.
    if (task.stockedQuantity && productId !== task.productId) return err('task_in_stock')
    const set = { productId, batchCode: productId ? batchCode : null }
    if (!(await transitionTask(db, { task, move: 'name_batch', set, actorId: actor.id, now })))
      return err('task_not_approved')
    const earlier = { productId: task.productId, batchCode: task.batchCode }
    await recordAction(db, ctx, 'name batch', 'task', workLogId, earlier, set)
    return ok(null)
  })
}

/** Identifies a decision, which may have been made offline. */
export type Decision = {
  /** The id of the reviewed photo. Omitted: the task's current photo. */
  photoId?: string | null | undefined
  /** The idempotency key, chosen by the phone. */
  decisionId?: string | undefined
}

type TaskStockChange = {
  task: Pick<LockedTask, 'id' | 'taskName' | 'productId' | 'stockedQuantity'>
  /** The units that the task should have added in total; 0 removes its stock. */
  quantity: number
  actorId: string
  now: Date
}

/**
 * Changes stock by the difference to `stockedQuantity`; the caller saves the new quantity in the same transaction.
 * Refuses a task without a product, and removing more units than are in stock.
 */
export async function setTaskStock(db: Db, { task, quantity, actorId, now }: TaskStockChange) {
  const units = quantity - (task.stockedQuantity ?? 0)
  if (units === 0) return 'moved'
  if (!task.productId) return 'task_without_product'
  await lockStock(db, [task.productId])
  const isMoved = await moveStock(db, {
    units: new Map([[task.productId, units]]),
    reason: 'made',
    orderId: null,
    workLogId: task.id,
    actorId,
    note: `${units > 0 ? 'Task' : 'Correction of task'}: ${task.taskName}`,
    now,
  })
  return isMoved ? 'moved' : 'shelf_too_empty'
}
