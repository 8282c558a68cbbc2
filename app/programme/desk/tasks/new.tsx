import { useEffect, useRef, useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { FieldControl } from '#app/desk/field-control.tsx'
import { TASKS } from '#app/desk/paths.ts'
import { blankTexts, type Texts as TaskTexts } from '#app/desk/record-texts.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { FieldNotes } from '#app/kit/field-parts.tsx'
import { type Problems, problemsIn, textOf } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { namedProducts } from '#shop/catalogue/products.read.ts'
import { type Field, fieldData, fromText, mapFields } from '#shop/field.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { formatPrice, type Money, rupees, wholeRupees } from '#shop/kernel/money.ts'
import type { RefusalOf } from '#shop/kernel/result.ts'
import { endOfDay } from '#shop/kernel/time.ts'
import { numberIn, rupeesIn } from '#shop/kernel/typed-number.ts'
import { readMeasuredTimes } from '#shop/programme/fair-pay.read.ts'
import { createTasks } from '#shop/programme/give-tasks.ts'
import { userIdsInput } from '#shop/programme/input.ts'
import { type MeasuredTime, measuredRate, measuredWords } from '#shop/programme/measured-time.ts'
import { type Minimum, minimumWords } from '#shop/programme/minimum-wage.ts'
import { readMinimum } from '#shop/programme/minimum-wages.read.ts'
import { hourlyRate, paysTooLittle } from '#shop/programme/pay.ts'
import { TASK_FIELDS, type TaskInput, type TaskPart, taskInput } from '#shop/programme/task-fields.ts'
import { workerChoices } from '#shop/programme/workers.read.ts'
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

/** Reads the fields as typed, or from a link of the planning page. */
function textsIn(fields: FormData | URLSearchParams): TaskTexts {
  const names = Object.keys(TASK_FIELDS).filter((name) => fields.has(name))
  const texts = Object.fromEntries(names.map((name) => [name, String(fields.get(name)).slice(0, 2000)]))
  return { ...blankTexts(TASK_FIELDS), ...texts }
}

/** Converts the typed texts for the input schema. The deadline becomes the end of its day in India. */
function valuesIn(texts: TaskTexts): Record<string, unknown> {
  const completionDeadline = endOfDay(texts.completionDeadline ?? '')?.toISOString()
  return { ...mapFields(TASK_FIELDS, (field, key) => fromText(field, texts[key] ?? '')), completionDeadline }
}

const newTaskInput = taskInput.extend({ userIds: userIdsInput })

type RefusedTask = {
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
  const refusal = {
    texts,
    userIds,
    problems: {},
    message: 'The task was not created.',
    asksForLowRate: false,
  }
  const input = newTaskInput.safeParse({ ...valuesIn(texts), userIds })
  if (!input.success) return data<RefusedTask>({ ...refusal, problems: problemsIn(input.error.issues) }, 422)
  const warning = textOf(form, 'lowRate') === 'accepted' ? null : await lowRate(ctx, input.data)
  if (warning) return data<RefusedTask>({ ...refusal, message: warning, asksForLowRate: true }, 422)
  const created = await createTasks(ctx, input.data)
  if (created.ok) return redirect(`${TASKS}?done=created`, 303)
  return data<RefusedTask>({ ...refusal, problems: problemOf(created.reason) }, 422)
}

/** Returns a warning if the task pays too little for the expected or measured time, or null. */
async function lowRate(ctx: StaffCtx, task: TaskInput): Promise<string | null> {
  const [minimum, measured] = await Promise.all([readMinimum(ctx), readMeasuredTimes(ctx.db)])
  const { paymentAmount: payment, expectedMinutes } = task
  if (expectedMinutes !== null && paysTooLittle(payment, expectedMinutes, minimum.hourly))
    return `The task pays less than ${minimumWords(minimum)}. Pay more, or create it anyway.`
  const rate = measuredRate(measured, { ...task, payment })
  if (!rate || rate.hourly >= minimum.hourly) return null
  return `${measuredWords(rate)}, less than ${minimumWords(minimum)}. Pay more, or create it anyway.`
}

function problemOf(reason: RefusalOf<typeof createTasks>['reason']): Problems {
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

export default function NewTaskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { workers, products, minimum, measured, firstDay } = loaderData
  const { texts, userIds } = actionData ?? loaderData
  const { problems = {}, message, asksForLowRate = false } = actionData ?? {}
  const form = useRef<HTMLFormElement>(null)
  const [pay, setPay] = useState<PayInputs>(() => payOf((name) => texts[name] ?? ''))
  // Fields may be filled in before hydration.
  useEffect(() => void (form.current && setPay(payIn(form.current))), [])
  const isBusy = useNavigation().formMethod === 'POST'
  const options = products.map(({ id, name }) => ({ value: id, label: name }))
  const fieldsOf = (part: TaskPart) =>
    Object.entries<Field>(TASK_FIELDS).map(
      ([name, field]) =>
        field.part === part && (
          <FieldControl
            key={name}
            name={name}
            field={fieldData(field)}
            value={texts[name] ?? ''}
            problem={problems[name]}
            options={field.kind === 'id' ? options : undefined}
            min={firstDay}
          />
        ),
    )
  return (
    <AdminPage>
      <StatusNotice answer={message ? { ok: false, message } : undefined} />
      <Form
        ref={form}
        method="post"
        className="task-form"
        noValidate
        onChange={(event) => setPay(payIn(event.currentTarget))}
      >
        {fieldsOf('words')}
        <div className="task-form-row">{fieldsOf('amount')}</div>
        {fieldsOf('product')}
        <div className="task-form-row">{fieldsOf('pay')}</div>
        <RateLine {...pay} minimum={minimum} />
        <MeasuredLine {...pay} {...{ minimum, measured }} />
        <WorkerTicks workers={workers} chosen={userIds} problem={problems.userIds} />
        <div className="flex flex-wrap gap-2">
          {asksForLowRate ? (
            <Button name="lowRate" value="accepted" busy={isBusy}>
              Create it anyway
            </Button>
          ) : (
            <Button busy={isBusy}>Create task</Button>
          )}
          <ButtonLink to={TASKS} look="line">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </AdminPage>
  )
}

type PayInputs = { taskName: string; unit: string; quantity: string; payment: string; minutes: string }

function payOf(text: (name: string) => string): PayInputs {
  return {
    taskName: text('taskName'),
    unit: text('unit'),
    quantity: text('quantity'),
    payment: text('paymentAmount'),
    minutes: text('expectedMinutes'),
  }
}

function payIn(form: HTMLFormElement): PayInputs {
  const typed = new FormData(form)
  return payOf((name) => String(typed.get(name) ?? ''))
}

/** Shows the hourly pay by the expected time while the admin types, with a warning below the minimum. */
function RateLine({ payment, minutes, minimum }: PayInputs & { minimum: Minimum }) {
  const amount = moneyIn(payment)
  const expected = numberIn(minutes)
  if (amount === null || !Number.isInteger(expected) || expected < 1) {
    return <p className="rate-line">Enter payment and expected minutes to see the pay per hour.</p>
  }
  const isLow = paysTooLittle(amount, expected, minimum.hourly)
  return (
    <p className="rate-line" data-low={isLow || undefined} role="status">
      That is {formatPrice(wholeRupees(hourlyRate(amount, expected)))} an hour
      {isLow && `: below the minimum of ${minimumWords(minimum)}. Pay more, or check the time.`}
    </p>
  )
}

/** Shows the hourly pay by the measured time of this work. Shows nothing if the work was never measured. */
function MeasuredLine({
  minimum,
  measured,
  ...typed
}: PayInputs & { minimum: Minimum; measured: readonly MeasuredTime[] }) {
  const payment = moneyIn(typed.payment)
  const quantity = numberIn(typed.quantity)
  if (payment === null || !Number.isInteger(quantity) || quantity < 1) return null
  const rate = measuredRate(measured, { ...typed, quantity, payment })
  if (!rate) return null
  const isLow = rate.hourly < minimum.hourly
  return (
    <p className="rate-line" data-low={isLow || undefined} role="status">
      {measuredWords(rate)}
      {isLow && `, below the minimum of ${minimumWords(minimum)}`}.
    </p>
  )
}

function moneyIn(text: string): Money | null {
  const typed = rupeesIn(text)
  return typed !== null && typed > 0 && typed <= rupees(10_00_000) ? typed : null
}

type WorkerTicksProps = Pick<Route.ComponentProps['loaderData'], 'workers'> & {
  chosen: readonly string[]
  problem: string | undefined
}

function WorkerTicks({ workers, chosen, problem }: WorkerTicksProps) {
  return (
    <fieldset>
      <legend className="field-label">Workers</legend>
      <p className="field-hint">
        Each worker you tick gets the whole task. If you tick none, the task stays unassigned.
      </p>
      {workers.length === 0 && <p>No workers yet. Enrol them on the People tab.</p>}
      <div className="worker-ticks">
        {workers.map(({ id, name, group }) => (
          <Checkbox
            key={id}
            name="userIds"
            value={id}
            label={name}
            hint={group}
            defaultChecked={chosen.includes(id)}
          />
        ))}
      </div>
      <FieldNotes id="userIds" errors={problem ? [problem] : null} />
    </fieldset>
  )
}
