import { data, redirect } from 'react-router'
import { newTaskInput, taskProblems, taskTexts, taskValues } from '#app/admin/tasks/new-task.server.ts'
import { NewTaskPage } from '#app/admin/tasks/new-task-page.tsx'
import type { TaskField, TaskTexts } from '#app/admin/tasks/task-texts.ts'
import { TASKS } from '#app/admin/tasks/tasks-path.ts'
import { workerChoices } from '#app/admin/tasks/worker-choices.server.ts'
import { textOf } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { namedProducts } from '#shop/catalogue/products.read.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { type CreateTasksRefusal, createTasks } from '#shop/programme/create-tasks.ts'
import { paysTooLittle } from '#shop/programme/rate.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/new.ts'

export const handle: PageHandle = {
  title: 'Create task',
  feature: 'programme',
  access: { get: 200, post: 422 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now, config } = context.get(adminContext)
  const [workers, products] = await Promise.all([workerChoices(db), namedProducts(db)])
  return {
    texts: taskTexts(new URL(request.url).searchParams),
    workers,
    products,
    minHourlyRate: config.minHourlyRate,
    firstDay: addDays(dayOf(now), 1),
  }
}

type Refused = {
  texts: TaskTexts
  problems: Partial<Record<TaskField, string>>
  message: string
  asksForLowRate: boolean
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  const texts = taskTexts(form)
  const refused = { texts, problems: {}, message: 'The task was not created.', asksForLowRate: false }
  const input = newTaskInput.safeParse(taskValues(texts))
  if (!input.success) {
    return data<Refused>({ ...refused, problems: taskProblems(input.error.issues) }, 422)
  }
  const { paymentAmount, expectedMinutes } = input.data
  const { minHourlyRate } = ctx.config
  const isLow = expectedMinutes !== null && paysTooLittle(paymentAmount, expectedMinutes, minHourlyRate)
  if (isLow && textOf(form, 'lowRate') !== 'accepted') {
    const message = `The task pays less than ${formatPrice(minHourlyRate)} an hour. Pay more, or create it anyway.`
    return data<Refused>({ ...refused, message, asksForLowRate: true }, 422)
  }
  const created = await createTasks(ctx, input.data)
  if (created.ok) return redirect(`${TASKS}?done=created`, 303)
  return data<Refused>({ ...refused, problems: problemOf(created.reason) }, 422)
}

function problemOf(reason: CreateTasksRefusal['reason']): Refused['problems'] {
  switch (reason) {
    case 'not_admin':
      throw data(null, { status: 403 })
    case 'deadline_passed':
      return { deadline: REFUSALS[reason].en }
    case 'worker_not_found':
      return { userIds: 'One of the people you chose is no longer a worker.' }
    case 'product_not_found':
      return { productId: 'Product not found.' }
  }
}

export default function NewTask({ loaderData, actionData }: Route.ComponentProps) {
  const { texts = loaderData.texts, problems = {}, message = '', asksForLowRate = false } = actionData ?? {}
  return (
    <NewTaskPage
      {...loaderData}
      texts={texts}
      problems={problems}
      asksForLowRate={asksForLowRate}
      answer={message ? { ok: false, message } : undefined}
    />
  )
}
