import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { AdminAnswer } from '#app/ui/admin/kit/status-notice.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { useHydrated } from '#app/ui/kit/use-hydrated.ts'
import { VisuallyHidden } from '#app/ui/kit/visually-hidden.tsx'
import { shortId } from '#shop/kernel/ids.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/order.ts'
import { statusName } from '#shop/orders/tracker.ts'

export type StatusFormProps = { order: { id: string; status: OrderStatus; version: number } }

/**
 * The status as a list to choose from. A choice applies at once. Without JavaScript the button applies it, and a choice
 * that was made before the scripts came keeps its button: nobody has seen it applied.
 */
export function StatusForm({ order: { id, status, version } }: StatusFormProps) {
  const fetcher = useFetcher<AdminAnswer>({ key: 'status' })
  const isHydrated = useHydrated()
  const list = useRef<HTMLSelectElement>(null)
  const [isChosenEarly, setChosenEarly] = useState(false)
  useEffect(() => setChosenEarly(list.current?.value !== status), [status])
  const onChange = (event: ChangeEvent<HTMLSelectElement>) => {
    setChosenEarly(false)
    void fetcher.submit(event.currentTarget.form)
  }
  return (
    <fetcher.Form method="post" className="inline-flex items-center gap-2">
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="order" value={`${id}:${version}`} />
      <label>
        <VisuallyHidden>Status of order {shortId(id)}</VisuallyHidden>
        <select ref={list} name="status" defaultValue={status} onChange={onChange} className="input w-auto">
          {ORDER_STATUSES.map((one) => (
            <option key={one} value={one}>
              {statusName(one)}
            </option>
          ))}
        </select>
      </label>
      {(!isHydrated || isChosenEarly) && (
        <Button look="line" size="sm">
          Set<VisuallyHidden> status of order {shortId(id)}</VisuallyHidden>
        </Button>
      )}
    </fetcher.Form>
  )
}
