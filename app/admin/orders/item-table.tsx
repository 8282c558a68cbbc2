import { type DataColumn, DataTable } from '#app/admin/kit/data-table.tsx'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { picksText } from '#app/orders/order-lines.tsx'
import { formatAmount } from '#shop/kernel/money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'

const COLUMNS: DataColumn<OrderItem>[] = [
  {
    key: 'product',
    header: 'Product',
    place: 'title',
    cell: ({ name, product, tastemakers }) => (
      <span className="thumb">
        <ProductPicture src={product?.imageUrls[0]} alt="" />
        <span>
          {name || 'Unknown Product'}
          {tastemakers.length > 0 && <span className="data-sub">{picksText(tastemakers)}</span>}
        </span>
      </span>
    ),
  },
  { key: 'hsn', header: 'HSN', place: 'wide', cell: ({ hsnCode }) => hsnCode || '-' },
  {
    key: 'quantity',
    header: 'Quantity × price',
    align: 'end',
    cell: ({ quantity, unitPrice }) => `${quantity} × ${formatAmount(unitPrice)}`,
  },
  {
    key: 'total',
    header: 'Line total',
    place: 'figure',
    align: 'end',
    cell: ({ totalPrice }) => formatAmount(totalPrice),
  },
]

export function ItemTable({ order }: { order: Order }) {
  return (
    <DataTable
      caption="Items"
      columns={COLUMNS}
      rows={order.items}
      rowKey={({ id }) => id}
      empty="No items"
    />
  )
}
