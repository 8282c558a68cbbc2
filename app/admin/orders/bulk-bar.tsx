import { Form } from 'react-router'
import { BULK_FORM } from '#app/admin/orders/order-columns.tsx'
import { ORDERS } from '#app/admin/orders/orders-path.ts'
import { Button } from '#app/kit/button.tsx'
import { useHydrated } from '#app/kit/use-hydrated.ts'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { ORDER_STATUSES } from '#shop/orders/order.ts'
import { statusName } from '#shop/orders/tracker.ts'

export type BulkBarProps = { picked: number; onPickAll: () => void; onPickNone: () => void }

/** What is done with all orders that are picked. Without JavaScript it always stands there. */
export function BulkBar({ picked, onPickAll, onPickNone }: BulkBarProps) {
  const isHydrated = useHydrated()
  if (isHydrated && picked === 0) {
    return (
      <p className="mb-2">
        <Button type="button" look="line" size="sm" onClick={onPickAll}>
          Select all on this page
        </Button>
      </p>
    )
  }
  // Sent by the browser itself: pages to print open in a window of their own.
  return (
    <Form id={BULK_FORM} method="post" reloadDocument className="bulk-bar" aria-label="Selected orders">
      <span role="status">
        {isHydrated ? `${picked} ${picked === 1 ? 'order' : 'orders'} selected` : 'Selected orders'}
      </span>
      <input type="hidden" name="intent" value="bulk-status" />
      <label>
        <VisuallyHidden>Status of the selected orders</VisuallyHidden>
        <select name="status" defaultValue="processing" className="input w-auto">
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {statusName(status)}
            </option>
          ))}
        </select>
      </label>
      <Button look="accent">Set status</Button>
      <PrintButton kind="packing-slips">Packing slips</PrintButton>
      <PrintButton kind="labels">Address labels</PrintButton>
      {isHydrated && (
        <Button type="button" look="paper" onClick={onPickNone}>
          Clear
        </Button>
      )}
    </Form>
  )
}

/** Opens the pages to print in a window of their own. */
function PrintButton({ kind, children }: { kind: string; children: string }) {
  return (
    <Button look="paper" formMethod="get" formAction={`${ORDERS}/print/${kind}`} formTarget="_blank">
      {children}
    </Button>
  )
}
