import { CartForm } from '#app/ui/cart/cart-form.tsx'
import { focusCartTitle } from '#app/ui/cart/focus-cart-title.ts'
import { IconButton } from '#app/ui/kit/icon-button.tsx'
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
