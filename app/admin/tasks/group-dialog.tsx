import { ConfirmDialog } from '#app/admin/kit/confirm-dialog.tsx'
import { type AdminAnswer, StatusNotice } from '#app/admin/kit/status-notice.tsx'
import { TextField } from '#app/kit/fields.tsx'

/** Writes down a self-help group; its members are enrolled on the People tab. */
export function GroupDialog({
  texts,
  closeTo,
  problem,
}: {
  texts: { name: string; place: string }
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
      <TextField label="Name" name="name" maxLength={100} required defaultValue={texts.name} />
      <TextField
        label="Place"
        name="place"
        maxLength={100}
        required
        defaultValue={texts.place}
        hint="Village or town, and district. Product pages show it for members who agreed."
      />
    </ConfirmDialog>
  )
}
