import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { SelectField } from '#app/kit/fields.tsx'
import type { Task } from '#shop/programme/task.ts'

export type WorkerChoice = { id: string; name: string; group: string | null }

/** Assigns a task that is not started to another worker, or to none. */
export function AssignDialog({
  task: { id, taskName, userId },
  workers,
  closeTo,
}: {
  task: Task
  workers: WorkerChoice[]
  closeTo: string
}) {
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
