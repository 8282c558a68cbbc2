import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  addBasket,
  type BasketProduct,
  basketOf,
  basketTotal,
  type CheckedBasket,
  checkBasket,
  itemCount,
} from '#app/cart/basket.ts'
import { changeCart, storeBasket, storedBasket, useStoredBasket } from '#app/cart/cart-store.ts'
import { Button } from '#app/kit/button.tsx'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Amount } from '#app/kit/product/price.tsx'
import { showToast } from '#app/kit/toasts.tsx'
import { type Cart, countItems, EMPTY_CART, numbersIn } from '#shop/carts/cart.ts'
import { allergensSentence } from '#shop/catalogue/allergens.ts'
import { formatPrice } from '#shop/kernel/money.ts'

const MAX_PICTURES = 4

/** Returns this browser's basket, checked against `products`. `rendered`: the basket that the server rendered. */
export function useBasket(products: readonly BasketProduct[], maxUnits: number, rendered?: Cart) {
  const stored = useStoredBasket(rendered)
  const missing = useMissing(stored, rendered)
  const loaded = stored.filter((line) => !missing.has(line.number))
  const { lines, notes } = checkBasket(loaded, products, maxUnits)
  const [lastNotes, setLastNotes] = useState<string[]>([])
  const noteText = notes.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the notes change
  useEffect(() => {
    if (noteText === '') return
    setLastNotes(notes)
    const others = stored.filter((line) => missing.has(line.number))
    storeBasket([...basketOf(lines), ...others])
  }, [noteText])
  return { lines, notes: noteText === '' ? lastNotes : notes }
}

/** Returns products that another tab has added since the page was loaded, and reloads the page's data. */
function useMissing(stored: Cart, rendered: Cart | undefined): Set<number> {
  const { revalidate } = useRevalidator()
  const loaded = numbersIn(rendered ?? stored)
  const missing = stored.map(({ number }) => number).filter((number) => !loaded.has(number))
  const key = missing.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each set of products
  useEffect(() => {
    if (key !== '') void revalidate()
  }, [key])
  return new Set(missing)
}

type BasketBarProps = { basket: CheckedBasket; place?: string; onAdded: () => void }

/** The basket and its notes in one line at the bottom of the screen; hidden if both are empty. */
export function BasketBar({ basket: { lines, notes }, place = '', onAdded }: BasketBarProps) {
  if (lines.length === 0 && notes.length === 0) return null
  const send = (event: FormEvent) => {
    event.preventDefault()
    const basket = storedBasket()
    const problem = changeCart((cart) => addBasket(cart, basket))
    if (problem) return showToast(problem)
    storeBasket(EMPTY_CART)
    onAdded()
  }
  const items = itemCount(countItems(basketOf(lines)))
  return (
    <section className="basket-bar" aria-label="Basket">
      {notes.length > 0 && <p className="basket-bar-notes">{notes.join(' ')}</p>}
      {lines.length > 0 && (
        <>
          <p className="basket-bar-allergens">{allergensSentence(lines.map(({ product }) => product))}</p>
          <div className="basket-bar-pictures">
            {lines.slice(-MAX_PICTURES).map(({ product }) => (
              <ProductPicture key={product.id} src={product.picture} alt="" loading="eager" />
            ))}
          </div>
          <p className="basket-bar-sum">
            <b>{`${items}${place}`}</b> <Amount>{formatPrice(basketTotal(lines))}</Amount>
          </p>
          <form method="post" action="/cart" onSubmit={send}>
            <input type="hidden" name="intent" value="basket" />
            <Button size="sm">Add to Cart</Button>
          </form>
        </>
      )}
    </section>
  )
}

/** Announces the basket to screen readers. Always rendered, because they skip the first text of a new element. */
export function BasketStatus({ basket: { lines, notes } }: { basket: CheckedBasket }) {
  const items = itemCount(countItems(basketOf(lines)))
  const sum = lines.length > 0 ? `Basket: ${items}, ${formatPrice(basketTotal(lines))}. ` : ''
  return (
    <p role="status" className="sr-only">
      {`${sum}${notes.join(' ')}`}
    </p>
  )
}
