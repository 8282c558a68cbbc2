import { Form } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { TextAreaField } from '#app/kit/text-area-field.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'

type NotesFormProps = {
  version: number
  internalNotes: string
  typed: Record<string, string> | undefined
}

/** What admins write about the order for each other. */
export function NotesForm({ version, internalNotes, typed }: NotesFormProps) {
  const { isSubmitting, stopTwice } = useSubmitting('notes')
  return (
    <Form method="post" onSubmit={stopTwice} className="grid gap-3">
      <input type="hidden" name="intent" value="notes" />
      <input type="hidden" name="version" value={version} />
      <TextAreaField
        label="Internal notes"
        name="internalNotes"
        defaultValue={typed?.internalNotes ?? internalNotes}
        maxLength={2000}
        hint="Only admins see them."
      />
      <Button look="line" busy={isSubmitting}>
        Save notes
      </Button>
    </Form>
  )
}
