import { ConfirmDialog } from '#app/admin/kit/confirm-dialog.tsx'
import type { Task } from '#shop/programme/task.ts'

/** Takes back a task that was created by mistake. */
export function WithdrawDialog({ task: { id, taskName, worker }, closeTo }: { task: Task; closeTo: string }) {
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
          ? `It is removed from the list of ${worker.fullName}, who gets an email. This cannot be undone.`
          : 'It is not assigned yet. This cannot be undone.'}
      </p>
    </ConfirmDialog>
  )
}
