import { CartForm } from '#app/cart/cart-form.tsx'
import { focusCartTitle } from '#app/cart/focus-cart-title.ts'
import { IconButton } from '#app/kit/icon-button.tsx'
import { removeLine } from '#shop/carts/cart.ts'

export function RemoveLine({ lineKey, name }: { lineKey: string; name: string }) {
  return (
    <CartForm
      fields={{ intent: 'remove', key: lineKey }}
      change={(cart) => removeLine(cart, lineKey)}
      onChanged={focusCartTitle}
    >
      <IconButton icon="trash" label={`Remove ${name}`} />
    </CartForm>
  )
}
