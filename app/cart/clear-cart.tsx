import { CartForm } from '#app/cart/cart-form.tsx'
import { focusCartTitle } from '#app/cart/focus-cart-title.ts'
import { Button } from '#app/kit/button.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { EMPTY_CART } from '#shop/carts/cart.ts'

/** Below the lines: on with shopping, or out with everything. */
export function ClearCart() {
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <ButtonLink to="/products" look="line" size="sm" icon="arrow-left">
        Continue Shopping
      </ButtonLink>
      <CartForm fields={{ intent: 'clear' }} change={() => EMPTY_CART} onChanged={focusCartTitle}>
        <Button look="line" size="sm">
          Clear Cart
        </Button>
      </CartForm>
    </div>
  )
}
