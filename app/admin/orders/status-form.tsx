import { Form, useNavigation } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { shortId } from '#shop/kernel/ids.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/order.ts'
import { statusName } from '#shop/orders/tracker.ts'

export type StatusFormProps = { order: { id: string; status: OrderStatus; version: number } }

/** The status as a list to choose from. Only the button applies it: in a list, one arrow key is a choice. */
export function StatusForm({ order: { id, status, version } }: StatusFormProps) {
  const seen = `${id}:${version}`
  const isBusy = useNavigation().formData?.get('order') === seen
  return (
    <Form method="post" preventScrollReset className="inline-flex items-center gap-2">
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="order" value={seen} />
      <label>
        <VisuallyHidden>Status of order {shortId(id)}</VisuallyHidden>
        <select name="status" defaultValue={status} className="input w-auto">
          {ORDER_STATUSES.map((one) => (
            <option key={one} value={one}>
              {statusName(one)}
            </option>
          ))}
        </select>
      </label>
      <Button look="line" size="sm" busy={isBusy}>
        Apply<VisuallyHidden> status to order {shortId(id)}</VisuallyHidden>
      </Button>
    </Form>
  )
}
