import { CartForm } from '#app/cart/cart-form.tsx'
import { changeCart } from '#app/cart/cart-store.ts'
import { Stepper } from '#app/kit/stepper.tsx'
import { setQuantity } from '#shop/carts/cart.ts'

type LineQuantityProps = { lineKey: string; name: string; quantity: number; most: number }

/** − quantity +, between 1 and what the shelf allows. Nothing on the shelf: nothing to choose. */
export function LineQuantity({ lineKey, name, quantity, most }: LineQuantityProps) {
  if (most < 1) return <span className="numeric px-2 text-ink-soft">{quantity} wanted</span>
  return (
    <CartForm fields={{ intent: 'set', key: lineKey }}>
      {/* Enter in the number presses the form's first button, which must not be the minus. */}
      <button type="submit" className="hidden">
        Update quantity
      </button>
      <Stepper
        label={`Quantity of ${name}`}
        name="quantity"
        stepName="step"
        value={quantity}
        max={most}
        onChange={(next) => changeCart((cart) => setQuantity(cart, lineKey, next))}
      />
    </CartForm>
  )
}
