import type { ShownConflict } from '#app/admin/kit/conflict-panel.tsx'
import { FormDialog } from '#app/admin/kit/form-dialog.tsx'
import { FORM_ID, ProductForm, type ProductFormProps } from '#app/admin/products/product-form.tsx'
import { EmptyList } from '#app/kit/empty-state.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { StockMovement } from '#shop/inventory/movement.ts'
import { STOCK_REASON_NAMES } from '#shop/inventory/movement.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

export type ProductDialogProps = {
  title: 'Add Product' | 'Edit Product'
  form: ProductFormProps
  message: string
  conflict: ShownConflict | null
  /** Null for a new product. */
  movements: StockMovement[] | null
  /** The product's page in the shop; null if it has none. */
  shopPath: string | null
  closeTo: string
}

export function ProductDialog({ form, movements, shopPath, ...props }: ProductDialogProps) {
  const aside = shopPath && (
    <Link to={shopPath} className="link mr-auto">
      See it in the shop
    </Link>
  )
  const save = props.title === 'Add Product' ? 'Add Product' : 'Save changes'
  return (
    <FormDialog {...props} save={save} formId={FORM_ID} aside={aside}>
      <ProductForm {...form} />
      {movements && <StockHistory movements={movements} />}
    </FormDialog>
  )
}

const COLUMNS: Column<StockMovement>[] = [
  { key: 'when', header: 'When', place: 'title', cell: ({ createdAt }) => formatDayAndTime(createdAt) },
  { key: 'why', header: 'Why', cell: (movement) => why(movement) },
  { key: 'who', header: 'By', cell: ({ actorName }) => actorName ?? 'System' },
  {
    key: 'units',
    header: 'Units',
    align: 'end',
    place: 'figure',
    cell: ({ quantity }) => (quantity > 0 ? `+${quantity}` : `−${-quantity}`),
  },
]

function why({ reason, note, orderId }: StockMovement): string {
  const details = [orderId && shortId(orderId), note].filter(Boolean).join(', ')
  return details ? `${STOCK_REASON_NAMES[reason]}: ${details}` : STOCK_REASON_NAMES[reason]
}

/** The latest movements of a product's stock. */
export function StockHistory({ movements }: { movements: StockMovement[] }) {
  return (
    <section className="admin-section" aria-labelledby="stock-history">
      <div className="admin-section-head">
        <h3 id="stock-history">Stock movements</h3>
      </div>
      <Table
        dense
        caption="Stock movements, newest first"
        columns={COLUMNS}
        rows={movements}
        rowKey={({ id }) => String(id)}
        empty={<EmptyList title="No movements yet" />}
      />
    </section>
  )
}
