import { data, redirect } from 'react-router'
import { TASKS } from '#app/desk/paths.ts'
import { blankTexts, type Texts as TaskTexts } from '#app/desk/record-texts.ts'
import { type Problems, problemsIn, textOf } from '#app/kit/form-fields.ts'
import { NewTaskPage } from '#app/programme/desk/tasks/new-task-page.tsx'
import { workerChoices } from '#app/programme/desk/tasks/worker-choices.server.ts'
import { formOf } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { namedProducts } from '#shop/catalogue/products.read.ts'
import { fromText, mapped } from '#shop/field.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { endOfDay } from '#shop/kernel/time.ts'
import { type CreateTasksRefusal, createTasks } from '#shop/programme/create-tasks.ts'
import { readMeasuredTimes } from '#shop/programme/fair-pay.read.ts'
import { userIdsInput } from '#shop/programme/input.ts'
import { measuredRate, measuredWords } from '#shop/programme/measured-time.ts'
import { minimumWords } from '#shop/programme/minimum-wage.ts'
import { readMinimum } from '#shop/programme/minimum-wages.read.ts'
import { paysTooLittle } from '#shop/programme/pay.ts'
import { TASK_FIELDS, type TaskInput, taskInput } from '#shop/programme/task-fields.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/new.ts'

export const handle: PageHandle = {
  guard: 'programme',
  title: 'Create task',
  feature: 'programme',
  access: { get: 200, post: 422 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now } = ctx
  const [workers, products, minimum, measured] = await Promise.all([
    workerChoices(db),
    namedProducts(db),
    readMinimum(ctx),
    readMeasuredTimes(db),
  ])
  return {
    texts: textsIn(new URL(request.url).searchParams),
    userIds: [] as string[],
    workers,
    products,
    minimum,
    measured,
    firstDay: addDays(dayOf(now), 1),
  }
}

/** Fields as typed, or as a link of the planning view fills them in. */
function textsIn(sent: FormData | URLSearchParams): TaskTexts {
  const given = Object.keys(TASK_FIELDS).filter((name) => sent.has(name))
  const texts = Object.fromEntries(given.map((name) => [name, String(sent.get(name)).slice(0, 2000)]))
  return { ...blankTexts(TASK_FIELDS), ...texts }
}

/** A form for the input schema; a deadline is the last moment of its day in India. */
function valuesIn(texts: TaskTexts): Record<string, unknown> {
  const completionDeadline = endOfDay(texts.completionDeadline ?? '')?.toISOString()
  return { ...mapped(TASK_FIELDS, (field, name) => fromText(field, texts[name] ?? '')), completionDeadline }
}

const newTaskInput = taskInput.extend({ userIds: userIdsInput })

type Refused = {
  texts: TaskTexts
  userIds: string[]
  problems: Problems
  message: string
  asksForLowRate: boolean
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const texts = textsIn(form)
  const userIds = form.getAll('userIds').map(String)
  const refused = {
    texts,
    userIds,
    problems: {},
    message: 'The task was not created.',
    asksForLowRate: false,
  }
  const input = newTaskInput.safeParse({ ...valuesIn(texts), userIds })
  if (!input.success) return data<Refused>({ ...refused, problems: problemsIn(input.error.issues) }, 422)
  const low = textOf(form, 'lowRate') === 'accepted' ? null : await lowRate(ctx, input.data)
  if (low) return data<Refused>({ ...refused, message: low, asksForLowRate: true }, 422)
  const created = await createTasks(ctx, input.data)
  if (created.ok) return redirect(`${TASKS}?done=created`, 303)
  return data<Refused>({ ...refused, problems: problemOf(created.reason) }, 422)
}

/** What to ask the admin when the task pays too little by the expected or by the measured time; null when it does not. */
async function lowRate(ctx: StaffCtx, task: TaskInput): Promise<string | null> {
  const [minimum, measured] = await Promise.all([readMinimum(ctx), readMeasuredTimes(ctx.db)])
  const { paymentAmount: payment, expectedMinutes } = task
  if (expectedMinutes !== null && paysTooLittle(payment, expectedMinutes, minimum.hourly))
    return `The task pays less than ${minimumWords(minimum)}. Pay more, or create it anyway.`
  const rate = measuredRate(measured, { ...task, payment })
  if (!rate || rate.hourly >= minimum.hourly) return null
  return `${measuredWords(rate)}, less than ${minimumWords(minimum)}. Pay more, or create it anyway.`
}

function problemOf(reason: CreateTasksRefusal['reason']): Problems {
  switch (reason) {
    case 'not_allowed':
      throw data(null, { status: 403 })
    case 'deadline_passed':
    case 'deadline_too_far':
      return { completionDeadline: REFUSALS[reason].en }
    case 'worker_not_found':
      return { userIds: 'One of the people you chose is no longer a worker.' }
    case 'product_not_found':
      return { productId: 'Product not found.' }
  }
}

export default function NewTask({ loaderData, actionData }: Route.ComponentProps) {
  const { problems = {}, message, asksForLowRate = false } = actionData ?? {}
  return (
    <NewTaskPage
      {...loaderData}
      texts={actionData?.texts ?? loaderData.texts}
      userIds={actionData?.userIds ?? loaderData.userIds}
      problems={problems}
      asksForLowRate={asksForLowRate}
      answer={message ? { ok: false, message } : undefined}
    />
  )
}
