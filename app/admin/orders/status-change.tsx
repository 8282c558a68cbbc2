import { Form } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { SelectField } from '#app/kit/select-field.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { ORDER_STATUSES, type Order } from '#shop/orders/order.ts'
import { statusName } from '#shop/orders/tracker.ts'

/** Any status from any other; what follows (goods, money, mails) happens with it. */
export function StatusChange({ order, typed }: { order: Order; typed: Record<string, string> | undefined }) {
  const { isSubmitting, stopTwice } = useSubmitting('status')
  return (
    <Form method="post" onSubmit={stopTwice} className="flex flex-wrap items-end gap-2">
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="version" value={order.version} />
      <SelectField
        label="Order status"
        name="status"
        defaultValue={typed?.status ?? order.status}
        fieldClassName="flex-1"
      >
        {ORDER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {statusName(status)}
          </option>
        ))}
      </SelectField>
      <Button busy={isSubmitting}>Update status</Button>
    </Form>
  )
}
