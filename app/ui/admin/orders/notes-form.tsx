import { Form } from 'react-router'
import { useSubmitting } from '#app/ui/checkout/use-submitting.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { TextAreaField } from '#app/ui/kit/text-area-field.tsx'
import type { Order } from '#shop/orders/order.ts'

/** Notes of the shop; the customer does not see them. */
export function NotesForm({ order, typed }: { order: Order; typed: Record<string, string> | undefined }) {
  const { isSubmitting, stopTwice } = useSubmitting('notes')
  return (
    <Form method="post" onSubmit={stopTwice} className="grid gap-3">
      <input type="hidden" name="intent" value="notes" />
      <input type="hidden" name="version" value={order.version} />
      <TextAreaField
        label="Notes"
        name="notes"
        defaultValue={typed?.notes ?? order.notes ?? ''}
        maxLength={2000}
        hint="Only admins see them."
      />
      <Button look="line" busy={isSubmitting}>
        Save notes
      </Button>
    </Form>
  )
}
