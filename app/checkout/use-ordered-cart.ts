import { useEffect } from 'react'
import { changeCart } from '#app/cart/cart-store.ts'

/** The server emptied the cart's cookie when the order was placed; the header and other tabs are told here. */
export function useOrderedCart() {
  useEffect(() => {
    changeCart((cart) => cart)
  }, [])
}
