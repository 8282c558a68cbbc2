import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { AdminPage } from '#app/admin/kit/admin-page.tsx'
import { type AdminAnswer, StatusNotice } from '#app/admin/kit/status-notice.tsx'
import type { WorkerChoice } from '#app/admin/tasks/assign-dialog.tsx'
import { RateLine } from '#app/admin/tasks/rate-line.tsx'
import { TaskBasics } from '#app/admin/tasks/task-basics.tsx'
import type { TaskField, TaskTexts } from '#app/admin/tasks/task-texts.ts'
import { TASKS } from '#app/admin/tasks/tasks-path.ts'
import { WorkerTicks } from '#app/admin/tasks/worker-ticks.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import type { Money } from '#shop/kernel/money.ts'

export type NewTaskPageProps = {
  texts: TaskTexts
  problems: Partial<Record<TaskField, string>>
  workers: WorkerChoice[]
  products: { id: string; name: string }[]
  minHourlyRate: Money
  /** Tomorrow, the earliest deadline. */
  firstDay: string
  /** The task pays too little and is created only if that is confirmed. */
  asksForLowRate: boolean
  answer: AdminAnswer | undefined
}

/** A task for one or many workers. What it pays per hour shows while one types. */
export function NewTaskPage(props: NewTaskPageProps) {
  const { texts, problems, workers, products, minHourlyRate, firstDay, asksForLowRate, answer } = props
  const form = useRef<HTMLFormElement>(null)
  const [pay, setPay] = useState({ payment: texts.paymentAmount, minutes: texts.expectedMinutes })
  // Something may have been typed before the scripts came.
  useEffect(() => void (form.current && setPay(payIn(form.current))), [])
  const isBusy = useNavigation().formMethod === 'POST'
  const errorsOf = (field: TaskField) => (problems[field] ? [problems[field]] : null)
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
        <TaskBasics texts={texts} errorsOf={errorsOf} products={products} />
        <div className="task-form-row">
          <TextField
            label="Payment in rupees"
            name="paymentAmount"
            inputMode="decimal"
            required
            defaultValue={texts.paymentAmount}
            errors={errorsOf('paymentAmount')}
            hint="For the whole task, to each worker."
          />
          <TextField
            label="Expected minutes"
            optional
            name="expectedMinutes"
            inputMode="numeric"
            defaultValue={texts.expectedMinutes}
            errors={errorsOf('expectedMinutes')}
            hint="For the whole task. From it follows the rate per hour."
          />
          <TextField
            label="Deadline"
            type="date"
            name="deadline"
            required
            min={firstDay}
            defaultValue={texts.deadline}
            errors={errorsOf('deadline')}
            hint="Until the end of this day."
          />
        </div>
        <RateLine {...pay} minimum={minHourlyRate} />
        <WorkerTicks workers={workers} chosen={texts.userIds} errors={errorsOf('userIds')} />
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

function payIn(form: HTMLFormElement) {
  const typed = new FormData(form)
  return { payment: String(typed.get('paymentAmount')), minutes: String(typed.get('expectedMinutes')) }
}
