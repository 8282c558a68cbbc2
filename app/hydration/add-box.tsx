import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { addLineToCart } from '#app/cart/add-to-cart.ts'
import { useMostUnits } from '#app/frame/use-root-data.ts'
import { Button } from '#app/kit/button.tsx'
import { Stepper } from '#app/kit/stepper.tsx'
import { showToast } from '#app/kit/toasts.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import { isOutOfStock } from '#shop/catalogue/product.ts'

/** Quantity and Add to Cart, with Buy Now where it is wanted. Before JavaScript the form posts to the cart's page. */
export function AddBox({ product, buyNow }: { product: Sellable; buyNow?: boolean }) {
  const [quantity, setQuantity] = useState(1)
  const [refusal, setRefusal] = useState<string | null>(null)
  const refusalId = useId()
  const navigate = useNavigate()
  const isOut = isOutOfStock(product)
  const maxUnits = useMostUnits()

  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const submitter = (event.nativeEvent as SubmitEvent).submitter
    const message = addLineToCart({ number: product.number, quantity, picks: {} }, product, [], maxUnits)
    setRefusal(message)
    if (message) return
    if (submitter?.getAttribute('value') === '/checkout') return void navigate('/checkout')
    showToast(`Added ${quantity} × ${product.name}`, { to: '/cart', label: 'View cart' })
  }

  return (
    <form method="post" action="/cart" onSubmit={add} aria-describedby={refusal ? refusalId : undefined}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="number" value={product.number} />
      <div className="flex flex-wrap gap-3">
        <Stepper
          label={`Quantity of ${product.name}`}
          name="quantity"
          value={quantity}
          max={Math.max(1, Math.min(product.stockQuantity, maxUnits))}
          disabled={isOut}
          onChange={setQuantity}
        />
        <Button disabled={isOut} className="add-box-button">
          {isOut ? 'Out of Stock' : 'Add to Cart'}
        </Button>
        {buyNow && !isOut && (
          <Button look="line" name="then" value="/checkout" className="add-box-button">
            Buy Now
          </Button>
        )}
      </div>
      <p id={refusalId} role="status" className="add-box-refusal">
        {refusal}
      </p>
    </form>
  )
}
