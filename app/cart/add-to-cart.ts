import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { changeCart } from '#app/cart/cart-store.ts'
import { addRefusalMessage, addToCart } from '#shop/carts/adding.ts'

type Addition = Parameters<typeof addToCart>

/**
 * Returns the handler of Buy Now. It opens the checkout if `add` succeeds, and ignores further presses until the
 * checkout is open.
 */
export function useBuyNow(): (add: () => boolean) => Promise<void> {
  const navigate = useNavigate()
  const isOpening = useRef(false)
  return async (add) => {
    if (isOpening.current || !add()) return
    isOpening.current = true
    await navigate('/checkout')
    isOpening.current = false
  }
}

/** Adds to the browser's cart. Returns null, or a message if the browser refused it. The server checks again. */
export function addLineToCart(
  line: Addition[1],
  product: Addition[2],
  picks: Addition[3],
  maxUnits: number,
): string | null {
  let message: string | null = null
  const problem = changeCart((cart) => {
    const added = addToCart(cart, line, product, picks, maxUnits, 'account')
    if (added.ok) return added.value
    message = addRefusalMessage(added)
    return cart
  })
  return message ?? problem
}
