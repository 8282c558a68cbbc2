/** Changes that forms may make to the cart. */
import { z } from 'zod'
import {
  addLine,
  type Cart,
  EMPTY_CART,
  MAX_PER_LINE,
  type Picks,
  removeLine,
  setQuantity,
} from '#shop/carts/cart.ts'
import { typedNumber } from '#shop/field.ts'

const WHOLE = 'Choose a whole number as quantity.'
const quantity = z.number(WHOLE).int(WHOLE).min(0, WHOLE).max(MAX_PER_LINE, WHOLE)

export const cartChangeInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    number: z.coerce.number().int().positive(),
    quantity: typedNumber(quantity.min(1, WHOLE)).default(1),
  }),
  z.object({ intent: z.literal('set'), key: z.string().max(500), quantity: typedNumber(quantity) }),
  z.object({ intent: z.literal('remove'), key: z.string().max(500) }),
  z.object({ intent: z.literal('clear') }),
  /** The customer dismissed the notes about changed prices and stock. */
  z.object({ intent: z.literal('seen') }),
])
export type CartChange = z.infer<typeof cartChangeInput>

/** The cart after a form's change. */
export function applyChange(cart: Cart, change: CartChange): Cart {
  switch (change.intent) {
    case 'add':
      return addLine(cart, { number: change.number, quantity: change.quantity, picks: {} })
    case 'set':
      return setQuantity(cart, change.key, change.quantity)
    case 'remove':
      return removeLine(cart, change.key)
    case 'seen':
      return cart
    case 'clear':
      return EMPTY_CART
  }
}

const PICK_FIELD = /^pick-(\d{1,9})$/

/** The picks of a mix form, which has a count field `pick-<catalogue number>` for each tastemaker. */
export function picksFromForm(form: FormData): Picks {
  const picks: Record<number, number> = {}
  for (const [name, value] of form) {
    const number = PICK_FIELD.exec(name)?.[1]
    const count = Number(value)
    if (number && Number.isInteger(count) && count > 0 && count <= 99) picks[Number(number)] = count
  }
  return picks
}
