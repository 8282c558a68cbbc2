import { Form } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { SelectField } from '#app/kit/select-field.tsx'
import { TextAreaField } from '#app/kit/text-area-field.tsx'
import { REJECTION_PRESETS } from '#shop/programme/rejection.ts'
import { useSending } from './use-sending.ts'

/** Why, from reasons that exist in both languages or in one's own words, and the button that rejects. */
export function RejectForm({ id }: { id: string }) {
  const isBusy = useSending(id, 'reject')
  return (
    <details className="reject-form" data-reject>
      <summary className="btn btn-line">Reject</summary>
      <Form method="post">
        <input type="hidden" name="intent" value="reject" />
        <input type="hidden" name="id" value={id} />
        <SelectField
          label="Reason"
          name="preset"
          hint="The worker reads it in her language: English or Hindi."
          defaultValue={REJECTION_PRESETS[0].key}
        >
          {REJECTION_PRESETS.map(({ key, words }) => (
            <option key={key} value={key}>
              {words.en} / {words.hi}
            </option>
          ))}
          <option value="">Only my own words</option>
        </SelectField>
        <TextAreaField
          label="In your own words"
          optional
          name="reason"
          rows={2}
          maxLength={500}
          hint="Sent as you write it."
        />
        <Button look="line" busy={isBusy} icon="rotate-ccw">
          Reject and return the task
        </Button>
      </Form>
    </details>
  )
}
