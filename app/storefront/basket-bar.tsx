import { Button } from '#app/kit/button.tsx'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { type Basket, basketCount, basketTotal, itemCount } from '#app/storefront/basket.ts'
import { formatPrice } from '#shop/kernel/money.ts'

const MOST_PICTURES = 4

/** The basket in one line, above the lower edge of the screen; there only while something is in it. */
export function BasketBar({ basket, onAddToCart }: { basket: Basket; onAddToCart: () => void }) {
  const count = basketCount(basket)
  if (count === 0) return null
  const pictures = Object.values(basket).slice(-MOST_PICTURES)
  return (
    <section className="basket-bar" aria-label="Basket">
      <div className="basket-bar-pictures">
        {pictures.map(({ product }) => (
          <ProductPicture key={product.id} src={product.picture} alt="" loading="eager" />
        ))}
      </div>
      <p>
        <b>{itemCount(count)}</b> <span className="numeric">{formatPrice(basketTotal(basket))}</span>
      </p>
      <Button type="button" size="sm" onClick={onAddToCart}>
        Add to Cart
      </Button>
    </section>
  )
}

/** Says the basket's state to screen readers; always there, or its first words would not be read. */
export function BasketStatus({ basket }: { basket: Basket }) {
  const count = basketCount(basket)
  return (
    <p role="status" className="sr-only">
      {count > 0 && `Basket: ${itemCount(count)}, ${formatPrice(basketTotal(basket))}`}
    </p>
  )
}
