import type { z } from 'zod'
import { recordChange } from '#shop/audit/audit.sql.ts'
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
import { type BatchTask, createBatch } from '#shop/programme/create-batch.flow.ts'
import type { copyInput, handOutInput } from '#shop/programme/input.ts'
import { paymentFor } from '#shop/programme/pay.ts'
import { deadlineRefusal } from '#shop/programme/task.ts'
import { listToCopy } from '#shop/programme/tasks.read.ts'
import { lockPromises, promisedSince } from '#shop/programme/tasks.sql.ts'
import { taskOf } from '#shop/programme/template-fields.ts'
import { findTemplate, lastGiven } from '#shop/programme/templates.read.ts'
import { claimBatch, lockGiving, lockTemplate } from '#shop/programme/templates.sql.ts'
import { groupExists, lockMembers } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

const MOST_PER_TASK = rupees(10_00_000)

type Given = { groupId: string; batchId: string; completionDeadline: Date; isAgain?: boolean | undefined }
type HandOut = z.input<typeof handOutInput>
type Copy = z.input<typeof copyInput>

/**
 * Gives one task of a template to a group: each member a share of the count, paid by the piece. `batchId` names the form,
 * so that sending it twice makes the tasks once. Counts of 0 give nothing.
 * `isAgain`: the form knows that the same was given a short time ago (`lastGiven`).
 */
export async function handOutTask(ctx: Ctx, { templateId, shares, ...given }: HandOut) {
  return inGroup(ctx, { ...given, templateId }, async (db) => {
    const locked = await lockTemplate(db, templateId)
    const isOpen = locked && !locked.archivedAt && (locked.groupId ?? given.groupId) === given.groupId
    const template = isOpen ? await findTemplate(db, templateId) : null
    if (!template) return err('template_not_found')
    const { completionDeadline } = given
    const asked = shares.filter(({ quantity }) => quantity > 0)
    return ok(
      asked.map(({ userId, quantity }) => ({
        ...taskOf(template, { quantity, completionDeadline }),
        ...{ userId, templateId, pictureId: template.picture?.id ?? null },
      })),
    )
  })
}

/**
 * Gives tasks of this group again, with the counts of the form, to the same workers. They are paid by the piece as they
 * were before. `batchId` as in `handOutTask`.
 */
export async function copyTasks(ctx: Ctx, { copies, ...given }: Copy) {
  return inGroup(ctx, { ...given, templateId: null }, async (db) => {
    const asked = copies.filter(({ quantity }) => quantity > 0)
    const known = await listToCopy(
      db,
      given.groupId,
      asked.map(({ workLogId }) => workLogId),
    )
    const tasks: BatchTask[] = []
    for (const { workLogId, quantity } of asked) {
      const found = known.find(({ id }) => id === workLogId)
      if (!found) return err('task_not_found')
      const { id: _, quantity: before, paidFor, expectedMinutes, ...same } = found
      const paymentAmount = paymentFor({ paymentAmount: found.paymentAmount, quantity: paidFor }, quantity)
      const minutes = expectedMinutes === null ? null : Math.ceil((expectedMinutes * quantity) / before)
      const { completionDeadline } = given
      tasks.push({ ...same, quantity, paymentAmount, expectedMinutes: minutes, completionDeadline })
    }
    return ok(tasks)
  })
}

/**
 * Checks the actor, takes the form's id once, and creates the tasks that `tasksIn` lists. Returns their number, 0 for a
 * repeated form.
 */
async function inGroup<No extends Refusal>(
  ctx: Ctx,
  { groupId, batchId, completionDeadline, isAgain, templateId }: Given & { templateId: string | null },
  tasksIn: (db: Db) => Promise<Result<BatchTask[], No>>,
) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (!coordinatesGroup(actor, groupId)) return err('group_not_found')
  const no = deadlineRefusal(completionDeadline, now)
  if (no) return err(no)
  return inTransaction(ctx, async (db) => {
    if (!(await groupExists(db, groupId))) return err('group_not_found')
    if (!(await claimBatch(db, { id: batchId, groupId, now }))) return ok({ tasks: 0 })
    await lockGiving(db, groupId)
    const tasks = await tasksIn(db)
    if (!tasks.ok) return tasks
    if (!isAgain && (await lastGiven(db, { groupId, templateId, now }))) return err('given_already')
    return create(ctx, db, actor, { groupId, batchId, templateId, tasks: tasks.value })
  })
}

async function create(
  ctx: Ctx,
  db: Db,
  actor: Person,
  {
    groupId,
    batchId,
    templateId,
    tasks,
  }: { groupId: string; batchId: string; templateId: string | null; tasks: BatchTask[] },
) {
  if (tasks.length === 0) return err('nobody_chosen')
  const userIds = [...new Set(tasks.map(({ userId }) => userId ?? ''))]
  if ((await lockMembers(db, groupId, userIds)).length < userIds.length) return err('worker_not_found')
  if (tasks.some(({ paymentAmount }) => paymentAmount > MOST_PER_TASK)) return err('task_pay_too_high')
  const sum = add(NO_MONEY, ...tasks.map(({ paymentAmount }) => paymentAmount))
  const { now } = ctx
  if (!may(actor, 'programme')) {
    if (sum > COORDINATOR_PAY_LIMIT) return err('too_much_pay')
    await lockPromises(db, actor.id)
    const before = await promisedSince(db, actor.id, new Date(now.getTime() - DAY_MS))
    if (add(before, sum) > COORDINATOR_DAY_LIMIT) return err('too_much_pay_today')
  }
  await createBatch(ctx, db, { batchId, tasks, actorId: actor.id })
  const change = { actorId: actor.id, action: 'create', entity: 'task', entityId: batchId, now } as const
  const shares = tasks.map(({ userId, quantity, taskName }) => ({ userId, quantity, taskName }))
  await recordChange(db, {
    ...change,
    before: null,
    after: { groupId, templateId, paymentAmount: sum, shares },
  })
  return ok({ tasks: tasks.length })
}
