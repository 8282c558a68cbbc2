import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { FormField } from '#app/desk/form-field.tsx'
import { TASKS } from '#app/desk/paths.ts'
import type { Texts } from '#app/desk/record-texts.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { FieldNotes } from '#app/kit/field-notes.tsx'
import { Checkbox } from '#app/kit/fields.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import type { WorkerChoice } from '#app/programme/desk/tasks/assign-dialog.tsx'
import type { Field } from '#shop/field.ts'
import { formatPrice, type Money, rupees, wholeRupees } from '#shop/kernel/money.ts'
import { numberIn, rupeesIn } from '#shop/kernel/typed-number.ts'
import { type MeasuredTime, measuredRate, measuredWords } from '#shop/programme/measured-time.ts'
import { type Minimum, minimumWords } from '#shop/programme/minimum-wage.ts'
import { hourlyRate, paysTooLittle } from '#shop/programme/pay.ts'
import { TASK_FIELDS, type TaskPart } from '#shop/programme/task-fields.ts'

export type NewTaskPageProps = {
  texts: Texts
  /** The chosen workers. */
  userIds: readonly string[]
  problems: Problems
  workers: WorkerChoice[]
  products: { id: string; name: string }[]
  minimum: Minimum
  /** How long each kind of work took. */
  measured: MeasuredTime[]
  /** Tomorrow, the earliest deadline. */
  firstDay: string
  /** The task pays too little and is created only if that is confirmed. */
  asksForLowRate: boolean
  answer: AdminAnswer | undefined
}

/** A task for one or many workers, with its hourly pay while typing. */
export function NewTaskPage(props: NewTaskPageProps) {
  const { texts, userIds, problems, workers, products, minimum, measured, firstDay, asksForLowRate, answer } =
    props
  const form = useRef<HTMLFormElement>(null)
  const [pay, setPay] = useState<Typed>(() => payOf((name) => texts[name] ?? ''))
  // Fields may be filled in before hydration.
  useEffect(() => void (form.current && setPay(payIn(form.current))), [])
  const isBusy = useNavigation().formMethod === 'POST'
  const options = products.map(({ id, name }) => ({ value: id, label: name }))
  const fieldsOf = (part: TaskPart) =>
    Object.entries<Field>(TASK_FIELDS).map(
      ([name, field]) =>
        field.part === part && (
          <FormField
            key={name}
            {...{ field, name }}
            value={texts[name] ?? ''}
            problem={problems[name]}
            options={field.kind === 'id' ? options : undefined}
            min={firstDay}
          />
        ),
    )
  return (
    <AdminPage>
      <StatusNotice answer={answer} />
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

type Typed = { taskName: string; unit: string; quantity: string; payment: string; minutes: string }

function payOf(text: (name: string) => string): Typed {
  return {
    taskName: text('taskName'),
    unit: text('unit'),
    quantity: text('quantity'),
    payment: text('paymentAmount'),
    minutes: text('expectedMinutes'),
  }
}

function payIn(form: HTMLFormElement): Typed {
  const typed = new FormData(form)
  return payOf((name) => String(typed.get(name) ?? ''))
}

/** The task's hourly pay by the expected time, computed while typing, with a warning below the minimum. */
function RateLine({ payment, minutes, minimum }: Typed & { minimum: Minimum }) {
  const amount = moneyIn(payment)
  const expected = numberIn(minutes)
  if (amount === null || !Number.isInteger(expected) || expected < 1) {
    return <p className="rate-line">With payment and expected minutes the rate per hour shows here.</p>
  }
  const isLow = paysTooLittle(amount, expected, minimum.hourly)
  return (
    <p className="rate-line" data-low={isLow || undefined} role="status">
      That is {formatPrice(wholeRupees(hourlyRate(amount, expected)))} an hour
      {isLow && `: below the least of ${minimumWords(minimum)}. Pay more, or check the time.`}
    </p>
  )
}

/** The same by the time that this work took before; nothing where it was never measured. */
function MeasuredLine({
  minimum,
  measured,
  ...typed
}: Typed & { minimum: Minimum; measured: readonly MeasuredTime[] }) {
  const payment = moneyIn(typed.payment)
  const quantity = numberIn(typed.quantity)
  if (payment === null || !Number.isInteger(quantity) || quantity < 1) return null
  const rate = measuredRate(measured, { ...typed, quantity, payment })
  if (!rate) return null
  const isLow = rate.hourly < minimum.hourly
  return (
    <p className="rate-line" data-low={isLow || undefined} role="status">
      {measuredWords(rate)}
      {isLow && `, below the least of ${minimumWords(minimum)}`}.
    </p>
  )
}

function moneyIn(text: string): Money | null {
  const typed = rupeesIn(text)
  return typed !== null && typed > 0 && typed <= rupees(10_00_000) ? typed : null
}

/** Checkboxes of workers; each one that is checked gets a task of her own. */
function WorkerTicks({
  workers,
  chosen,
  problem,
}: {
  workers: WorkerChoice[]
  chosen: readonly string[]
  problem: string | undefined
}) {
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
