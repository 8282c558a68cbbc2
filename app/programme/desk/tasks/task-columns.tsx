import { ButtonLink } from '#app/kit/button.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import type { Column } from '#app/kit/table.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDay } from '#shop/kernel/time.ts'
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
    { key: 'task', header: 'Task', place: 'title', cell: (task) => <NameCell task={task} /> },
    {
      key: 'worker',
      header: 'Worker',
      cell: ({ worker }) =>
        worker ? (
          <span>
            {worker.fullName}
            {worker.groupName && <span className="data-sub">{worker.groupName}</span>}
          </span>
        ) : (
          'Unassigned'
        ),
    },
    {
      key: 'done',
      header: 'Done',
      align: 'end',
      cell: ({ progressCount, quantity, unit, approvedQuantity }) => (
        <span>
          {`${formatNumber(progressCount)} of ${formatNumber(quantity)} ${unit}`}
          {approvedQuantity !== null && (
            <span className="data-sub">{`${formatNumber(approvedQuantity)} accepted`}</span>
          )}
        </span>
      ),
    },
    {
      key: 'pay',
      header: 'Payment',
      align: 'end',
      place: 'figure',
      cell: (task) => <PayCell task={task} minHourlyRate={minHourlyRate} />,
    },
    { key: 'deadline', header: 'Deadline', cell: ({ completionDeadline }) => formatDay(completionDeadline) },
    {
      key: 'status',
      header: 'Status',
      place: 'state',
      cell: ({ state }) => <Badge tone={TONES[state]}>{TASK_STATE_NAMES[state]}</Badge>,
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      place: 'actions',
      cell: (task) => <ActionsCell task={task} paths={paths} />,
    },
  ]
}

function NameCell({ task: { taskName, taskType, productName } }: { task: Task }) {
  return (
    <>
      {taskName}
      <span className="data-sub">{[taskTypeName(taskType), productName].filter(Boolean).join(', ')}</span>
    </>
  )
}

function PayCell({ task, minHourlyRate }: { task: Task; minHourlyRate: Money }) {
  const hourly = taskHourlyRate(task)
  const { paymentAmount } = task
  if (hourly === null) return formatPrice(paymentAmount)
  const rate = formatPrice(wholeRupees(hourly))
  const isLow = hourly < minHourlyRate
  return (
    <span>
      {formatPrice(paymentAmount)}
      <span className="data-sub">{isLow ? `${rate} an hour: too little` : `${rate} an hour`}</span>
    </span>
  )
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
