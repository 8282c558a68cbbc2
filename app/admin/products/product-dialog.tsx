import { Link } from 'react-router'
import type { ShownConflict } from '#app/admin/kit/conflict-panel.tsx'
import { FormDialog } from '#app/admin/kit/form-dialog.tsx'
import { FORM_ID, ProductForm, type ProductFormProps } from '#app/admin/products/product-form.tsx'
import { StockHistory } from '#app/admin/products/stock-history.tsx'
import type { StockMovement } from '#shop/inventory/movement.ts'

export type ProductDialogProps = {
  title: 'Add Product' | 'Edit Product'
  form: ProductFormProps
  message: string
  conflict: ShownConflict | null
  /** Null for a new product. */
  movements: StockMovement[] | null
  /** Where the product stands in the shop; null for a new one. */
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
