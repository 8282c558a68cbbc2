import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { Pager, pagePath } from '#app/desk/pager.tsx'
import { TASKS } from '#app/desk/paths.ts'
import { SavedFilters, type SavedFiltersProps } from '#app/desk/saved-filters.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { COORDINATOR_HOME } from '#app/kit/paths.ts'
import { Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { AssignDialog, type WorkerChoice } from '#app/programme/desk/tasks/assign-dialog.tsx'
import { taskColumns } from '#app/programme/desk/tasks/task-columns.tsx'
import type { Money } from '#shop/kernel/money.ts'
import { TASK_STATE_NAMES, type TaskSearch } from '#shop/programme/search.ts'
import { TASK_STATES, type Task } from '#shop/programme/task.ts'

export type TasksPageProps = {
  saved: SavedFiltersProps
  search: TaskSearch
  tasks: Task[]
  perPage: number
  hasMore: boolean
  minHourlyRate: Money
  /** The task that is about to be assigned, and the workers to choose from. */
  assigning: { task: Task; workers: WorkerChoice[] } | null
  withdrawing: Withdrawing | null
  addingGroup: boolean
  /** The fields of a refused form. */
  typed: FormValues
  answer: AdminAnswer | undefined
}

/** All tasks, with their workers. */
export function TasksPage(props: TasksPageProps) {
  const { search, tasks, perPage, hasMore, minHourlyRate, assigning, withdrawing, addingGroup } = props
  const { typed, answer, saved } = props
  const asked = { q: search.text, status: search.state ?? '' }
  const pathOf = (page: number, more: Record<string, string> = {}) =>
    pagePath(TASKS, { ...asked, ...more }, page)
  const here = pathOf(search.page)
  return (
    <AdminPage
      actions={
        <>
          <ExportLink to={exportPath('tasks', asked)} />
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
      <FilterBar
        action={TASKS}
        search={{ label: 'Search by task or worker', value: search.text }}
        choices={[
          {
            name: 'status',
            label: 'Status',
            value: search.state ?? '',
            options: [
              { value: '', label: 'All' },
              ...TASK_STATES.map((state) => ({ value: state, label: TASK_STATE_NAMES[state] })),
            ],
          },
        ]}
      />
      <SavedFilters {...saved} />
      <Table
        dense
        caption="Tasks"
        columns={taskColumns(minHourlyRate, {
          assign: (id) => pathOf(search.page, { assign: id }),
          withdraw: (id) => pathOf(search.page, { withdraw: id }),
        })}
        rows={tasks}
        rowKey={({ id }) => id}
        empty={
          <EmptyList title="No tasks found">Tasks that are handed out to workers are listed here.</EmptyList>
        }
      />
      <Pager
        from={(search.page - 1) * perPage + 1}
        count={tasks.length}
        total={null}
        backTo={search.page > 1 ? pathOf(search.page - 1) : null}
        nextTo={hasMore ? pathOf(search.page + 1) : null}
      />
      {assigning && <AssignDialog {...assigning} closeTo={here} />}
      {withdrawing && <WithdrawDialog {...withdrawing} closeTo={here} />}
      {addingGroup && <GroupDialog typed={typed} closeTo={here} problem={answer} />}
    </AdminPage>
  )
}

/** The task that is about to be withdrawn, and how its worker learns of it. */
type Withdrawing = { task: Task; byEmail: boolean; byMessage: boolean }

/** Confirms that a task created by mistake is withdrawn. */
function WithdrawDialog({ task, byEmail, byMessage, closeTo }: Withdrawing & { closeTo: string }) {
  const { id, taskName, worker } = task
  const ways = [byEmail && 'an email', byMessage && 'a message from her coordinator'].filter(Boolean)
  const told = ways.length > 0 ? `, who gets ${ways.join(' and ')}` : ''
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
          ? `It is removed from the list of ${worker.fullName}${told}. This cannot be undone.`
          : 'It is not assigned yet. This cannot be undone.'}
      </p>
    </ConfirmDialog>
  )
}

/** Adds a self-help group; its members are enrolled on the People tab. */
function GroupDialog({
  typed,
  closeTo,
  problem,
}: {
  typed: FormValues
  closeTo: string
  problem: AdminAnswer | undefined
}) {
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
