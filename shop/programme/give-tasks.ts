import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { recordAction } from '#shop/audit/audit.sql.ts'
import { productExists } from '#shop/catalogue/products.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { add, NO_MONEY, rupees } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok, type Refusal, type Result } from '#shop/kernel/result.ts'
import {
  COORDINATOR_DAY_LIMIT,
  COORDINATOR_PAY_LIMIT,
  coordinatesGroup,
  mayCoordinate,
} from '#shop/programme/coordination.ts'
import type { copyInput, handOutInput } from '#shop/programme/input.ts'
import { insertNews } from '#shop/programme/news.sql.ts'
import { paymentFor } from '#shop/programme/pay.ts'
import { deadlineRefusal } from '#shop/programme/task.ts'
import type { TaskInput } from '#shop/programme/task-fields.ts'
import { findTasksToCopy } from '#shop/programme/tasks.read.ts'
import {
  insertTasks,
  lockPromisedPay,
  lockTask,
  sumPromisedPay,
  transitionTask,
} from '#shop/programme/tasks.sql.ts'
import { taskFrom } from '#shop/programme/template-fields.ts'
import { findLastHandOut, findTemplate } from '#shop/programme/templates.read.ts'
import { claimBatch, lockHandOuts, lockTemplate } from '#shop/programme/templates.sql.ts'
import { groupExists, lockMembers, lockWorkers } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Creates one task per worker, or one without a worker. Returns the ids in the order of `userIds`. */
export async function createTasks(
  ctx: Ctx,
  { userIds: chosen, ...input }: TaskInput & { userIds: readonly string[] },
) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  const refusal = deadlineRefusal(input.completionDeadline, now)
  if (refusal) return err(refusal)
  return inTransaction(ctx, async (db) => {
    const userIds = [...new Set(chosen)]
    if ((await lockWorkers(db, userIds)).length < userIds.length) return err('worker_not_found')
    if (input.productId && !(await productExists(db, input.productId))) return err('product_not_found')
    const batchId = randomUUID()
    const workers = userIds.length === 0 ? [null] : userIds
    const tasks = workers.map((userId) => ({ ...input, userId }))
    const ids = await createBatch(ctx, db, { batchId, tasks, actorId: actor.id })
    await recordAction(db, ctx, 'create', 'task', batchId, null, { ...input, userIds })
    return ok({ batchId, ids })
  })
}

/** Assigns a task that is not started, or unassigns it (null). */
export async function assignTask(
  ctx: Ctx,
  { workLogId, userId }: { workLogId: string; userId: string | null },
) {
  const { actor, now, jobs } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task) return err('task_not_found')
    if (userId && (await lockWorkers(db, [userId])).length === 0) return err('worker_not_found')
    const set = { userId, assignedDate: userId ? now : null, remindedAt: null }
    const moved = await transitionTask(db, { task, move: 'assign', set, actorId: actor.id, now })
    if (!moved) return err('task_already_started')
    if (userId && userId !== task.userId) {
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-assigned', id: workLogId } })
      await insertNews(db, [{ userId, kind: 'new_task', workLogId }], now)
    }
    await recordAction(db, ctx, 'assign', 'task', workLogId, { userId: task.userId }, { userId })
    return ok(null)
  })
}

/** Withdraws a task that is not started, and emails the worker. Also inserts a message for the coordinator to send. */
export async function withdrawTask(ctx: Ctx, { workLogId }: { workLogId: string }) {
  const { actor, now, jobs } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || task.state === 'withdrawn' || !coordinatesGroup(actor, task.groupId))
      return err('task_not_found')
    if (!(await transitionTask(db, { task, move: 'withdraw', actorId: actor.id, now })))
      return err('task_already_started')
    if (task.userId) {
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-withdrawn', id: workLogId } })
      // Coordinators see this message only if they texted the worker about the task (listNewsToSend).
      await insertNews(db, [{ userId: task.userId, kind: 'withdrawn', workLogId }], now)
    }
    const { state, userId, taskName } = task
    const previous = { state, userId, taskName }
    await recordAction(db, ctx, 'withdraw', 'task', workLogId, previous, { state: 'withdrawn' })
    return ok(null)
  })
}

const MAX_TASK_PAY = rupees(10_00_000)

type BatchForm = { groupId: string; batchId: string; completionDeadline: Date; isAgain?: boolean | undefined }
type Copy = z.input<typeof copyInput>

/**
 * Gives members of a group a task of a template, paid by the piece. Each member gets a share of the count; a share of
 * 0 gives no task.
 * `batchId`: idempotency key. `isAgain`: the user confirmed a repeat (`findLastHandOut`).
 */
export async function handOutTask(ctx: Ctx, { templateId, shares, ...form }: z.input<typeof handOutInput>) {
  return giveToGroup(ctx, { ...form, templateId }, async (db) => {
    const locked = await lockTemplate(db, templateId)
    const isOpen = locked && !locked.archivedAt && (locked.groupId ?? form.groupId) === form.groupId
    const template = isOpen ? await findTemplate(db, templateId) : null
    if (!template) return err('template_not_found')
    const { completionDeadline } = form
    const chosen = shares.filter(({ quantity }) => quantity > 0)
    return ok(
      chosen.map(({ userId, quantity }) => ({
        ...taskFrom(template, { quantity, completionDeadline }),
        ...{ userId, templateId, pictureId: template.picture?.id ?? null },
      })),
    )
  })
}

/** Gives a group's earlier tasks again: the same workers and pay per piece, but the counts of the form. */
export async function copyTasks(ctx: Ctx, { copies, ...form }: Copy) {
  return giveToGroup(ctx, { ...form, templateId: null }, async (db) => {
    const chosen = copies.filter(({ quantity }) => quantity > 0)
    const tasksToCopy = await findTasksToCopy(
      db,
      form.groupId,
      chosen.map(({ workLogId }) => workLogId),
    )
    const tasks: BatchTask[] = []
    for (const { workLogId, quantity } of chosen) {
      const found = tasksToCopy.find(({ id }) => id === workLogId)
      if (!found) return err('task_not_found')
      const { id: _, quantity: earlierQuantity, paidCount, expectedMinutes, ...same } = found
      const paymentAmount = paymentFor({ paymentAmount: found.paymentAmount, quantity: paidCount }, quantity)
      const minutes =
        expectedMinutes === null ? null : Math.ceil((expectedMinutes * quantity) / earlierQuantity)
      const { completionDeadline } = form
      tasks.push({ ...same, quantity, paymentAmount, expectedMinutes: minutes, completionDeadline })
    }
    return ok(tasks)
  })
}

/** Checks the actor, claims the batch id and creates the tasks. Returns their number; 0 for a repeated form. */
async function giveToGroup<No extends Refusal>(
  ctx: Ctx,
  { groupId, batchId, completionDeadline, isAgain, templateId }: BatchForm & { templateId: string | null },
  prepareTasks: (db: Db) => Promise<Result<BatchTask[], No>>,
) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (!coordinatesGroup(actor, groupId)) return err('group_not_found')
  const refusal = deadlineRefusal(completionDeadline, now)
  if (refusal) return err(refusal)
  return inTransaction(ctx, async (db) => {
    if (!(await groupExists(db, groupId))) return err('group_not_found')
    if (!(await claimBatch(db, { id: batchId, groupId, now }))) return ok({ tasks: 0 })
    await lockHandOuts(db, groupId)
    const tasks = await prepareTasks(db)
    if (!tasks.ok) return tasks
    if (!isAgain && (await findLastHandOut(db, { groupId, templateId, now }))) return err('given_already')
    return createForGroup(ctx, db, actor, { groupId, batchId, templateId, tasks: tasks.value })
  })
}

type Batch = { groupId: string; batchId: string; templateId: string | null; tasks: BatchTask[] }

async function createForGroup(ctx: Ctx, db: Db, actor: Person, batch: Batch) {
  const { groupId, batchId, templateId, tasks } = batch
  if (tasks.length === 0) return err('nobody_chosen')
  const userIds = [...new Set(tasks.map(({ userId }) => userId ?? ''))]
  if ((await lockMembers(db, groupId, userIds)).length < userIds.length) return err('worker_not_found')
  if (tasks.some(({ paymentAmount }) => paymentAmount > MAX_TASK_PAY)) return err('task_pay_too_high')
  const sum = add(NO_MONEY, ...tasks.map(({ paymentAmount }) => paymentAmount))
  if (!may(actor, 'programme')) {
    if (sum > COORDINATOR_PAY_LIMIT) return err('too_much_pay')
    await lockPromisedPay(db, actor.id)
    const promised = await sumPromisedPay(db, actor.id, new Date(ctx.now.getTime() - DAY_MS))
    if (add(promised, sum) > COORDINATOR_DAY_LIMIT) return err('too_much_pay_today')
  }
  await createBatch(ctx, db, { batchId, tasks, actorId: actor.id })
  const shares = tasks.map(({ userId, quantity, taskName }) => ({ userId, quantity, taskName }))
  const after = { groupId, templateId, paymentAmount: sum, shares }
  await recordAction(db, ctx, 'create', 'task', batchId, null, after)
  return ok({ tasks: tasks.length })
}

/** `userId` null: unassigned. `pictureId`: copied from the template. */
export type BatchTask = TaskInput & {
  userId: string | null
  templateId?: string | null
  pictureId?: string | null
}

/** Creates tasks and notifies their workers, whom the caller has locked. Returns the ids in order. */
export async function createBatch(
  { now, jobs }: Pick<Ctx, 'now' | 'jobs'>,
  db: Db,
  { batchId, tasks, actorId }: { batchId: string; tasks: readonly BatchTask[]; actorId: string },
): Promise<string[]> {
  const shared = { taskId: batchId, createdAt: now, updatedAt: now }
  const rows = tasks.map((task) => ({ ...task, ...shared, ...(task.userId && { assignedDate: now }) }))
  const ids = await insertTasks(db, rows, { actorId, now })
  for (const [at, id] of ids.entries()) {
    if (!tasks[at]?.userId) continue
    await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-assigned', id } })
  }
  await insertNews(
    db,
    ids.flatMap((workLogId, at) => {
      const userId = tasks[at]?.userId
      return userId ? [{ userId, kind: 'new_task' as const, workLogId }] : []
    }),
    now,
  )
  return ids
}
