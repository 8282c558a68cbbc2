import { Form } from 'react-router'
import { Unfolding } from '#app/kit/browser/unfolding.tsx'
import { Button } from '#app/kit/button.tsx'
import { SelectField, TextAreaField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { REFUND_REASONS, STARTED_REFUND_REASONS } from '#shop/orders/request.ts'

/** Starts a refund that the customer did not ask for; what is paid back is chosen afterwards. */
export function StartRefundForm({ typed }: { typed: FormValues | undefined }) {
  const { isSubmitting, stopTwice } = useSubmitting('start-refund')
  return (
    <Unfolding open={typed?.intent === 'start-refund'}>
      <summary className="link">Start a refund</summary>
      <Form method="post" onSubmit={stopTwice} className="mt-3 grid gap-3">
        <input type="hidden" name="intent" value="start-refund" />
        <SelectField label="Reason" name="reason" defaultValue={typed?.reason ?? REFUND_REASONS[0]}>
          {REFUND_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {STARTED_REFUND_REASONS[reason]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Details"
          name="details"
          optional
          maxLength={1000}
          defaultValue={typed?.details ?? ''}
          hint="The customer sees them in the order’s history."
        />
        <p className="text-ink-soft text-sm">
          Next you choose the whole order, some of its lines, or an amount. Nothing is paid before that.
        </p>
        <Button look="line" busy={isSubmitting}>
          Start the refund
        </Button>
      </Form>
    </Unfolding>
  )
}
