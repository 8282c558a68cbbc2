import { Link } from 'react-router'
import { ORDERS } from '#app/ui/admin/orders/orders-path.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import type { Order } from '#shop/orders/order.ts'
import { statusName } from '#shop/orders/tracker.ts'

type EditConflictProps = { order: Order; typed: Record<string, string>; by: string | null }

/** Both versions side by side, when somebody else saved while this page was open. */
export function EditConflict({ order, typed, by }: EditConflictProps) {
  const rows = [
    { label: 'Status', theirs: statusName(order.status), yours: typed.status },
    { label: 'Tracking number', theirs: order.trackingNumber, yours: typed.trackingNumber },
    { label: 'Carrier', theirs: order.carrier, yours: typed.carrier },
    { label: 'Notes', theirs: order.notes, yours: typed.notes },
  ].filter(({ yours }) => yours !== undefined)
  return (
    <section aria-labelledby="conflict" className="conflict">
      <Banner
        tone="warning"
        title={<span id="conflict">{by ?? 'Somebody'} changed this order meanwhile.</span>}
      >
        Your change is not saved. The forms below hold it: save it over the other version, or{' '}
        <Link to={`${ORDERS}/${order.id}`} reloadDocument>
          drop it and take what is saved
        </Link>
        .
      </Banner>
      <table className="conflict-table">
        <caption className="sr-only">What differs</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Saved now</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, theirs, yours }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{theirs || 'Empty'}</td>
              <td>{yours || 'Empty'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
