import { ConfirmDialog } from '#app/admin/kit/confirm-dialog.tsx'
import { type AdminAnswer, StatusNotice } from '#app/admin/kit/status-notice.tsx'
import { TextField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'

/** Adds a self-help group; its members are enrolled on the People tab. */
export function GroupDialog({
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
