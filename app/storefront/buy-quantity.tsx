import { Stepper } from '#app/kit/stepper.tsx'
import type { PageProduct } from '#app/storefront/page-product.ts'
import type { Mix } from '#app/storefront/use-mix.ts'
import { isOutOfStock } from '#shop/catalogue/product.ts'

/** How many, from 1 to what is in stock. */
export function BuyQuantity({ product, mix }: { product: PageProduct; mix: Mix }) {
  if (isOutOfStock(product)) return null
  return (
    <div className="buy-quantity">
      <span aria-hidden="true" className="font-semibold">
        Quantity
      </span>
      <Stepper
        label={`Quantity of ${product.name}`}
        name="quantity"
        value={mix.quantity}
        max={mix.mostQuantity}
        onChange={mix.setQuantity}
      />
    </div>
  )
}
