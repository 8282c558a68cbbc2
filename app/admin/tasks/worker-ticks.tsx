import type { WorkerChoice } from '#app/admin/tasks/assign-dialog.tsx'
import { Checkbox, FieldNotes } from '#app/kit/fields.tsx'

/** Checkboxes of workers; each one that is checked gets a task of her own. */
export function WorkerTicks({
  workers,
  chosen,
  errors,
}: {
  workers: WorkerChoice[]
  chosen: readonly string[]
  errors: string[] | null
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
      <FieldNotes id="userIds" errors={errors} />
    </fieldset>
  )
}
