import { counted } from '#shop/kernel/text.ts'
import type { PickedProduct } from '#shop/orders/packing.ts'

/** The units of all orders by shelf, with a box to tick per product. */
export function PickList({
  picks,
  orders,
  brand,
}: {
  picks: PickedProduct[]
  orders: number
  brand: string
}) {
  const units = picks.reduce((sum, one) => sum + one.units, 0)
  return (
    <section className="sheet sheet-picks" aria-label="Pick list">
      <header className="sheet-head">
        <b>{brand}</b>
        <span>
          {counted(units, 'unit')} for {counted(orders, 'order')}
        </span>
      </header>
      <ul className="sheet-items">
        {picks.map(({ name, shelf, units: count }) => (
          <li key={`${shelf} ${name}`}>
            <span className="sheet-box" aria-hidden="true" />
            <b>{count} ×</b>
            <span>
              {name || 'Unknown Product'}
              <small>{shelf ? `Shelf ${shelf}` : 'No shelf recorded'}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
