import { Link } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { Dialog } from '#app/kit/dialog.tsx'
import { PackTile } from '#app/kit/pack-tile.tsx'
import { Price } from '#app/kit/price.tsx'
import { pickerPath, productPath } from '#app/kit/product-path.ts'
import { tileColour } from '#app/kit/tile-colour.ts'
import { BasketQuantity } from '#app/storefront/card-actions.tsx'
import { CartForm } from '#app/storefront/cart-form.tsx'
import { InfoFacts, InfoOrigin } from '#app/storefront/info-facts.tsx'
import type { CardProduct, ShelfProduct } from '#app/storefront/shelf-product.ts'
import { isCustomisable, isOutOfStock, unitPrice } from '#shop/catalogue/product.ts'

type Buying = {
  quantity: number
  onQuantity: (product: CardProduct, quantity: number) => void
  onBuyNow: (product: CardProduct) => void
}
type InfoDialogProps = Buying & { product: ShelfProduct | null; onClose: () => void }

/** Everything about one product, over the shelf. */
export function InfoDialog({ product, onClose, ...buying }: InfoDialogProps) {
  return (
    <Dialog
      open={product !== null}
      onClose={onClose}
      title={product?.name}
      className="info-dialog"
      foot={product && <InfoFoot product={product} {...buying} />}
    >
      {product && <InfoBody product={product} />}
    </Dialog>
  )
}

function InfoBody({ product }: { product: ShelfProduct }) {
  return (
    <>
      <div className="info-top">
        <PackTile
          src={product.picture}
          alt={product.name}
          colour={tileColour(product)}
          out={isOutOfStock(product)}
        />
        <div>
          <p>{product.description}</p>
          <InfoOrigin product={product} />
        </div>
      </div>
      <InfoFacts product={product} />
      <p className="mt-6">
        <Link to={productPath(product)} className="link">
          Everything about {product.name}
        </Link>
      </p>
    </>
  )
}

function InfoFoot({ product, ...buying }: Buying & { product: ShelfProduct }) {
  return (
    <div className="info-foot">
      <Price
        price={unitPrice(product)}
        original={product.discountPrice ? product.price : null}
        className="text-xl font-bold"
      />
      <div className="info-foot-actions">
        <InfoActions product={product} {...buying} />
      </div>
    </div>
  )
}

function InfoActions({ product, quantity, onQuantity, onBuyNow }: Buying & { product: ShelfProduct }) {
  if (isOutOfStock(product)) {
    return (
      <Button type="button" size="sm" disabled>
        Out of Stock
      </Button>
    )
  }
  if (isCustomisable(product)) {
    return (
      <>
        <ButtonLink to={pickerPath(product)} look="line" size="sm">
          Add to Basket
        </ButtonLink>
        <ButtonLink to={pickerPath(product, true)} size="sm">
          Buy Now
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <BasketQuantity
        product={product}
        quantity={quantity}
        onQuantity={(next) => onQuantity(product, next)}
      />
      <CartForm number={product.number} quantity={Math.max(1, quantity)} onSend={() => onBuyNow(product)}>
        <Button size="sm" name="then" value="/checkout">
          Buy Now
        </Button>
      </CartForm>
    </>
  )
}
