import { Link, useNavigate, useNavigation } from 'react-router'
import { ConflictPanel, type ShownConflict } from '#app/ui/admin/products/conflict-panel.tsx'
import { FORM_ID, ProductForm, type ProductFormProps } from '#app/ui/admin/products/product-form.tsx'
import { StockHistory } from '#app/ui/admin/products/stock-history.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { ButtonLink } from '#app/ui/kit/button-link.tsx'
import { Dialog } from '#app/ui/kit/dialog.tsx'
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

/** Adding and editing a product, over the list. The server renders it open, so it works without JavaScript. */
export function ProductDialog(props: ProductDialogProps) {
  const { title, form, message, conflict, movements, shopPath, closeTo } = props
  const navigate = useNavigate()
  const isBusy = useNavigation().formMethod === 'POST'
  const foot = (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {shopPath && (
        <Link to={shopPath} className="link mr-auto">
          See it in the shop
        </Link>
      )}
      <ButtonLink to={closeTo} look="line" preventScrollReset>
        Cancel
      </ButtonLink>
      <Button form={FORM_ID} busy={isBusy}>
        {conflict ? 'Save mine over it' : title === 'Add Product' ? 'Add Product' : 'Save changes'}
      </Button>
    </div>
  )
  return (
    <Dialog
      open
      title={title}
      foot={foot}
      className="dialog-desk"
      onClose={() => void navigate(closeTo, { preventScrollReset: true })}
    >
      {message && !conflict && (
        <Banner tone="danger" className="mb-4">
          {message}
        </Banner>
      )}
      {conflict && <ConflictPanel conflict={conflict} />}
      <ProductForm {...form} />
      {movements && <StockHistory movements={movements} />}
    </Dialog>
  )
}
