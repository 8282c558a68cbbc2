import { randomUUID } from 'node:crypto'
import { recordChange } from '#shop/audit/audit.sql.ts'
import { productExists } from '#shop/catalogue/products.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { createBatch } from '#shop/programme/create-batch.flow.ts'
import { deadlineRefusal } from '#shop/programme/task.ts'
import type { TaskInput } from '#shop/programme/task-fields.ts'
import { lockWorkers } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * An admin creates a task and assigns it to each of these workers, or to none yet. Returns one id per worker in the order
 * of `userIds`; a single id for an unassigned task.
 */
export async function createTasks(ctx: Ctx, input: TaskInput & { userIds: readonly string[] }) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  const no = deadlineRefusal(input.completionDeadline, now)
  if (no) return err(no)
  return inTransaction(ctx, (db) => create(ctx, db, actor, input))
}

async function create(
  ctx: Ctx,
  db: Db,
  actor: Person,
  { userIds: wanted, ...input }: TaskInput & { userIds: readonly string[] },
) {
  const userIds = [...new Set(wanted)]
  if ((await lockWorkers(db, userIds)).length < userIds.length) return err('worker_not_found')
  if (input.productId && !(await productExists(db, input.productId))) return err('product_not_found')
  const batchId = randomUUID()
  const workers = userIds.length === 0 ? [null] : userIds
  const tasks = workers.map((userId) => ({ ...input, userId }))
  const ids = await createBatch(ctx, db, { batchId, tasks, actorId: actor.id })
  const { now } = ctx
  const change = { actorId: actor.id, action: 'create', entity: 'task', entityId: batchId, now } as const
  await recordChange(db, { ...change, before: null, after: { ...input, userIds } })
  return ok({ batchId, ids })
}
