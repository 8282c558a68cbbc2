import { makeUser, type UserFields } from '#db/factories/user.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { rupees } from '#shop/kernel/money.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { createTasks } from '#shop/programme/give-tasks.ts'
import { type WorkerInput, workerInput } from '#shop/programme/input.ts'
import { setCoordinator } from '#shop/programme/manage-groups.ts'
import type { TaskInput } from '#shop/programme/task-fields.ts'

/** Enrols a worker through the use case; `ctx.actor` is an admin. */
export async function makeWorker(
  ctx: Ctx,
  { user, ...details }: Partial<WorkerInput> & { user?: UserFields } = {},
): Promise<Person> {
  const person = await makeUser(ctx.db, { fullName: 'Sunita Devi', ...user }, ctx.now)
  const result = await enrolWorker(ctx, {
    ...workerInput.parse({ language: 'en' }),
    ...details,
    userId: person.id,
  })
  if (!result.ok) throw new Error(`the worker was refused: ${result.reason}`)
  return { ...person, isWorker: true }
}

/** Makes a coordinator of these groups; `ctx.actor` is an admin. */
export async function makeCoordinator(
  ctx: Ctx,
  groupIds: readonly string[],
  user: UserFields = {},
): Promise<Person> {
  const person = await makeUser(ctx.db, { fullName: 'Meera Naik', ...user }, ctx.now)
  const result = await setCoordinator(ctx, { userId: person.id, groupIds })
  if (!result.ok) throw new Error(`the coordinator was refused: ${result.reason}`)
  return { ...person, coordinates: groupIds }
}

/** Makes a pending task of this worker; `ctx.actor` is an admin. */
export async function makeTask(
  ctx: Ctx,
  worker: Person | null,
  fields: Partial<TaskInput> = {},
): Promise<string> {
  const result = await createTasks(ctx, {
    taskName: 'Pack ragi mix',
    taskDescription: 'Weigh, fill and seal.',
    taskNameHi: '',
    taskDescriptionHi: '',
    taskType: 'packing',
    quantity: 100,
    unit: 'packets',
    paymentAmount: rupees(400),
    expectedMinutes: 240,
    completionDeadline: new Date(ctx.now.getTime() + 3 * DAY_MS),
    productId: null,
    ...fields,
    userIds: worker ? [worker.id] : [],
  })
  const [id] = result.ok ? result.value.ids : []
  if (!id) throw new Error(`the task was refused: ${result.ok ? 'no id' : result.reason}`)
  return id
}
