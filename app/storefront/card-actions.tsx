import { useEffect, useRef } from 'react'
import { useMostUnits } from '#app/frame/use-root-data.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { pickerPath } from '#app/kit/paths.ts'
import { Stepper } from '#app/kit/stepper.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { CartForm } from '#app/storefront/cart-form.tsx'
import type { CardProduct } from '#app/storefront/shelf-product.ts'
import { isCustomisable, isOutOfStock } from '#shop/catalogue/product.ts'

type CardActionsProps = { product: CardProduct; quantity: number; onQuantity: (quantity: number) => void }

/** Add to Basket, or a stepper once it is in. A mix leads to its picker; what is gone says so. */
export function CardActions(props: CardActionsProps) {
  const { product } = props
  if (isOutOfStock(product)) {
    return (
      <Button type="button" look="line" size="sm" wide disabled>
        Out of Stock
      </Button>
    )
  }
  if (isCustomisable(product)) {
    return (
      <ButtonLink to={pickerPath(product)} look="line" size="sm" wide>
        Add to Basket
        <VisuallyHidden>
          {' '}
          {product.name}: choose its {product.tastemakerPicks} tastemakers
        </VisuallyHidden>
      </ButtonLink>
    )
  }
  return <BasketQuantity {...props} />
}

/** Button and stepper take each other's place, so the focus is handed over. */
export function BasketQuantity({ product, quantity, onQuantity }: CardActionsProps) {
  const place = useRef<HTMLDivElement>(null)
  const handsOver = useRef(false)
  const isIn = quantity > 0
  const maxUnits = useMostUnits()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the swap is what moves the focus
  useEffect(() => {
    if (!handsOver.current) return
    handsOver.current = false
    place.current?.querySelector<HTMLElement>('button:last-of-type')?.focus({ preventScroll: true })
  }, [isIn])

  const change = (next: number) => {
    handsOver.current = next > 0 !== isIn
    onQuantity(next)
  }
  return (
    <div ref={place}>
      {isIn ? (
        <Stepper
          wide
          label={`Quantity of ${product.name} in the basket`}
          value={quantity}
          min={0}
          max={Math.min(product.stockQuantity, maxUnits)}
          onChange={change}
        />
      ) : (
        <CartForm number={product.number} quantity={1} onSend={() => change(1)}>
          <Button look="line" size="sm" wide>
            Add to Basket
            <VisuallyHidden> {product.name}</VisuallyHidden>
          </Button>
        </CartForm>
      )}
    </div>
  )
}
