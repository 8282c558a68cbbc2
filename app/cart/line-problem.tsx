import { Link } from 'react-router'
import { CartForm } from '#app/cart/cart-form.tsx'
import { Button } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { pickerPath } from '#app/kit/product-path.ts'
import { setQuantity } from '#shop/carts/cart.ts'
import type { PricedLine } from '#shop/carts/priced-cart.ts'

/** What stands in the way of a line, and the way out of it. `most` is the highest quantity that can be had. */
export function LineProblem({ line, most }: { line: PricedLine; most: number }) {
  const isMix = line.product.tastemakerPicks > 0
  return (
    <div className="mt-3 grid justify-items-start gap-2">
      <p className="field-note field-error">
        <Icon name="circle-alert" size="s" />
        <span>{line.message}</span>
      </p>
      {line.problem === 'too_many' && (
        <Link to="/contact" className="link text-sm">
          Write to us
        </Link>
      )}
      {(line.problem === 'too_few_left' || line.problem === 'too_many') && most > 0 && (
        <TakeWhatIsLeft line={line} most={most} />
      )}
      {isMix && (
        <Link to={pickerPath(line.product)} className="link text-sm">
          Choose tastemakers again
        </Link>
      )}
    </div>
  )
}

function TakeWhatIsLeft({ line, most }: { line: PricedLine; most: number }) {
  return (
    <CartForm fields={{ intent: 'set', key: line.key }} change={(cart) => setQuantity(cart, line.key, most)}>
      <input type="hidden" name="quantity" value={most} />
      <Button look="line" size="sm">{`Take ${most}`}</Button>
    </CartForm>
  )
}
