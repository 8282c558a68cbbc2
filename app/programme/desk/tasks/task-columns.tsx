import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { taskHourlyRate } from '#shop/programme/pay.ts'
import { afterTransition, type Task, type TaskState } from '#shop/programme/task.ts'
import { TASK_STATE_NAMES } from '#shop/programme/task-filters.ts'
import { taskTypeName } from '#shop/programme/task-words.ts'

const TONES: Record<TaskState, Tone> = {
  pending: 'neutral',
  in_progress: 'info',
  returned: 'danger',
  pending_review: 'warning',
  approved: 'positive',
  paid: 'positive',
  withdrawn: 'neutral',
}

export type TaskPaths = { assign: (id: string) => string; withdraw: (id: string) => string }

export function taskColumns(minHourlyRate: Money, paths: TaskPaths): Column<Task>[] {
  return [
    column.title('Task', ({ taskName }) => taskName, {
      note: ({ taskType, productName }) => [taskTypeName(taskType), productName].filter(Boolean).join(', '),
    }),
    column.text('Worker', ({ worker }) => worker?.fullName ?? 'Unassigned', {
      note: ({ worker }) => worker?.groupName,
    }),
    column.number(
      'Done',
      ({ progressCount, quantity, unit }) =>
        `${formatNumber(progressCount)} of ${formatNumber(quantity)} ${unit}`,
      {
        note: ({ approvedQuantity }) =>
          approvedQuantity !== null && `${formatNumber(approvedQuantity)} accepted`,
      },
    ),
    column.figure('Payment', ({ paymentAmount }) => formatPrice(paymentAmount), {
      note: (task) => hourlyText(task, minHourlyRate),
    }),
    column.date('Deadline', ({ completionDeadline }) => completionDeadline),
    column.state('Status', ({ state }) => <Badge tone={TONES[state]}>{TASK_STATE_NAMES[state]}</Badge>),
    column.actions('Actions', (task) => <ActionsCell task={task} paths={paths} />),
  ]
}

function hourlyText(task: Task, minHourlyRate: Money): string {
  const hourly = taskHourlyRate(task)
  if (hourly === null) return ''
  const rate = formatPrice(wholeRupees(hourly))
  return hourly < minHourlyRate ? `${rate} an hour: too little` : `${rate} an hour`
}

/** Actions on a task that has not been started. */
function ActionsCell({ task, paths }: { task: Task; paths: TaskPaths }) {
  const actions = [
    { move: 'assign', label: 'Assign', to: paths.assign(task.id) },
    { move: 'withdraw', label: 'Withdraw', to: paths.withdraw(task.id) },
  ] as const
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {actions
        .filter(({ move }) => afterTransition(task.state, move) !== null)
        .map(({ label, to }) => (
          <ButtonLink key={label} to={to} look="line" size="sm" preventScrollReset>
            {label}
            <VisuallyHidden>: {task.taskName}</VisuallyHidden>
          </ButtonLink>
        ))}
    </div>
  )
}
