import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  type BasketProduct,
  basketOf,
  basketTotal,
  type CheckedBasket,
  checkBasket,
  itemCount,
  pourInto,
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

/** This browser's basket, checked against `products`. `rendered`: the basket that the server looked up. */
export function useBasket(products: readonly BasketProduct[], maxUnits: number, rendered?: Cart) {
  const stored = useStoredBasket(rendered)
  const unseen = useUnseen(stored, rendered)
  const present = stored.filter((line) => !unseen.has(line.number))
  const { lines, notes } = checkBasket(present, products, maxUnits)
  const [lastNotes, setLastNotes] = useState<string[]>([])
  const news = notes.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a basket that fits is left alone
  useEffect(() => {
    if (news === '') return
    setLastNotes(notes)
    const others = stored.filter((line) => unseen.has(line.number))
    storeBasket([...basketOf(lines), ...others])
  }, [news])
  return { lines, notes: news === '' ? lastNotes : notes }
}

/** Numbers that another tab has put into the basket since the page was loaded; the page's data load again. */
function useUnseen(stored: Cart, rendered: Cart | undefined): Set<number> {
  const { revalidate } = useRevalidator()
  const loaded = numbersIn(rendered ?? stored)
  const unseen = stored.map(({ number }) => number).filter((number) => !loaded.has(number))
  const key = unseen.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each set of products
  useEffect(() => {
    if (key !== '') void revalidate()
  }, [key])
  return new Set(unseen)
}

type BasketBarProps = { basket: CheckedBasket; place?: string; onPoured: () => void }

/** The basket and removal notes in one line at the screen's lower edge; hidden without either. */
export function BasketBar({ basket: { lines, notes }, place = '', onPoured }: BasketBarProps) {
  if (lines.length === 0 && notes.length === 0) return null
  const send = (event: FormEvent) => {
    event.preventDefault()
    const basket = storedBasket()
    const problem = changeCart((cart) => pourInto(cart, basket))
    if (problem) return showToast(problem)
    storeBasket(EMPTY_CART)
    onPoured()
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

/** Announces the basket's state to screen readers; always rendered, or its first text would not be read. */
export function BasketStatus({ basket: { lines, notes } }: { basket: CheckedBasket }) {
  const items = itemCount(countItems(basketOf(lines)))
  const sum = lines.length > 0 ? `Basket: ${items}, ${formatPrice(basketTotal(lines))}. ` : ''
  return (
    <p role="status" className="sr-only">
      {`${sum}${notes.join(' ')}`}
    </p>
  )
}
