import { z } from 'zod'
import { type AdminAnswer, AdminPage, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { TASKS } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { SavedFilters } from '#app/desk/saved-filters.tsx'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { COORDINATOR_HOME } from '#app/kit/paths.ts'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { answerForm } from '#app/programme/words/words.server.ts'
import { doneNotice } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { filterParams, readSearch } from '#shop/kernel/filters.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { assignTask, withdrawTask } from '#shop/programme/give-tasks.ts'
import { groupInput } from '#shop/programme/input.ts'
import { createGroup } from '#shop/programme/manage-groups.ts'
import { readMinimum } from '#shop/programme/minimum-wages.read.ts'
import { withdrawalChannels } from '#shop/programme/news.read.ts'
import { taskHourlyRate } from '#shop/programme/pay.ts'
import { afterTransition, type Task, type TaskState } from '#shop/programme/task.ts'
import { TASK_FILTERS } from '#shop/programme/task-filters.ts'
import { TASK_STATE_NAMES, taskTypeName } from '#shop/programme/task-words.ts'
import { findTask, listTasks } from '#shop/programme/tasks.read.ts'
import { workerChoices } from '#shop/programme/workers.read.ts'
import type { Route } from './+types/tasks.ts'

export const handle: PageHandle = {
  guard: 'programme',
  tab: { label: 'Tasks', icon: moreIcons.listFilter, group: 'Programme' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

const PER_PAGE = 25

/** Notices after an action, by the URL's `done`. */
const DONE: Record<string, string> = {
  created: 'Task created',
  assigned: 'Task assigned',
  withdrawn: 'Task withdrawn',
  group: 'Group added',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db } = ctx
  const params = new URL(request.url).searchParams
  const search = readSearch(TASK_FILTERS, params)
  const [minimum, saved, tasks, assigned, withdrawal] = await Promise.all([
    readMinimum(ctx),
    readSavedFilters(ctx, 'tasks', request),
    listTasks(db, {
      ...search,
      userId: null,
      limit: PER_PAGE + 1,
      offset: (search.page - 1) * PER_PAGE,
    }),
    findTask(db, params.get('assign') ?? ''),
    findTask(db, params.get('withdraw') ?? ''),
  ])
  return {
    search,
    saved,
    tasks: tasks.slice(0, PER_PAGE),
    hasMore: tasks.length > PER_PAGE,
    minHourlyRate: minimum.hourly,
    assigning: assigned && { task: assigned, workers: await workerChoices(db) },
    withdrawal: withdrawal && {
      task: withdrawal,
      ...(await withdrawalChannels(db, withdrawal.id)),
    },
    addsGroup: params.get('group') === 'new',
    done: doneNotice(request, DONE),
  }
}

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('assign'), id: z.string(), userId: z.string() }),
  z.object({ intent: z.literal('withdraw'), id: z.string() }),
  z.object({ intent: z.literal('group'), ...groupInput.shape }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  return answerForm(request, forms, {
    make: (form) => changeTask(ctx, form),
    next: ({ intent }) => listAfter(request.url, DONE_BY[intent]),
  })
}

const DONE_BY = { assign: 'assigned', withdraw: 'withdrawn', group: 'group' } as const

function changeTask(ctx: StaffCtx, form: z.infer<typeof forms>) {
  switch (form.intent) {
    case 'assign':
      return assignTask(ctx, { workLogId: form.id, userId: form.userId || null })
    case 'withdraw':
      return withdrawTask(ctx, { workLogId: form.id })
    case 'group':
      return createGroup(ctx, { name: form.name, place: form.place })
  }
}

/** Returns the path of the list without a dialog, with the notice `change`. */
function listAfter(url: string, change: string): string {
  const list = new URL(url).searchParams
  for (const name of ['assign', 'withdraw', 'group']) list.delete(name)
  list.set('done', change)
  return `${TASKS}?${list}`
}

export default function TasksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, tasks, hasMore, minHourlyRate, assigning, withdrawal, addsGroup, saved } = loaderData
  const answer = actionData ?? loaderData.done
  const pathOf = listPaths(TASKS, TASK_FILTERS, search)
  const here = pathOf()
  return (
    <AdminPage
      actions={
        <>
          <ExportLink to={exportPath('tasks', filterParams(TASK_FILTERS, search))} />
          <ButtonLink to={pathOf(search.page, { group: 'new' })} look="line" preventScrollReset>
            Add a group
          </ButtonLink>
          <ButtonLink to={COORDINATOR_HOME} look="line" reloadDocument>
            Groups and templates
          </ButtonLink>
          <ButtonLink to={`${TASKS}/new`} icon="plus">
            Create task
          </ButtonLink>
        </>
      }
    >
      <StatusNotice answer={answer} />
      <FilterBar action={TASKS} filters={TASK_FILTERS} values={search} />
      <SavedFilters {...saved} />
      <AdminTable
        folded
        caption="Tasks"
        columns={taskColumns(minHourlyRate, (action, id) => pathOf(search.page, { [action]: id }))}
        rows={tasks}
        empty={
          <EmptyList title="No tasks found">Tasks that are handed out to workers are listed here.</EmptyList>
        }
      />
      <NumberedPager
        page={search.page}
        perPage={PER_PAGE}
        count={tasks.length}
        total={null}
        hasMore={hasMore}
        pathOf={pathOf}
      />
      {assigning && <AssignDialog {...assigning} closeTo={here} />}
      {withdrawal && <WithdrawDialog {...withdrawal} closeTo={here} />}
      {addsGroup && <GroupDialog typed={actionData?.values ?? {}} closeTo={here} problem={answer} />}
    </AdminPage>
  )
}

/** `byEmail`, `byMessage`: whether the worker is notified in this way. */
type WithdrawDialogProps = { task: Task; byEmail: boolean; byMessage: boolean }

/** Asks for confirmation that a task, created by mistake, is withdrawn. */
function WithdrawDialog({ task, byEmail, byMessage, closeTo }: WithdrawDialogProps & { closeTo: string }) {
  const { id, taskName, worker } = task
  const ways = [byEmail && 'an email', byMessage && 'a message from her coordinator'].filter(Boolean)
  const notice = ways.length > 0 ? `, who gets ${ways.join(' and ')}` : ''
  return (
    <ConfirmDialog
      title={`Withdraw ${taskName}?`}
      confirm="Withdraw task"
      closeTo={closeTo}
      action={closeTo}
      fields={{ intent: 'withdraw', id }}
    >
      <p>
        {worker
          ? `It is removed from the list of ${worker.fullName}${notice}. This cannot be undone.`
          : 'It is not assigned yet. This cannot be undone.'}
      </p>
    </ConfirmDialog>
  )
}

type GroupDialogProps = { typed: FormValues; closeTo: string; problem: AdminAnswer | undefined }

/** A form that adds a self-help group. Its members are enrolled on the People tab. */
function GroupDialog({ typed, closeTo, problem }: GroupDialogProps) {
  return (
    <ConfirmDialog
      title="Add a self-help group"
      confirm="Add the group"
      closeTo={closeTo}
      fields={{ intent: 'group' }}
    >
      {problem && !problem.ok && <StatusNotice answer={problem} />}
      <TextField label="Name" name="name" maxLength={100} required defaultValue={typed.name ?? ''} />
      <TextField
        label="Place"
        name="place"
        maxLength={100}
        required
        defaultValue={typed.place ?? ''}
        hint="Village or town, and district. Product pages show it for members who agreed."
      />
    </ConfirmDialog>
  )
}

type AssignDialogProps = NonNullable<Route.ComponentProps['loaderData']['assigning']>

/** A form that changes or removes the worker of a task that is not started. */
function AssignDialog({ task, workers, closeTo }: AssignDialogProps & { closeTo: string }) {
  const { id, taskName, userId } = task
  return (
    <ConfirmDialog
      title={`Who does ${taskName}?`}
      confirm="Assign"
      closeTo={closeTo}
      action={closeTo}
      fields={{ intent: 'assign', id }}
    >
      <SelectField
        label="Worker"
        name="userId"
        defaultValue={userId ?? ''}
        hint="She gets an email in her language. Until she starts, you can still assign the task to someone else."
      >
        <option value="">Unassigned</option>
        {workers.map((worker) => (
          <option key={worker.id} value={worker.id}>
            {worker.group ? `${worker.name}, ${worker.group}` : worker.name}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  )
}

const TONES: Record<TaskState, Tone> = {
  pending: 'neutral',
  in_progress: 'info',
  returned: 'danger',
  pending_review: 'warning',
  approved: 'positive',
  paid: 'positive',
  withdrawn: 'neutral',
}

type PathTo = (action: 'assign' | 'withdraw', id: string) => string

function taskColumns(minHourlyRate: Money, pathTo: PathTo): Column<Task>[] {
  return [
    column.title('Task', ({ taskName }) => taskName, {
      note: ({ taskType, productName }) => [taskTypeName(taskType), productName].filter(Boolean).join(', '),
    }),
    column.text('Worker', ({ worker }) => worker?.fullName ?? 'Unassigned', {
      note: ({ worker }) => worker?.groupName,
      place: 'lead',
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
    column.actions('Actions', (task) => <ActionsCell task={task} pathTo={pathTo} />),
  ]
}

function hourlyText(task: Task, minHourlyRate: Money): string {
  const hourly = taskHourlyRate(task)
  if (hourly === null) return ''
  const rate = formatPrice(wholeRupees(hourly))
  return hourly < minHourlyRate ? `${rate} an hour: too little` : `${rate} an hour`
}

/** Actions on a task that has not been started. */
function ActionsCell({ task, pathTo }: { task: Task; pathTo: PathTo }) {
  const actions = (['assign', 'withdraw'] as const).filter(
    (action) => afterTransition(task.state, action) !== null,
  )
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {actions.map((action) => (
        <ButtonLink key={action} to={pathTo(action, task.id)} look="line" size="sm" preventScrollReset>
          {action === 'assign' ? 'Assign' : 'Withdraw'}
          <VisuallyHidden>: {task.taskName}</VisuallyHidden>
        </ButtonLink>
      ))}
    </div>
  )
}
